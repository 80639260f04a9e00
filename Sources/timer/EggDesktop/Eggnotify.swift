import EggClient
import EggSystemd
import EggWire
import Glibc
import Program

/// The program `eggnotify`: reads the options and connects the session's bus with eggd.
public enum Eggnotify {
    /// The name on the bus that only one process of a session has.
    private static let busName = "io.eggtimer.Notify"

    /// Carries out this process's command line: shows notifications until the session ends.
    ///
    /// - Returns: the exit status: 0 after the session's end or if another process does the same, 64 for wrong usage,
    ///   69 if the bus or eggd can't be reached.
    public static func run() -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        StandardStreams.openClosed()
        let socket: String?
        do throws(UsageError) {
            let arguments = try Arguments(
                parsing: try Arguments.ofProcess(),
                options: [.init("socket", takesValue: true), .init("help", letter: "h"), .init("version")])
            if let word = arguments.operands.first { throw .unexpectedOperand(word) }
            if arguments.options["socket"] == "" { throw .missingValue("socket") }
            if arguments.options["help"] != nil {
                print(help, terminator: "")
                return 0
            }
            if arguments.options["version"] != nil {
                print("eggnotify \(Product.version)")
                return 0
            }
            socket = arguments.options["socket"]
        } catch {
            say("\(error.message)\nTry 'eggnotify --help'.")
            return EX_USAGE
        }
        guard let endpoint = Endpoint.find(option: socket) else {
            say("can't tell where eggd listens; set XDG_RUNTIME_DIR or EGGD_SOCKET, or use --socket PATH")
            return EX_UNAVAILABLE
        }
        let server: NotificationServer
        do {
            server = try NotificationServer()
            guard try server.claim(busName) else {
                say("another eggnotify runs in this session already")
                return 0
            }
        } catch {
            say("there is no desktop session here that could show notifications (\(error))")
            return EX_UNAVAILABLE
        }
        var notifier = Notifier(endpoint, server, say: say)
        do {
            try notifier.run()
        } catch is EndpointError {
            say("eggd can't be reached at \(endpoint.path); see: eggctl status")
            return EX_UNAVAILABLE
        } catch {
            // The session has ended.
        }
        return 0
    }

    /// Writes a line to standard error, after the program's name.
    private static func say(_ line: String) {
        StandardStreams(program: "eggnotify").complain(line)
    }

    private static let help = """
        Usage: eggnotify [--socket PATH]

        Shows a notification on the desktop while an alarm rings, with buttons to
        dismiss and to snooze it. Desktops start it at login; eggd does the timing
        and the sound.

        Options:
              --socket PATH  eggd's socket, instead of $EGGD_SOCKET or
                             $XDG_RUNTIME_DIR/eggd.sock
          -h, --help         show this and exit
              --version      show the version and exit

        """
}
