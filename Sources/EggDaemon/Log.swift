import EggArguments
import EggLoop
import EggSystemd
import Glibc

/// The daemon's log: one line each, and for the journal fields that programs search for.
public struct Log: Sendable {
    /// What an entry is about (`MESSAGE_ID=`); the ids are this project's own.
    enum Topic: String {
        /// An event of a timer: `EGG_EVENT=` says which.
        case timer = "8f6b0f1d3c8e4f0cb7a65b2f0d9c41e7"
        /// An alarm would not be heard; would be again.
        case soundOut = "b1d2c7a94e0b4c53a1f86c3f7e52d08b"
        case soundBack = "4c0e9d6f2ab74d18958c7b1e3fd6a290"
        /// Nothing is being saved; all is again.
        case storeOut = "e7a35c18d94f4b2e8c06f1b97d205a6c"
        case storeBack = "2d94b8e0c7f1463ab5d23e9807c6f1a4"
        /// Something is wrong with the configuration.
        case configuration = "27123e6b3376476b81f85f340013e89d"
        /// The daemon could not start.
        case failure = "68c94498726e4fffb7de617ed8922278"
    }

    /// An entry of the log.
    struct Entry: Sendable {
        let message: String
        var priority = Journal.Priority.info
        var fields: [Journal.Field] = []
    }

    private let write: @Sendable (Entry) -> Void
    private let thread: WorkThread?

    private init(on thread: WorkThread?, _ write: @escaping @Sendable (Entry) -> Void) {
        self.thread = thread
        self.write = write
    }

    /// A log that hands its lines to a closure.
    public init(_ write: @escaping @Sendable (String) -> Void) {
        self.init(on: nil) { entry in write(entry.message) }
    }

    /// More entries than these do not wait.
    private static let mostWaiting = 256

    /// The journal where standard error goes there, else standard error.
    ///
    /// The journal, a terminal held by Ctrl-S or a pipe that is not read can make a write wait without end, so entries are
    /// written by a thread of their own. What it can't write in time is lost.
    static func standard() throws(SystemError) -> Log {
        let thread = try WorkThread(limit: mostWaiting)
        if let journal = Journal(takingStandardError: Environment.variable("JOURNAL_STREAM")) {
            return Log(on: thread) { entry in
                thread.perform { journal.send(entry.message, entry.priority, entry.fields) }
            }
        }
        return Log(on: thread) { entry in thread.perform { writeToStandardError(entry.message) } }
    }

    /// Waits until all is written, for this long at most.
    func flush(within time: Duration) {
        thread?.finish(within: time)
    }

    /// Lines on standard error, after the program's name, written by the calling thread.
    public static let standardError = Log { writeToStandardError($0) }

    private static func writeToStandardError(_ line: String) {
        let bytes = Array("eggd: \(line)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// One line; a sentence without its full stop.
    func callAsFunction(_ line: String) {
        write(Entry(message: line))
    }

    /// One line, with its topic and fields.
    func callAsFunction(
        _ line: String, _ topic: Topic, _ priority: Journal.Priority = .info, _ fields: Journal.Field...
    ) {
        let id = Journal.Field("MESSAGE_ID", topic.rawValue)
        write(Entry(message: line, priority: priority, fields: [id] + fields))
    }
}
