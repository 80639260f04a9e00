import CLinux
import Glibc
import POSIX

/// How a service ends: its parts end in order, each within a time of its own, and all of them within one time.
///
/// That time begins when the end is asked for, also during start-up.
package final class ServiceEnd: Sendable {
    package struct Part: Sendable {
        /// The work, such as `closing the database`.
        let name: String
        let time: Duration
        let end: @Sendable (Duration) -> Bool

        /// - Parameter end: waits at most the given time, and returns whether the part has ended.
        package init(_ name: String, within time: Duration, end: @escaping @Sendable (Duration) -> Bool) {
            (self.name, self.time, self.end) = (name, time, end)
        }
    }

    /// The signals that end a service: SIGTERM, and SIGINT unless it is ignored, as shells have it for background jobs.
    package static var signals: [Int32] { [SIGTERM] + (clinux_is_ignored(SIGINT) == 0 ? [SIGINT] : []) }

    private let isWanted = Semaphore()
    private let hasBegun = Semaphore()

    /// An end that these blocked signals ask for.
    ///
    /// - Parameters:
    ///   - limit: the time until the process has exited.
    ///   - giveUp: ends the process when that time is over.
    package init(
        on signals: [Int32] = ServiceEnd.signals, within limit: Duration = .seconds(4),
        giveUp: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        try startThread { [hasBegun] in
            hasBegun.wait()
            Semaphore().wait(upTo: limit)
            giveUp()
        }
        try SignalWatch.start(signals) { [self] _ in begin() }
    }

    /// Asks for the end; does not wait for it.
    package func begin() {
        hasBegun.signal()
        isWanted.signal()
    }

    package func wait() {
        isWanted.wait()
    }

    /// Ends the parts in order. A part that takes too long is reported, and left as it is.
    ///
    /// - Parameter report: takes a sentence without its full stop.
    /// - Returns: whether all have ended; otherwise exit(3) would release memory that a thread still uses.
    package func end(_ parts: [Part], report: (String) -> Void) -> Bool {
        var isComplete = true
        for part in parts where !part.end(part.time) {
            report("\(part.name) takes longer than \(part.time.millisecondsRoundedUp) ms; exiting without it")
            isComplete = false
        }
        return isComplete
    }
}
