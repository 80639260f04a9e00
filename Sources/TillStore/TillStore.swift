import Glibc
import SQLite
import Till

/// Customers, orders and settings on disk. Use it on one thread at a time.
///
/// WAL with `synchronous=FULL`: a change that has returned survives a power cut. The file is never locked for longer
/// than a transaction takes, so that the terminal and the pages use it side by side.
public final class TillStore {
    /// Why the database can't be used.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// A later version of this program has written it; it is left as it is.
        case newerSchema(path: String, found: Int)
        /// Its content is damaged, or another program has written it.
        case corrupt(path: String, reason: String)
        /// SQLite has failed.
        case failed(path: String, SQLiteError)
        /// The folder can't be created; the number is one of `errno(3)`.
        case noFolder(path: String, Int32)

        public var description: String {
            switch self {
            case .newerSchema(let path, let found):
                "\(path) was written by a newer till (its layout is \(found), this one knows \(TillSchema.version)); "
                    + "update till, or move the file away"
            case .corrupt(let path, let reason): "\(path) is damaged: \(reason)"
            case .failed(let path, let error): "\(path): \(error)"
            case .noFolder(let path, let code): "\(path) can't be created: \(String(cString: strerror(code)))"
            }
        }
    }

    /// The number of a customer in this database.
    public struct CustomerID: Equatable, Hashable, Sendable {
        let number: Int64
    }

    /// The database's name within its folder.
    public static let fileName = "till.db"
    /// How long a statement waits for another program's lock.
    public static let lockTimeout: Duration = .seconds(10)

    /// The database's path.
    public let path: String
    let connection: SQLiteConnection
    /// The device and the inode of the open file.
    private let identity: [UInt64]

    /// Opens the database of a folder; creates both, readable only by their owner, if they are missing.
    public init(folder: String) throws(Problem) {
        let path = "\(folder)/\(Self.fileName)"
        let code = TillFolder.make(folder)
        guard code == 0 else { throw .noFolder(path: folder, code) }
        Self.create(path)
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw .corrupt(path: path, reason: "it is not a regular file")
        }
        let opened: SQLiteConnection
        let version: Int
        do throws(SQLiteError) {
            opened = try SQLiteConnection(path, access: .readWrite)
            opened.setBusyTimeout(Self.lockTimeout)
            version = try Self.prepare(opened, in: folder)
        } catch {
            throw Self.problem(path, error)
        }
        guard version == TillSchema.version else { throw .newerSchema(path: path, found: version) }
        connection = opened
        self.path = path
        identity = Self.identity(path)
    }

    /// Whether the file at the path is still the one that is open.
    public var isCurrent: Bool { Self.identity(path) == identity }

    /// Migrates a database of an older layout.
    ///
    /// - Returns: its layout, which may be a newer one.
    private static func prepare(_ connection: SQLiteConnection, in folder: String) throws(SQLiteError) -> Int {
        if try connection.userVersion() < TillSchema.version {
            // Switching to WAL doesn't wait for another program that does the same.
            try TillFolder.locked(folder) { () throws(SQLiteError) in
                try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
                try TillSchema.migrate(connection)
            }
        }
        // Deleted data is overwritten, not only marked as free.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
        return try connection.userVersion()
    }

    // MARK: Helpers

    /// Runs the body, with the failures of SQLite as problems of this database.
    func perform(_ body: () throws(SQLiteError) -> Void) throws(Problem) {
        do {
            try body()
        } catch {
            throw Self.problem(path, error)
        }
    }

    /// Runs the body in a transaction.
    func change(_ body: () throws(SQLiteError) -> Void) throws(Problem) {
        try perform { () throws(SQLiteError) in try connection.transaction(body) }
    }

    private static func problem(_ path: String, _ error: SQLiteError) -> Problem {
        switch error.code.primary {
        case .corrupt, .notADatabase: .corrupt(path: path, reason: error.message)
        // SQL that fits this program's tables does not fit these.
        case .error, .mismatch:
            .corrupt(path: path, reason: "its tables are not those that till makes (\(error.message))")
        default: .failed(path: path, error)
        }
    }

    private static func create(_ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { Glibc.close(file) }
    }

    private static func identity(_ path: String) -> [UInt64] {
        var status = stat()
        return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
    }
}
