import Glibc
import POSIX
import SQLite
import Till

/// Customers, orders and settings on disk. Use it on one thread at a time.
///
/// Several programs write the file: the terminal's and the pages'. With more than one writer, SQLite before 3.51.3 may
/// damage a database in WAL mode, so it has a rollback journal. A transaction is committed when its journal is deleted,
/// and `synchronous=EXTRA` makes that durable: a change that has returned survives a power cut.
package final class TillStore {
    package enum Problem: Error, Equatable, Sendable {
        /// A later version of this program has written it; it is left as it is.
        case newerSchema(path: String, found: Int, known: Int)
        /// Another program has made it; it is left as it is.
        case foreign(path: String)
        /// Something other than a regular file, such as a pipe, is in the place of a file of the database.
        case irregular(path: String)
        case locked(path: String)
        /// A part of it can't be read; it is left as it is.
        case corrupt(path: String, Damage)
        /// Its content was damaged. It was renamed, and the next attempt makes a new one.
        case setAside(path: String, to: String, Damage)
        case failed(path: String, SQLiteError)
        /// The folder can't be created or read.
        case noFolder(FileError)
    }

    /// The damaged part of a database.
    package enum Damage: Equatable, Sendable {
        /// A customer or an order that no till has written.
        case customer, order
        /// Its tables are others; SQLite's words.
        case tables(String)
        /// What SQLite reports of its content.
        case content(String)
    }

    package struct CustomerID: Equatable, Hashable, Sendable {
        let number: Int64
    }

    package static let fileName = "till.db"
    /// How long a call waits for another program's lock: longer than a transaction takes, and shorter than a person
    /// waits for an answer.
    package static let lockTimeout: Duration = .seconds(2)

    /// The database's path.
    package let path: String
    let connection: SQLiteConnection
    private let folder: String
    private let lockTimeout: Duration
    private let files: DatabaseFiles
    /// The open file.
    private let identity: FileIdentity?

    /// Opens the database of a folder; creates both, readable only by their owner, if they are missing.
    package init(folder: String, lockTimeout: Duration = TillStore.lockTimeout) throws(Problem) {
        path = "\(folder)/\(Self.fileName)"
        files = DatabaseFiles(path)
        (self.folder, self.lockTimeout) = (folder, lockTimeout)
        do throws(FileError) {
            try TillFolder.make(folder)
        } catch {
            throw .noFolder(error)
        }
        if let file = files.irregular { throw .irregular(path: file) }
        files.create()
        identity = FileIdentity(path)
        do throws(SQLiteError) {
            connection = try SQLiteConnection(path, access: .readWrite)
        } catch {
            throw .failed(path: path, error)
        }
        connection.setBusyTimeout(lockTimeout)
        try prepare()
    }

    private func configure() throws(SQLiteError) {
        // Deleted data is overwritten, not only marked as free.
        try connection.execute("PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
    }

    /// Whether nothing was ever stored in a folder: what a new database would hold then counts, which can also be read
    /// where none can be made.
    package static func isMissing(in folder: String) -> Bool {
        let path = "\(folder)/\(fileName)"
        return access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno) && DeadLink(on: path) == nil
    }

    /// Whether the file at the path is still the one that is open, with nothing beside it that SQLite would wait for.
    package var isCurrent: Bool { FileIdentity(path) == identity && files.irregular == nil }

    /// Checks the database, and makes the tables of a new one.
    private func prepare() throws(Problem) {
        var finding = TillSchema.Finding.usable
        try perform { () throws(SQLiteError) in
            try configure()
            finding = try TillSchema.examine(connection)
        }
        if finding != .usable { finding = try complete() }
        switch finding {
        case .usable, .empty:
            // Somebody may have set it to WAL mode by hand.
            try perform { () throws(SQLiteError) in try connection.execute("PRAGMA journal_mode = DELETE") }
        case .newer(let layout): throw .newerSchema(path: path, found: layout, known: TillSchema.version)
        case .foreign: throw .foreign(path: path)
        case .damaged(let report): throw setAside(.content(report))
        }
    }

    /// Gives a new database its tables, while no other till does.
    ///
    /// - Returns: what was found; nothing was changed unless it is `usable`.
    private func complete() throws(Problem) -> TillSchema.Finding {
        var finding = TillSchema.Finding.usable
        var isAlone = false
        try perform { () throws(SQLiteError) in
            isAlone = try TillFolder.locked(folder, within: lockTimeout) { () throws(SQLiteError) in
                finding = try TillSchema.examine(connection)
                guard finding == .empty else { return }
                try TillSchema.create(connection)
                finding = .usable
            }
        }
        guard isAlone else { throw .locked(path: path) }
        return finding
    }

    // MARK: Helpers

    /// Runs the body, with the failures of SQLite as problems of this database.
    func perform(_ body: () throws(SQLiteError) -> Void) throws(Problem) {
        do {
            try body()
        } catch {
            throw problem(error)
        }
    }

    func change(_ body: () throws(SQLiteError) -> Void) throws(Problem) {
        try perform { () throws(SQLiteError) in try connection.transaction(body) }
    }

    private func problem(_ error: SQLiteError) -> Problem {
        switch error.code.primary {
        case .corrupt, .notADatabase: setAside(.content(error.message))
        case .busy: .locked(path: path)
        // SQL that fits this program's tables does not fit these.
        case .error, .mismatch: .corrupt(path: path, .tables(error.message))
        default: .failed(path: path, error)
        }
    }

    /// Renames the database, unless another program has done so already.
    private func setAside(_ damage: Damage) -> Problem {
        var new: String?
        _ = TillFolder.locked(folder, within: lockTimeout) {
            guard FileIdentity(path) == identity else { return }
            new = files.rename(to: "\(path).damaged-\(fileDate())")
        }
        return new.map { .setAside(path: path, to: $0, damage) } ?? .corrupt(path: path, damage)
    }
}
