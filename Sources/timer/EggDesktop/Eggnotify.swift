import EggClient
import EggSystemd
import EggWire
import Glibc
import Languages
import Program

/// The program `eggnotify`: reads the options and connects the session's bus with eggd.
public enum Eggnotify {
    /// The name on the bus that only one process of a session has.
    private static let busName = "io.eggtimer.Notify"

    private static let program = Executable("eggnotify")

    /// Carries out this process's command line: shows notifications until the session ends.
    ///
    /// - Returns: the exit status: 0 after the session's end or if another process does the same, 64 for wrong usage,
    ///   69 if the bus or eggd can't be reached.
    public static func run() -> Int32 {
        program.serve([.init("socket", takesValue: true)], help: help) { arguments in
            Environment.language.speak { serve(socket: arguments.options["socket"]) }
        }
    }

    private static func serve(socket: String?) -> Int32 {
        let log = ServiceLog(program)
        guard let endpoint = Endpoint.find(option: socket) else {
            log(SocketPath.unknown, .error)
            return EX_UNAVAILABLE
        }
        let calls: EggdCalls
        do {
            calls = try EggdCalls(endpoint)
        } catch {
            log("\(error)", .error)
            return EX_UNAVAILABLE
        }
        let server: NotificationServer
        do {
            server = try NotificationServer()
            guard try server.claim(busName) else {
                log("another eggnotify runs in this session already")
                return 0
            }
        } catch {
            log("there is no desktop session here that could show notifications (\(error))", .error)
            return EX_UNAVAILABLE
        }
        var notifier = Notifier(endpoint, calls, server) { log($0, .warning) }
        do {
            try notifier.run()
        } catch is EndpointError {
            log("eggd can't be reached at \(endpoint.path); see: eggctl status", .error)
            return EX_UNAVAILABLE
        } catch {
            // The session has ended.
        }
        return 0
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
