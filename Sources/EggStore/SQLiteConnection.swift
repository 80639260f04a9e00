import CSQLite

/// A connection to one database file; used by one thread at a time.
final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// `sqlite3_open_v2` with flags, or a URI.
    init(_ path: String, flags: Int32) throws(SQLiteError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle = opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw SQLiteError(call: "sqlite3_open_v2", code: .init(rawValue: code), message: message)
        }
        self.handle = handle
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// How long a lock held by another program is waited for.
    func setBusyTimeout(_ time: Duration) {
        sqlite3_busy_timeout(handle, Int32(clamping: time.components.seconds * 1000))
    }

    /// Runs SQL that has no parameters.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(sql, code) }
    }

    /// A statement, prepared at its first use and kept.
    func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(sql, code) }
        let statement = SQLiteStatement(prepared, sql: sql, connection: handle)
        statements[sql] = statement
        return statement
    }

    /// Everything in the body or nothing of it.
    func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try body()
            try execute("COMMIT")
        } catch {
            // Some failures have rolled it back already; then this fails, and that is all right.
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func error(_ call: String, _ code: Int32) -> SQLiteError {
        SQLiteError(call: call, code: .init(rawValue: code), message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// A prepared statement with its parameters and the row it stands at.
final class SQLiteStatement {
    /// A value to bind.
    enum Value {
        case null
        case integer(Int64)
        case text(String)
    }

    private let handle: OpaquePointer
    private let sql: String
    private let connection: OpaquePointer

    fileprivate init(_ handle: OpaquePointer, sql: String, connection: OpaquePointer) {
        self.handle = handle
        self.sql = sql
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs it to its end with these parameters, handing over each row.
    func run(_ values: [Value] = [], row: (SQLiteStatement) -> Void = { _ in }) throws(SQLiteError) {
        defer { sqlite3_reset(handle) }
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                case .text(let text): csqlite_bind_text(handle, place, text, Int32(text.utf8.count))
                }
            guard code == SQLITE_OK else { throw error(code) }
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: row(self)
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    /// An integer of the row; nil when it is none.
    func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, column) : nil
    }

    /// A text of the row; nil when it is none, or not UTF-8.
    func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let text = sqlite3_column_text(handle, column) else {
            return nil
        }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
        return String(validating: bytes, as: UTF8.self)
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(call: sql, code: .init(rawValue: code), message: String(cString: sqlite3_errmsg(connection)))
    }
}
