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

    /// The tables that a database from before the first release also has, without the mark.
    private static let oldTables: Set = ["customer", "session", "card_order", "setting"]

    enum Finding: Equatable {
        /// It has this layout.
        case usable
        /// It is new and empty.
        case empty
        /// It is from before the first release.
        case older
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
            return try unknown(connection, layout: layout, mark: mark)
        }
        var report = "ok"
        try connection.statement("PRAGMA quick_check(1)").run { report = $0.text(0) ?? report }
        return report == "ok" ? .usable : .damaged(report)
    }

    private static func unknown(_ connection: SQLiteConnection, layout: Int, mark: Int) throws(SQLiteError) -> Finding {
        var names: Set<String> = []
        try connection.statement("SELECT name FROM sqlite_master").run { names.insert($0.text(0) ?? "") }
        guard mark == 0 else { return .foreign }
        return switch layout {
        case 0 where names.isEmpty: .empty
        case 1 where names.isSuperset(of: oldTables): .older
        default: .foreign
        }
    }

    static func create(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in try connection.execute(tables) }
    }
}
