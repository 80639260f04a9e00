import EggArguments
import EggSystemd
import Glibc

/// What the daemon says about itself: a line each, and for the journal what programs want to know of it.
public struct Log: Sendable {
    /// What an entry is about, for those who look for it (`MESSAGE_ID=`); the ids are this project's own.
    enum Topic: String {
        /// Something has happened to a timer: `EGG_EVENT=` says what.
        case timer = "8f6b0f1d3c8e4f0cb7a65b2f0d9c41e7"
        /// An alarm would not be heard; would be again.
        case soundOut = "b1d2c7a94e0b4c53a1f86c3f7e52d08b"
        case soundBack = "4c0e9d6f2ab74d18958c7b1e3fd6a290"
        /// Nothing is being kept; all is again.
        case storeOut = "e7a35c18d94f4b2e8c06f1b97d205a6c"
        case storeBack = "2d94b8e0c7f1463ab5d23e9807c6f1a4"
    }

    /// An entry of the log.
    struct Entry: Sendable {
        let message: String
        var priority = Journal.Priority.info
        var fields: [Journal.Field] = []
    }

    private let write: @Sendable (Entry) -> Void
    private let journal: Journal?

    private init(to journal: Journal?, _ write: @escaping @Sendable (Entry) -> Void) {
        self.journal = journal
        self.write = write
    }

    /// A log that hands its lines to somebody else.
    public init(_ write: @escaping @Sendable (String) -> Void) {
        self.init(to: nil) { entry in write(entry.message) }
    }

    /// The journal where standard error goes there, else standard error.
    static func standard() -> Log {
        guard let journal = Journal(takingStandardError: Environment.variable("JOURNAL_STREAM")) else {
            return standardError
        }
        return Log(to: journal) { journal.send($0.message, $0.priority, $0.fields) }
    }

    /// Waits until all is written, for this long at most.
    func flush(within time: Duration) {
        journal?.flush(within: time)
    }

    /// Lines on standard error, after the program's name.
    ///
    /// A line that nobody takes is lost: a terminal held by Ctrl-S or a pipe that nobody reads must not hold up an
    /// alarm.
    public static let standardError = Log { line in
        // A pipe that is writable takes this much without waiting (PIPE_BUF).
        let bytes = Array("eggd: \(line)".utf8.prefix(4095)) + [UInt8(ascii: "\n")]
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) == 1, Int32(entry.revents) & POLLOUT != 0 else { return }
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
