import SQLite

/// The database's layout, by its number in `user_version`.
enum TillSchema {
    /// The number of the layout, which is the first one that was released.
    static let version = 2

    private static let tables = """
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
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """

    /// "till" in ASCII, the file's mark (`PRAGMA application_id`).
    private static let applicationID = 0x7469_6C6C

    enum Finding: Equatable {
        /// It has this layout.
        case usable
        /// It is new and empty.
        case empty
        case newer(Int)
        /// Another program has made it.
        case foreign
        case damaged(String)
    }

    /// Checks a database. While another program makes it, the finding is uncertain unless it is `usable`.
    static func examine(_ connection: SQLiteConnection) throws(SQLiteError) -> Finding {
        let layout = try connection.integer("PRAGMA user_version")
        let mark = try connection.integer("PRAGMA application_id")
        if mark == applicationID, layout > version { return .newer(layout) }
        guard mark == applicationID, layout == version else {
            let tables = try connection.integer("SELECT count(*) FROM sqlite_master")
            return (mark, layout, tables) == (0, 0, 0) ? .empty : .foreign
        }
        var report = "ok"
        try connection.statement("PRAGMA quick_check(1)").run { report = $0.text(0) ?? report }
        return report == "ok" ? .usable : .damaged(report)
    }

    static func create(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in try connection.execute(tables) }
    }
}
