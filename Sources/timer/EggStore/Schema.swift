import SQLite

/// The database's layout by `user_version`, and the steps that lead to it.
///
/// A migration is also needed for a new state of a timer or ending of a run: an older eggd takes its word for damage.
/// 1. Append its SQL to `steps`, if only a comment. Never change an entry: databases of each version are in use.
/// 2. Timers are read before anything is written: let `Tables` select a value where an older layout has no column.
/// 3. Read and write the new columns in `Rows`.
/// 4. Add a dump of a database of the version before it (`sqlite3 FILE .dump`) to `Tests/Layouts`.
/// 5. Raise the number in `StoreTests`, and give the older layout to both suites called `LayoutTests`.
enum Schema {
    /// The first layout that was used outside of this repository.
    static let first = 8
    /// The version that this program writes.
    static var version: Int { first + steps.count - 1 }

    /// The first layout that has the answers to calls with a key.
    static let firstWithAnswers = 10
    /// The first layout that has copies of other kitchens' timers, and the columns that it has added to tables.
    static let firstWithCopies = 11
    private static let columnsForCopies = ["alarm": "1", "origin": "NULL", "answered_in": "NULL"]

    /// Columns of a table as they are read from a layout, with a value in place of those that it doesn't have.
    static func columns(_ names: [String], of table: String, in layout: Int) -> [String] {
        names.map { name in
            let missing = layout < firstWithCopies ? columnsForCopies[name] : nil
            return missing ?? "\(table).\(name)"
        }
    }

    /// The SQL that makes the first layout in an empty file, and that which leads from each layout to the next.
    private static let steps: [String] = [
        """
        -- A boot of the machine: the latest reading of its clock beside the wall clock.
        CREATE TABLE boot (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            reading_ns INTEGER NOT NULL,
            wall_ns INTEGER NOT NULL,
            is_synchronised INTEGER NOT NULL
        ) STRICT;
        -- A timer, known by its run, because one that was removed has the same number as the one in its place; its
        -- instants are readings of its boot's clock.
        CREATE TABLE timer (
            run_id TEXT PRIMARY KEY,
        \(timerColumns)
        ) STRICT;
        -- A run that has ended; its times are the wall clock's.
        CREATE TABLE run (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            egg TEXT NOT NULL,
            started_ns INTEGER NOT NULL,
            duration_ns INTEGER NOT NULL,
            ending TEXT NOT NULL,
            ended_ns INTEGER NOT NULL,
            overdue_ns INTEGER NOT NULL,
            pauses TEXT NOT NULL,
            -- Its times may rest on a wall clock that can't be trusted yet, and on a guess of how long the machine was off.
            is_estimated INTEGER NOT NULL DEFAULT 0,
            -- The boot whose clock it is, and what that was ahead of the boot clock; null once nothing can be corrected.
            boot TEXT,
            offset_ns INTEGER,
            -- What was guessed: times before past_until_ns move by past_shift_ns when the clock can be trusted.
            past_shift_ns INTEGER,
            past_until_ns INTEGER,
            run_id TEXT,
            sound TEXT
        ) STRICT;
        -- The kitchen's egg, in its only row: grams, degrees Celsius and metres above sea level; without it, eggd.conf's.
        CREATE TABLE kitchen (key INTEGER PRIMARY KEY CHECK (key = 1), raw_egg TEXT NOT NULL) STRICT;
        """,
        """
        -- A run can be there twice: as the timer is, and as it was before the last command; undo then says how that
        -- changed it.
        CREATE TABLE new_timer (
            run_id TEXT NOT NULL,
        \(timerColumns)
        ) STRICT;
        INSERT INTO new_timer SELECT * FROM timer;
        DROP TABLE timer;
        ALTER TABLE new_timer RENAME TO timer;
        CREATE UNIQUE INDEX timer_key ON timer (run_id, \(isBefore));
        """,
        """
        -- The answers to calls with a key, in the order in which they were given: the method and the key, and a JSON
        -- object.
        CREATE TABLE answer (call TEXT NOT NULL UNIQUE, reply TEXT NOT NULL) STRICT;
        """,
        """
        -- The number of its alarm, and the timer that it is a copy of; null for one of this kitchen.
        ALTER TABLE timer ADD COLUMN alarm INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE timer ADD COLUMN origin TEXT;
        -- The name of the kitchen in which the alarm was answered; null for this one.
        ALTER TABLE run ADD COLUMN answered_in TEXT;
        -- The answers to alarms of copies, in the order in which they were given; without a snooze it was dismissed.
        CREATE TABLE copy_answer (
            id TEXT NOT NULL UNIQUE,
            kitchen TEXT NOT NULL,
            run TEXT NOT NULL,
            alarm INTEGER NOT NULL,
            snooze_ns INTEGER,
            is_delivered INTEGER NOT NULL
        ) STRICT;
        """,
    ]

    /// Whether a row is a timer as it was before the last command: `EggTimer.isBefore`.
    static let isBefore = "(ifnull(undo, 'started') <> 'started')"

    /// The columns of a timer after the first.
    private static let timerColumns = """
            id INTEGER NOT NULL,
            boot INTEGER NOT NULL REFERENCES boot (key),
            name TEXT NOT NULL,
            egg TEXT NOT NULL,
            duration_ns INTEGER NOT NULL,
            state TEXT NOT NULL,
            deadline_ns INTEGER,
            until_ns INTEGER,
            remaining_ns INTEGER,
            started_ns INTEGER NOT NULL,
            pauses TEXT NOT NULL,
            -- What its instants rest on while the clock can't be trusted: an earlier boot, and where that is taken to lie.
            estimate_boot INTEGER REFERENCES boot (key),
            estimate_origin_ns INTEGER,
            estimate_since_ns INTEGER,
            -- Whether the warning before the deadline has been given.
            is_warned INTEGER NOT NULL,
            -- The egg as it went in: grams, degrees Celsius and metres above sea level; null if it isn't known.
            raw_egg TEXT,
            -- The timer's group and its number of eggs, and how long these cook after their cue, which is still to come.
            group_name TEXT,
            egg_count INTEGER,
            after_cue_ns INTEGER,
            -- What an undo of the last command would do: whether that started or removed the timer, and when.
            undo TEXT,
            undo_ns INTEGER,
            -- The name of the alarm's sound; null for the usual one.
            sound TEXT
        """

    /// Makes the layout in an empty database, or migrates one from the version that `examine` has found, step by step.
    static func migrate(_ connection: SQLiteConnection, from found: Int) throws(SQLiteError) {
        for next in max(found + 1, first)..<version + 1 {
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute(steps[next - first])
                try connection.execute("PRAGMA user_version = \(next)")
            }
        }
    }

    enum Finding {
        case usable(layout: Int)
        case newer(Int)
        case damaged(String)
    }

    /// Checks a database. Nothing is written, so that it can also be read from a full disk.
    static func examine(_ connection: SQLiteConnection) throws(SQLiteError) -> Finding {
        let version = try connection.userVersion()
        guard version == 0 || version >= first else { return .damaged("its layout has the number \(version)") }
        guard version <= Self.version else { return .newer(version) }
        let report = try connection.text("PRAGMA quick_check(1)") ?? "ok"
        guard report == "ok" else { return .damaged(report) }
        guard version == 0 else { return .usable(layout: version) }
        let count = try connection.integer("SELECT count(*) FROM sqlite_master")
        return count == 0 ? .usable(layout: 0) : .damaged("it is another program's database")
    }
}
