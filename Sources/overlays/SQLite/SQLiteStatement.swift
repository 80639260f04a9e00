import CSQLite

/// A prepared statement with its parameters and its current row.
package final class SQLiteStatement {
    /// A value to bind.
    package enum Value: Equatable, Sendable {
        case null
        case integer(Int64)
        case text(String)
    }

    private let handle: OpaquePointer
    private let sql: String
    private let connection: OpaquePointer

    init(_ handle: OpaquePointer, sql: String, connection: OpaquePointer) {
        self.handle = handle
        self.sql = sql
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement to its end with these parameters and calls `row` for each row.
    package func run(_ values: [Value] = [], row: (SQLiteStatement) -> Void = { _ in }) throws(SQLiteError) {
        defer { sqlite3_reset(handle) }
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                case .text(let text): csqlite_bind_text(handle, place, text, Int32(text.utf8.count))
                }
            guard code == SQLITE_OK else { throw SQLiteConnection.error(sql, code, connection) }
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: row(self)
            case SQLITE_DONE: return
            case let code: throw SQLiteConnection.error(sql, code, connection)
            }
        }
    }

    /// What `read` makes of each row, as far as it makes something.
    package func rows<Row>(
        _ values: [Value] = [], _ read: (SQLiteStatement) -> Row?
    ) throws(SQLiteError) -> [Row] {
        var rows: [Row] = []
        try run(values) { row in read(row).map { rows.append($0) } }
        return rows
    }

    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// An integer of the current row; nil if the column holds anything else.
    package func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, column) : nil
    }

    /// A text of the current row; nil if the column holds anything else, or a text that is not UTF-8.
    package func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let text = sqlite3_column_text(handle, column) else {
            return nil
        }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
        return String(validating: bytes, as: UTF8.self)
    }
}
