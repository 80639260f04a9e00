import EggTimers
import Instants
import SQLite

/// The tables of an open database: timers, the boots whose clocks they follow, the kitchen's egg, answers to calls with a
/// key, and runs that have ended.
struct Tables {
    let connection: SQLiteConnection

    /// Deletes the rows that have this text in a column.
    func delete(from table: String, where column: String, is text: String) throws(SQLiteError) {
        try connection.statement("DELETE FROM \(table) WHERE \(column) = ?").run([.text(text)])
    }

    // MARK: Timers

    /// The timers in order of creation, also those that an undo would give back, and whether there were invalid ones.
    func timers(in layout: Int) throws(SQLiteError) -> (timers: [SavedTimer], isDamaged: Bool) {
        var saved: [SavedTimer] = []
        var names: Set<TimerName> = []
        var isDamaged = false
        let own = Schema.columns(EggTimer.columns, of: "timer", in: layout)
        let boots = ["own", "earlier"].flatMap { boot in
            ["id", "reading_ns", "wall_ns", "is_synchronised"].map { "\(boot).\($0)" }
        }
        let (bootColumn, earlierColumn) = (Int32(own.count), Int32(own.count + 4))
        try connection.statement(
            """
            SELECT \((own + boots).joined(separator: ", ")) FROM timer
            LEFT JOIN boot AS own ON own.key = timer.boot
            LEFT JOIN boot AS earlier ON earlier.key = timer.estimate_boot ORDER BY timer.id
            """
        ).run { row in
            if let timer = EggTimer(row, estimateBootFrom: earlierColumn), let boot = Boot(row, from: bootColumn),
                case let read = SavedTimer(timer: timer, boot: boot), read.isPossible,
                timer.isBefore ? saved.count - names.count < TimerBoard.limit : names.count < TimerBoard.limit,
                timer.isBefore || names.insert(timer.name).inserted
            {
                saved.append(read)
            } else {
                isDamaged = true
            }
        }
        return (saved, isDamaged)
    }

    func write(_ saved: SavedTimer) throws(SQLiteError) {
        let boot = try key(of: saved.boot)
        let estimateBoot: Int64?
        if let earlier = saved.timer.estimate?.boot { estimateBoot = try key(of: earlier) } else { estimateBoot = nil }
        let places = Array(repeating: "?", count: EggTimer.columns.count).joined(separator: ", ")
        try connection.statement(
            "INSERT OR REPLACE INTO timer (\(EggTimer.columns.joined(separator: ", "))) VALUES (\(places))"
        ).run(saved.timer.values(boot: boot, estimateBoot: estimateBoot))
    }

    func delete(_ timer: EggTimer) throws(SQLiteError) {
        try connection.statement("DELETE FROM timer WHERE run_id = ? AND \(Schema.isBefore) = ?")
            .run([.text(timer.runID.text), .integer(timer.isBefore ? 1 : 0)])
    }

    // MARK: Boots

    /// Adds or updates a boot with its latest readings.
    func write(_ boot: Boot) throws(SQLiteError) {
        try connection.statement(
            """
            INSERT INTO boot (id, reading_ns, wall_ns, is_synchronised) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET reading_ns = excluded.reading_ns, wall_ns = excluded.wall_ns,
                is_synchronised = excluded.is_synchronised
            """
        ).run(boot.values)
    }

    /// Deletes the boots that no timer follows.
    func deleteUnusedBoots(except current: Boot) throws(SQLiteError) {
        try connection.statement(
            """
            DELETE FROM boot WHERE id <> ? AND key NOT IN (SELECT boot FROM timer)
            AND key NOT IN (SELECT estimate_boot FROM timer WHERE estimate_boot IS NOT NULL)
            """
        ).run([.text(current.id)])
    }

    /// The key of a boot's row, which is created if it is missing.
    private func key(of boot: Boot) throws(SQLiteError) -> Int64 {
        try connection.statement(
            "INSERT OR IGNORE INTO boot (id, reading_ns, wall_ns, is_synchronised) VALUES (?, ?, ?, ?)"
        ).run(boot.values)
        let keys = try connection.statement("SELECT key FROM boot WHERE id = ?").rows([.text(boot.id)]) {
            $0.integer(0)
        }
        return keys.first ?? 0
    }

    // MARK: The kitchen

    /// The kitchen's egg if one was set, and whether the row is invalid.
    func kitchenEgg() throws(SQLiteError) -> (egg: RawEgg?, isDamaged: Bool) {
        let rows = try connection.statement("SELECT raw_egg FROM kitchen").rows { row -> RawEgg?? in
            .some(row.text(0).flatMap(RawEggColumn.read))
        }
        let egg = rows.first ?? nil
        return (egg, egg == nil && !rows.isEmpty)
    }

    func write(kitchenEgg egg: RawEgg?) throws(SQLiteError) {
        guard let egg else { return try connection.execute("DELETE FROM kitchen") }
        try connection.statement("INSERT OR REPLACE INTO kitchen (key, raw_egg) VALUES (1, ?)")
            .run([.text(RawEggColumn.write(egg))])
    }

    // MARK: Answers

    /// The answers to calls with a key, the oldest first.
    func answers() throws(SQLiteError) -> [KeptAnswer] {
        try connection.statement("SELECT call, reply FROM answer ORDER BY rowid").rows { row in
            guard let call = row.text(0), let reply = row.text(1) else { return nil }
            return KeptAnswer(call: call, reply: reply)
        }
    }

    func write(_ answer: KeptAnswer) throws(SQLiteError) {
        try connection.statement("INSERT OR REPLACE INTO answer (call, reply) VALUES (?, ?)")
            .run([.text(answer.call), .text(answer.reply)])
    }

    // MARK: Answers to alarms of copies

    /// The answers, the oldest first.
    func copyAnswers() throws(SQLiteError) -> [CopyAnswer] {
        try connection.statement("SELECT \(CopyAnswer.columns) FROM copy_answer ORDER BY rowid").rows { CopyAnswer($0) }
    }

    func write(_ answer: CopyAnswer) throws(SQLiteError) {
        try connection.statement("INSERT OR REPLACE INTO copy_answer (\(CopyAnswer.columns)) VALUES (?, ?, ?, ?, ?, ?)")
            .run(answer.values)
    }

    // MARK: Runs

    /// The latest runs, the newest first.
    func runs(limit: Int, in layout: Int) throws(SQLiteError) -> [SavedRun] {
        let columns = Schema.columns(SavedRun.columnNames, of: "run", in: layout).joined(separator: ", ")
        return try connection.statement("SELECT \(columns) FROM run ORDER BY key DESC LIMIT ?")
            .rows([.integer(Int64(limit))]) { SavedRun($0) }
    }

    func append(_ run: SavedRun) throws(SQLiteError) {
        let places = Array(repeating: "?", count: run.values.count).joined(separator: ", ")
        try connection.statement("INSERT INTO run (\(SavedRun.columns)) VALUES (\(places))").run(run.values)
    }

    func deleteRuns(beyond limit: Int) throws(SQLiteError) {
        try connection.execute("DELETE FROM run WHERE key <= (SELECT max(key) FROM run) - \(limit)")
    }

    /// Corrects the runs that ended in this boot while its wall clock could not be trusted.
    func correctRuns(in boot: Boot) throws(SQLiteError) {
        let statement = try connection.statement("SELECT \(SavedRun.columns), key FROM run WHERE boot = ?")
        let found = try statement.rows([.text(boot.id)]) { row -> (key: Int64, run: SavedRun)? in
            guard let run = SavedRun(row), let key = row.integer(Int32(run.values.count)) else { return nil }
            return (key, run)
        }
        for (key, run) in found {
            let values = run.corrected(in: boot).values
            let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
            try connection.statement("UPDATE run SET (\(SavedRun.columns)) = (\(places)) WHERE key = ?")
                .run(values + [.integer(key)])
        }
    }
}
