import EggTimers
import Instants

/// Limits how often a message is logged that clients can cause, so that they can't fill the log.
struct LogLimit {
    /// The shortest time between two of them.
    static let interval: Duration = .minutes(1)

    private var last: Instant?

    mutating func permits(at now: Instant) -> Bool {
        if let last, last.duration(to: now) < Self.interval { return false }
        last = now
        return true
    }
}
