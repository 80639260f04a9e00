import CSystemd
import POSIX

/// The service manager that started this process and accepts its notifications (`sd_notify`).
package struct ServiceManager: Sendable {
    package enum Message: Equatable, Sendable {
        /// Clients are served from now on.
        case ready
        case stopping
        /// The status line, shown by `systemctl status`.
        case status(String)
        case alive
        /// Signs of life follow at least this often; none follow if nil.
        case watchdog(every: Duration?)

        fileprivate var line: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            // A line feed would begin another message.
            case .status(let text): "STATUS=" + text.split(separator: "\n").joined(separator: " ")
            case .alive: "WATCHDOG=1"
            case .watchdog(let interval): "WATCHDOG_USEC=\(interval?.microseconds ?? 0)"
            }
        }
    }

    /// How long the manager waits for a sign of life before it restarts the service (`WatchdogSec=`); nil if it does
    /// not wait for any.
    package let watchdog: Duration?
    private let send: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// The manager named by the environment (`NOTIFY_SOCKET`); nil if there is none.
    ///
    /// - Parameters:
    ///   - environment: returns a variable by its name.
    ///   - send: runs work elsewhere, in order, because libsystemd blocks while the manager is stuck.
    package init?(
        environment: (String) -> String?, send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.send = send
        guard environment("NOTIFY_SOCKET") != nil else { return nil }
        var microseconds: UInt64 = 0
        watchdog =
            sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    /// Sends a notification without waiting for the manager. If the manager can't be reached, nothing else is affected.
    package func notify(_ messages: Message...) {
        let text = messages.map(\.line).joined(separator: "\n")
        send { _ = sd_notify(0, text) }
    }
}
