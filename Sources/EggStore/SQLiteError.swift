import CSQLite

/// A failure of SQLite: the function, its extended result code, and the library's message.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A result code of sqlite3.h, extended.
    public struct Code: RawRepresentable, Equatable, Sendable {
        /// The number.
        public let rawValue: Int32

        /// The code of this number.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Without what is extended about it.
        var primary: Int32 { rawValue & 0xff }
    }

    /// The C function or the SQL that failed.
    public let call: String
    /// What it returned.
    public let code: Code
    /// SQLite's words.
    public let message: String

    /// The file's content is not, or no longer, a database.
    var isCorruption: Bool { code.primary == SQLITE_CORRUPT || code.primary == SQLITE_NOTADB }

    public var description: String {
        switch code.primary {
        case SQLITE_FULL: "the disk is full"
        case SQLITE_READONLY: "the disk or the file is read-only"
        case SQLITE_BUSY: "another program holds the database locked"
        case SQLITE_CANTOPEN: "the file can't be opened or made"
        default: "\(message) (SQLite's code \(code.rawValue), in \(call))"
        }
    }
}
