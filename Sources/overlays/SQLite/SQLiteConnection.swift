import CSQLite
import Glibc
import POSIX

/// A connection to one database file. Use it on one thread at a time.
package final class SQLiteConnection {
    package enum Access: Sendable {
        /// For reading and writing; the file is created if it does not exist.
        case create
        /// For reading and writing; the file must exist.
        case readWrite
    }

    /// Whether other connections may use the database at the same time (`PRAGMA locking_mode`).
    package enum Locking: Sendable {
        /// Other connections and other programs may read and write between transactions.
        case shared
        /// No other program can use the database; WAL then needs no `-shm` file, which a full disk has no room for.
        case exclusive
    }

    private var handle: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a database file (`sqlite3_open_v2`).
    package init(_ path: String, access: Access = .create, locking: Locking = .shared) throws(SQLiteError) {
        let flags =
            switch access {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK else {
            let error = Self.error("sqlite3_open_v2", code, opened)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        switch locking {
        case .shared: break
        // This has an effect only before the first access to the file.
        case .exclusive: try execute("PRAGMA locking_mode = EXCLUSIVE")
        }
    }

    deinit {
        close()
    }

    /// Closes the files; later calls fail with `misuse`.
    package func close() {
        statements.removeAll()
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Leaves the write-ahead log as it is when the connection closes (`SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`).
    package func leaveLog() {
        if let handle { csqlite_leave_log(handle) }
    }

    /// How long a statement waits for a lock that another program holds.
    package func setBusyTimeout(_ time: Duration) {
        guard let handle else { return }
        sqlite3_busy_timeout(handle, Int32(clamping: time.millisecondsRoundedUp))
    }

    /// Runs SQL that has no parameters; rows are ignored.
    package func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(try open(sql), sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw Self.error(sql, code, handle) }
    }

    /// The application's number of the database's layout (`PRAGMA user_version`), 0 in a new database.
    package func userVersion() throws(SQLiteError) -> Int { try integer("PRAGMA user_version") }

    /// The integer of a statement that gives one row; 0 if it gives none.
    package func integer(_ sql: String) throws(SQLiteError) -> Int {
        Int(try statement(sql).rows { $0.integer(0) }.first ?? 0)
    }

    /// The text of a statement that gives one row; nil if it gives none.
    package func text(_ sql: String) throws(SQLiteError) -> String? {
        try statement(sql).rows { $0.text(0) }.first
    }

    /// A statement, prepared at its first use and reused afterwards.
    package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let handle = try open(sql)
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw Self.error(sql, code, handle) }
        let statement = SQLiteStatement(prepared, sql: sql, connection: handle)
        statements[sql] = statement
        return statement
    }

    /// Runs the body in a transaction: all of its changes are made, or none if it fails.
    package func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        _ = try transaction(refusedBy: { () throws(SQLiteError) -> Never? in
            try body()
            return nil
        })
    }

    /// Runs the body in a transaction: all of its changes are made, or none if it fails or returns a refusal.
    package func transaction<Refusal>(
        refusedBy body: () throws(SQLiteError) -> Refusal?
    ) throws(SQLiteError) -> Refusal? {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let refusal = try body()
            try execute(refusal == nil ? "COMMIT" : "ROLLBACK")
            return refusal
        } catch {
            // Some failures have rolled it back already; then this fails, which is harmless.
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func open(_ call: String) throws(SQLiteError) -> OpaquePointer {
        guard let handle else { throw Self.error(call, SQLITE_MISUSE, nil) }
        return handle
    }

    static func error(_ call: String, _ code: Int32, _ handle: OpaquePointer?) -> SQLiteError {
        let last = errno
        let code = SQLiteError.Code(rawValue: code)
        // After other failures SQLite leaves an earlier error number, or none if the log can't be written. SQLite also
        // looks for files that need not exist.
        let hasSystemCode = code.primary == .ioError || code.primary == .cannotOpen
        var systemCode = hasSystemCode ? handle.map { sqlite3_system_errno($0) } ?? 0 : 0
        if code.primary == .ioError, systemCode == 0, last != ENOENT { systemCode = last }
        return SQLiteError(
            call: call, code: code,
            message: String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code.rawValue)),
            systemCode: systemCode)
    }
}
