import EggTestSupport
import Glibc

/// A terminal in which the app is the only program, so that no shell can continue it when it is stopped.
struct LoneTerminal {
    /// Keys, and the text that must appear before they are pressed.
    typealias Press = (text: String, keys: String)

    private let program: Program

    /// Opens the terminal.
    ///
    /// - Parameters:
    ///   - controls: whether it controls the program; one that doesn't passes Ctrl-Z on as a key.
    ///   - presses: pressed in this order.
    init(controls: Bool, pressing presses: [Press], _ daemon: RunningDaemon) throws {
        let script = """
            import fcntl, os, struct, subprocess, sys, termios
            controls, command, presses = sys.argv[1] == "true", sys.argv[2].split(" "), sys.argv[3:]
            terminal, end = os.openpty()
            fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            def take(): fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            subprocess.Popen(command, stdin=end, stdout=end, stderr=end, start_new_session=True,
                             preexec_fn=take if controls else None)
            os.close(end)
            screen = b""
            while True:
                screen += os.read(terminal, 65536)
                if presses and presses[0].encode() in screen:
                    screen = b""
                    os.write(terminal, presses[1].encode())
                    del presses[:2]
            """
        let command = "\(BuiltPrograms.eggctl) ui"
        program = try Program(
            "/usr/bin/python3", ["-c", script, "\(controls)", command] + presses.flatMap { [$0.text, $0.keys] },
            environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
    }

    /// Closes the terminal.
    func close() {
        program.signal(SIGTERM)
    }
}
