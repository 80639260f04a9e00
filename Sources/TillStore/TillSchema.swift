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
        """
    ]

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
