import EggConfig
import EggSystemd
import Glibc
import Program

/// The program `eggrun`: runs the commands of `eggd.conf` when eggd says that something has happened.
///
/// `eggd-commands.socket` starts it, outside of eggd's sandbox. It reads the commands from the file itself, so a
/// program that writes to its socket can only have a command run that the user has configured.
public enum Eggrun {
    private static let program = Executable("eggrun")

    /// Runs commands until there is nothing more to do.
    ///
    /// - Returns: the exit status: 0 when nothing is left to do, 1 if its socket can't be used, 64 for wrong usage
    ///   or without a socket.
    public static func run() -> Int32 {
        program.serve([], help: help) { _ in serve() }
    }

    private static func serve() -> Int32 {
        let log = ServiceLog(program)
        do {
            guard let socket = try PassedSockets.takeDatagram() else {
                program.complain("eggd-commands.socket starts this program, when eggd has a command to run")
                return EX_USAGE
            }
            let runner = CommandRunner(
                socket: socket, say: { log($0, .warning) },
                configuration: { Configuration.defaultPath.map { Configuration.read(path: $0) } },
                failedFile: FailedCommands.defaultPath)
            return runner.run() ? 0 : 1
        } catch {
            log("\(error)", .error)
            return 1
        }
    }

    private static let help = """
        Usage: eggrun

        Runs the commands of eggd.conf when eggd says that something has happened.
        eggd-commands.socket starts it; see eggd.conf(5).

        Options:
          -h, --help     show this and exit
              --version  show the version and exit

        """
}
