import Glibc

extension Program {
    /// A manager that does as systemd does: it opens the socket of `eggrun` in a folder, and starts the program in the
    /// home folder when a datagram arrives. After each end it prints "ended" and the status.
    public static func commandManager(in folder: TemporaryFolder, environment: [String: String]) throws -> Program {
        let script = """
            import os, select, socket, sys
            # The commands don't get descriptors that the test happens to have open.
            os.closerange(3, 4096)
            made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            made.bind("\(folder.path)/eggd-commands.sock")
            os.chdir(os.environ.get("HOME", "."))
            print("ready", flush=True)
            while True:
                select.select([made], [], [])
                process = os.fork()
                if process == 0:
                    os.dup2(made.fileno(), 3)
                    os.set_inheritable(3, True)
                    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="commands")
                    os.execv(sys.argv[1], sys.argv[1:])
                print("ended", os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
            """
        let manager = try Program("/usr/bin/python3", ["-c", script, BuiltPrograms.eggrun], environment: environment)
        guard try manager.line() == "ready" else { throw ProgramError("the socket of eggrun can't be opened", EIO) }
        return manager
    }
}
