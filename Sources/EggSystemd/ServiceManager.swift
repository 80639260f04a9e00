import CSystemd

/// The service manager that has started this process and wants to hear from it (`sd_notify`).
public struct ServiceManager: Sendable {
    /// One thing to tell.
    public enum Message: Equatable, Sendable {
        /// Clients are served from now on.
        case ready
        /// The end has begun.
        case stopping
        /// How things stand, for people who ask `systemctl status`.
        case status(String)
        /// The process is alive.
        case alive
        /// It will say so at least this often, or not at all.
        case watchdog(every: Duration?)

        fileprivate var line: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            // What comes after a line feed would be a message of its own.
            case .status(let text): "STATUS=" + text.split(separator: "\n").joined(separator: " ")
            case .alive: "WATCHDOG=1"
            case .watchdog(let interval): "WATCHDOG_USEC=\(interval?.microseconds ?? 0)"
            }
        }
    }

    /// How long it waits for a sign of life before it starts the service anew (`WatchdogSec=`); nil when it does not
    /// wait for any.
    public let watchdog: Duration?
    private let send: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// The manager that the environment names (`NOTIFY_SOCKET`); nil where there is none.
    ///
    /// - Parameters:
    ///   - environment: a variable by its name.
    ///   - send: has work done elsewhere, in order: libsystemd waits where the manager is stuck.
    public init?(
        environment: (String) -> String?, send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.send = send
        guard environment("NOTIFY_SOCKET") != nil else { return nil }
        var microseconds: UInt64 = 0
        watchdog =
            sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    /// Tells, without waiting for the manager; one that can't be reached is none of a timer's concern.
    public func tell(_ messages: Message...) {
        let text = messages.map(\.line).joined(separator: "\n")
        send { _ = sd_notify(0, text) }
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
