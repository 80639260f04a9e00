import CSQLite
import Glibc

/// A failure of SQLite: the function, its extended result code, and the library's message.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A result code of sqlite3.h.
    public struct Code: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number.
        public let rawValue: Int32

        /// The code of this number.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// The code without its extension: `SQLITE_IOERR_WRITE` is `ioError`.
        public var primary: Code { Code(rawValue: rawValue & 0xff) }

        /// `SQLITE_ERROR`: the SQL does not fit the tables.
        public static let error = Code(rawValue: SQLITE_ERROR)
        /// `SQLITE_BUSY`: another connection holds a lock.
        public static let busy = Code(rawValue: SQLITE_BUSY)
        /// `SQLITE_READONLY`: the disk or the file can't be written to.
        public static let readOnly = Code(rawValue: SQLITE_READONLY)
        /// `SQLITE_IOERR`: the operating system reports an error.
        public static let ioError = Code(rawValue: SQLITE_IOERR)
        /// `SQLITE_CORRUPT`: the content is damaged.
        public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        /// `SQLITE_FULL`: the disk is full.
        public static let full = Code(rawValue: SQLITE_FULL)
        /// `SQLITE_CANTOPEN`: the file can't be opened or created.
        public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        /// `SQLITE_CONSTRAINT`: a constraint or a trigger refuses the change.
        public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        /// `SQLITE_MISMATCH`: a value is not of the column's type.
        public static let mismatch = Code(rawValue: SQLITE_MISMATCH)
        /// `SQLITE_MISUSE`: the connection is closed.
        public static let misuse = Code(rawValue: SQLITE_MISUSE)
        /// `SQLITE_NOTADB`: the content is not a database.
        public static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    }

    /// The C function or the SQL that failed.
    public let call: String
    /// The extended result code.
    public let code: Code
    /// SQLite's own description.
    public let message: String
    /// The operating system's error number; 0 if it did not cause the failure.
    public let systemCode: Int32

    /// A failure of a call; `systemCode` is an error number of `errno(3)`.
    public init(call: String, code: Code, message: String, systemCode: Int32 = 0) {
        self.call = call
        self.code = code
        self.message = message
        self.systemCode = systemCode
    }

    public var description: String {
        switch code.primary {
        case .full: return "the disk is full"
        case .readOnly: return "the disk or the file is read-only"
        case .busy: return "another program holds the database locked"
        case .cannotOpen:
            return "the file can't be opened or created" + (systemCode == 0 ? "" : ": \(systemMessage)")
        case .ioError where systemCode != 0: return systemMessage
        // The SQL would fill the screen; for debugging it is in `call`.
        default: return "\(message) (SQLite error \(code.rawValue))"
        }
    }

    private var systemMessage: String { String(cString: strerror(systemCode)) }
}
