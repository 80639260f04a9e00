import Glibc
import POSIX
import Program

/// The commands that failed when they last ran, in a file that `eggrun` writes and `eggd` reads for `eggctl doctor`.
///
/// Each failure has two lines: the time, the event and the command; then the sentence that the journal also has.
package struct FailedCommands: Equatable, Sendable {
    package struct Failure: Equatable, Sendable {
        package let event: UserCommands.Event
        /// The command as it is in `eggd.conf`.
        package let command: String
        /// Seconds since 1970.
        package let time: Int
        package let sentence: String

        package init(_ event: UserCommands.Event, _ command: String, at time: Int, _ sentence: String) {
            (self.event, self.command, self.time, self.sentence) = (event, command, time, sentence)
        }
    }

    /// Older failures beyond this number are forgotten.
    private static let limit = 32

    /// At most one for each event and command, the oldest first.
    package private(set) var failures: [Failure] = []

    package init() {}

    /// Reads the text of a file, and leaves out what is not a failure.
    init(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for index in stride(from: 0, to: lines.count - 1, by: 2) {
            let fields = lines[index].split(separator: " ", maxSplits: 2)
            guard fields.count == 3, let time = Int(fields[0]), let event = UserCommands.Event(rawValue: "\(fields[1])")
            else { continue }
            add(Failure(event, String(fields[2]), at: time, String(lines[index + 1])))
        }
    }

    var text: String {
        failures.map { "\($0.time) \($0.event.rawValue) \($0.command)\n\($0.sentence)\n" }.joined()
    }

    /// Adds a failure in place of an earlier one of this command.
    package mutating func add(_ failure: Failure) {
        remove(failure.event, failure.command)
        failures = (failures + [failure]).suffix(Self.limit)
    }

    /// The command has run without a failure; returns whether it had failed before.
    @discardableResult
    package mutating func remove(_ event: UserCommands.Event, _ command: String) -> Bool {
        let count = failures.count
        failures.removeAll { $0.event == event && $0.command == command }
        return failures.count < count
    }

    // MARK: The file

    /// `eggtimer/failed-commands` in the user's state folder; nil without a home.
    package static var defaultPath: String? {
        Environment.stateFolder.map { "\($0)/eggtimer/failed-commands" }
    }

    /// Reads the file without blocking; empty if it doesn't exist or can't be read.
    package static func read(path: String) -> FailedCommands {
        SmallFile.text(path).map(FailedCommands.init(text:)) ?? .init()
    }

    /// Replaces the file, and creates its folder.
    package func write(path: String) throws(FileError) {
        try Folder.make(above: path)
        try SmallFile.replace(path, with: Array(text.utf8))
    }
}
