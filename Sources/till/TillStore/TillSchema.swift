import SQLite

/// The database layouts by `user_version`, and the migration from each to the next.
enum TillSchema {
    /// The version that this program writes.
    static var version: Int { migrations.count }

    /// The SQL that leads from version n to n + 1. Never change an entry: databases of every version are in use.
    private static let migrations: [String] = [
        """
        CREATE TABLE customer (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            email TEXT NOT NULL,
            -- The address in lower case, by which customers are told apart.
            email_key TEXT NOT NULL UNIQUE,
            telephone TEXT NOT NULL,
            recovery_hash TEXT NOT NULL UNIQUE
        ) STRICT;
        -- A device that is signed in, by the SHA-256 of its cookie.
        CREATE TABLE session (
            token_hash TEXT PRIMARY KEY,
            customer INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX session_customer ON session (customer);
        -- A card that was ordered, by its time since 1970. The price is the one of that time.
        CREATE TABLE card_order (
            time_ms INTEGER PRIMARY KEY,
            customer INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
            recipient TEXT NOT NULL,
            gender TEXT NOT NULL,
            color TEXT NOT NULL,
            message TEXT NOT NULL,
            senders TEXT NOT NULL,
            luxury INTEGER NOT NULL,
            price_stotinki INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX card_order_customer ON card_order (customer, time_ms);
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        """,
        // From here on the file is marked as till's, and has a rollback journal. A till that knows only the first layout
        // would use it in WAL mode.
        "PRAGMA application_id = \(applicationID)",
    ]

    /// "till" in ASCII, the file's mark (`PRAGMA application_id`); 0 in the first layout.
    private static let applicationID = 0x7469_6C6C

    /// The tables of the first layout.
    private static let firstTables: Set = ["customer", "session", "card_order", "setting"]

    /// The condition of a database.
    enum Finding: Equatable {
        /// It has this layout, or is a new, empty one.
        case usable
        case older
        case newer(Int)
        /// Another program has made it.
        case foreign
        case damaged(String)
    }

    /// Checks a database. While another program migrates it, the finding is uncertain unless it is `usable`.
    static func examine(_ connection: SQLiteConnection) throws(SQLiteError) -> Finding {
        let layout = try connection.integer("PRAGMA user_version")
        let mark = try connection.integer("PRAGMA application_id")
        if mark == applicationID, layout > version { return .newer(layout) }
        guard mark == applicationID, layout == version else {
            return try isOlder(connection, layout: layout, mark: mark) ? .older : .foreign
        }
        var report = "ok"
        try connection.statement("PRAGMA quick_check(1)").run { report = $0.text(0) ?? report }
        return report == "ok" ? .usable : .damaged(report)
    }

    private static func isOlder(_ connection: SQLiteConnection, layout: Int, mark: Int) throws(SQLiteError) -> Bool {
        var names: Set<String> = []
        try connection.statement("SELECT name FROM sqlite_master").run { names.insert($0.text(0) ?? "") }
        return switch layout {
        case 0: mark == 0 && names.isEmpty
        case 1: mark == 0 && names.isSuperset(of: firstTables)
        default: mark == applicationID && layout > 1
        }
    }

    /// Migrates a database to this version, step by step. Another program may have done so in the meantime.
    static func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
        for next in 0..<version {
            try connection.transaction { () throws(SQLiteError) in
                guard try connection.userVersion() == next else { return }
                try connection.execute(migrations[next])
                try connection.execute("PRAGMA user_version = \(next + 1)")
            }
        }
    }
}
