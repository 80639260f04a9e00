import SQLite

/// The database layouts by `user_version`, and the migration from each to the next.
enum Schema {
    /// The version that this program writes.
    static var version: Int { migrations.count }

    /// The SQL that leads from version n to n + 1. Never change an entry: databases of every version are in use.
    ///
    /// A new state of a timer or ending of a run also needs a new version, with or without SQL, so that an older eggd
    /// leaves the file alone. In a version that it knows, it would treat the unknown word as damage.
    private static let migrations: [String] = [
        """
        -- A boot of the machine: the latest reading of its clock beside the wall clock.
        CREATE TABLE boot (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            reading_ns INTEGER NOT NULL,
            wall_ns INTEGER NOT NULL,
            is_synchronised INTEGER NOT NULL
        ) STRICT;
        -- A timer; its instants are readings of its boot's clock.
        CREATE TABLE timer (
            id INTEGER PRIMARY KEY,
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
            estimate_since_ns INTEGER
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
            pauses TEXT NOT NULL
        ) STRICT;
        """,
        """
        -- A run's times may rest on a wall clock that can't be trusted yet, and on a guess of how long the machine was off.
        ALTER TABLE run ADD COLUMN is_estimated INTEGER NOT NULL DEFAULT 0;
        -- The boot whose clock it is, and what that was ahead of the boot clock; null once nothing can be corrected.
        ALTER TABLE run ADD COLUMN boot TEXT;
        ALTER TABLE run ADD COLUMN offset_ns INTEGER;
        -- What was guessed: times before past_until_ns move by past_shift_ns when the clock can be trusted.
        ALTER TABLE run ADD COLUMN past_shift_ns INTEGER;
        ALTER TABLE run ADD COLUMN past_until_ns INTEGER;
        """,
        """
        -- Whether the warning before the deadline has been given.
        ALTER TABLE timer ADD COLUMN is_warned INTEGER NOT NULL DEFAULT 0;
        """,
        """
        -- The egg as it went in: grams, degrees Celsius and metres above sea level; null if it isn't known.
        ALTER TABLE timer ADD COLUMN raw_egg TEXT;
        -- The timer's group and its number of eggs, and how long these cook after their cue, which is still to come.
        ALTER TABLE timer ADD COLUMN group_name TEXT;
        ALTER TABLE timer ADD COLUMN egg_count INTEGER;
        ALTER TABLE timer ADD COLUMN after_cue_ns INTEGER;
        """,
        """
        -- Without a name, a time is called 'timer'; before, it was called 'egg' like an egg.
        UPDATE timer SET name = \(nameInLayout5(hasGroups: true));
        UPDATE run SET name = 'timer' WHERE name = 'egg' AND egg = 'custom';
        """,
        """
        -- The kitchen's egg, in its only row: grams, degrees Celsius and metres above sea level; without it, eggd.conf's.
        CREATE TABLE kitchen (key INTEGER PRIMARY KEY CHECK (key = 1), raw_egg TEXT NOT NULL) STRICT;
        """,
        """
        -- The ID of a run. Runs of before have none, so theirs are made of the numbers of their rows.
        ALTER TABLE run ADD COLUMN run_id TEXT;
        UPDATE run SET run_id = printf('%016x', -key);
        -- A timer is known by its run, because one that was removed has the same number as the one in its place.
        CREATE TABLE timer_by_run (
            run_id TEXT PRIMARY KEY,
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
            estimate_boot INTEGER REFERENCES boot (key),
            estimate_origin_ns INTEGER,
            estimate_since_ns INTEGER,
            is_warned INTEGER NOT NULL,
            raw_egg TEXT,
            group_name TEXT,
            egg_count INTEGER,
            after_cue_ns INTEGER,
            -- What an undo of the last command would do: whether that started or removed the timer, and when.
            undo TEXT,
            undo_ns INTEGER
        ) STRICT;
        INSERT INTO timer_by_run
        SELECT printf('%016x', id), id, boot, name, egg, duration_ns, state, deadline_ns, until_ns, remaining_ns,
            started_ns, pauses, estimate_boot, estimate_origin_ns, estimate_since_ns, is_warned, raw_egg, group_name,
            egg_count, after_cue_ns, NULL, NULL FROM timer;
        DROP TABLE timer;
        ALTER TABLE timer_by_run RENAME TO timer;
        """,
        """
        -- The name of the alarm's sound; null for the usual one.
        ALTER TABLE timer ADD COLUMN sound TEXT;
        ALTER TABLE run ADD COLUMN sound TEXT;
        """,
    ]

    /// A timer's name in an older layout as the fifth has it, in SQL: a time that is called `egg` becomes `timer`, unless
    /// a timer or a group has that name.
    ///
    /// - Parameter hasGroups: whether the older layout has groups.
    static func nameInLayout5(hasGroups: Bool) -> String {
        """
        CASE WHEN timer.name = 'egg' AND timer.egg = 'custom' AND NOT EXISTS (
            SELECT 1 FROM timer AS other WHERE 'timer' IN (other.name, \(hasGroups ? "other.group_name" : "NULL"))
        ) THEN 'timer' ELSE timer.name END
        """
    }

    /// The first layouts with a table for the kitchen's egg, with the IDs of runs, and with their sounds.
    static let (withKitchen, withRunIDs, withSounds) = (6, 7, 8)

    /// Migrates a database from an earlier version to this one, step by step.
    static func migrate(_ connection: SQLiteConnection, from found: Int) throws(SQLiteError) {
        for next in found..<version {
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute(migrations[next])
                try connection.execute("PRAGMA user_version = \(next + 1)")
            }
        }
    }

    /// The condition of a database.
    enum Finding {
        case usable(layout: Int)
        case newer(Int)
        case damaged(String)
    }

    /// Checks a database. Nothing is written, so that an older layout can also be read from a full disk.
    static func examine(_ connection: SQLiteConnection) throws(SQLiteError) -> Finding {
        let version = try connection.userVersion()
        guard version >= 0 else { return .damaged("its layout has the number \(version)") }
        guard version <= Self.version else { return .newer(version) }
        var report = "ok"
        try connection.statement("PRAGMA quick_check(1)").run { report = $0.text(0) ?? report }
        guard report == "ok" else { return .damaged(report) }
        guard version == 0 else { return .usable(layout: version) }
        var count: Int64 = 0
        try connection.statement("SELECT count(*) FROM sqlite_master").run { count = $0.integer(0) ?? 0 }
        return count == 0 ? .usable(layout: 0) : .damaged("it is another program's database")
    }
}
