import EggLoop
import EggSystemd
import EggTimers
import Instants

/// The daemon's log: one line per entry, with fields for programs that search the journal.
struct Log: Sendable {
    /// The `MESSAGE_ID=` of each event of a timer, which is this project's own; `EGG_EVENT=` names the event.
    static let event = Journal.Field("MESSAGE_ID", "8f6b0f1d3c8e4f0cb7a65b2f0d9c41e7")

    private let write: @Sendable (String, Journal.Priority, [Journal.Field]) -> Void
    private var thread: WorkThread?

    /// A log that passes its lines to a closure.
    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = { line, _, _ in write(line) }
    }

    private init(on thread: WorkThread, _ log: ServiceLog) {
        self.thread = thread
        write = { line, priority, fields in thread.perform { log(line, priority, fields) } }
    }

    private static let maxWaiting = 256

    /// The journal if standard error goes there, otherwise standard error.
    ///
    /// A write may block without end: the journal may be stuck, Ctrl-S may have stopped a terminal, or a pipe may not
    /// be read. So a thread of its own writes the entries; those that it can't write in time are lost.
    static func standard() throws(SystemError) -> Log {
        Log(on: try WorkThread(limit: maxWaiting), ServiceLog(Daemon.program))
    }

    /// Waits until everything is written, at most this long; returns whether it is.
    @discardableResult
    func flush(within time: Duration) -> Bool {
        thread?.finish(within: time) ?? true
    }

    /// Logs one line: a sentence without its full stop.
    func callAsFunction(_ line: String, _ priority: Journal.Priority = .info, _ fields: Journal.Field...) {
        write(line, priority, fields)
    }
}

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
