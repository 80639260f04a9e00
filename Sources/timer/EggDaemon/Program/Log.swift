import EggLoop
import EggSystemd

/// The daemon's log: one line per entry, with fields for programs that search the journal.
struct Log: Sendable {
    /// The topic of an entry (`MESSAGE_ID=`); the ids are this project's own.
    enum Topic: String {
        /// An event of a timer; `EGG_EVENT=` names it.
        case timer = "8f6b0f1d3c8e4f0cb7a65b2f0d9c41e7"
        /// An alarm would not be heard, or would be heard again.
        case soundOut = "b1d2c7a94e0b4c53a1f86c3f7e52d08b"
        case soundBack = "4c0e9d6f2ab74d18958c7b1e3fd6a290"
        /// Timers are not being saved, or are being saved again.
        case storeOut = "e7a35c18d94f4b2e8c06f1b97d205a6c"
        case storeBack = "2d94b8e0c7f1463ab5d23e9807c6f1a4"
        case configuration = "27123e6b3376476b81f85f340013e89d"
        /// Commands of the user's own are not being run, or are being run again.
        case commandsOut = "6d0182e5d17c492b9198ba061508f0e1"
        case commandsBack = "a9712704f4524c5181b3514240774010"
        case failure = "68c94498726e4fffb7de617ed8922278"
    }

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
    func callAsFunction(_ line: String) {
        write(line, .info, [])
    }

    func callAsFunction(
        _ line: String, _ topic: Topic, _ priority: Journal.Priority = .info, _ fields: Journal.Field...
    ) {
        write(line, priority, [Journal.Field("MESSAGE_ID", topic.rawValue)] + fields)
    }
}
