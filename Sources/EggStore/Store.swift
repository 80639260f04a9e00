import CSQLite
import EggTimers
import Glibc

/// The timers and the history on disk; used by one thread at a time.
///
/// WAL with `synchronous=FULL`: when a commit returns, it survives a power cut.
public final class Store {
    /// Why a database can't be used.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// Written by a later version of this program; left as it is.
        case newerSchema(path: String, found: Int)
        /// Its content is damaged.
        case corrupt(path: String, reason: String)
        /// SQLite can't do what it is asked to.
        case failed(path: String, SQLiteError)
        /// The file that was opened stands there no more: its folder was removed, or another disk mounted over it.
        case gone(path: String)

        public var description: String {
            switch self {
            case .newerSchema(let path, let found):
                "\(path) was written by a newer eggd (its layout is \(found), this one knows \(Schema.version)); "
                    + "update eggd, or move the file away"
            case .corrupt(let path, let reason): "\(path) is damaged: \(reason)"
            case .failed(let path, let error): "\(path): \(error)"
            case .gone(let path): "\(path) has been taken away"
            }
        }
    }

    /// The database's name within the state folder.
    public static let fileName = "eggtimer.db"
    /// Runs beyond these are forgotten, the oldest first.
    public static let mostRuns = 10_000
    /// How long another program's lock is waited for.
    public static let patience: Duration = .seconds(10)

    /// The database's path.
    public let path: String
    /// Why it can only be read; nil when it can be written to.
    public let readOnlyReason: SQLiteError?
    private let connection: SQLiteConnection
    private let identity: [UInt64]
    /// What the database holds, as of the last commit: only what differs is written.
    private var committed: [EggTimer.ID: KeptTimer] = [:]
    /// Whether there may be runs whose times a synchronised clock would correct.
    private var mayHaveRunsToCorrect = true
    /// The layout that was found; an older one where nothing can be written.
    private let runColumns: String

    /// Opens the database of a state folder, making or migrating it where need be.
    public convenience init(folder: String) throws(Problem) {
        let path = "\(folder)/\(Self.fileName)"
        let writing = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        do throws(Problem) {
            try self.init(path, at: path, flags: writing, readOnlyReason: nil)
        } catch .failed(_, let error) {
            // A full or read-only disk can still be read from: the timers on it must not be lost with it.
            guard access(path, R_OK) == 0 else { throw .failed(path: path, error) }
            do throws(Problem) {
                try self.init(path, at: path, flags: SQLITE_OPEN_READONLY, readOnlyReason: error)
            } catch .failed {
                // Without a log beside it the file is whole, and can be read without the files that WAL wants to make.
                guard access("\(path)-wal", F_OK) != 0 else { throw .failed(path: path, error) }
                let uri = "file:\(Self.escaped(path))?immutable=1"
                try self.init(uri, at: path, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, readOnlyReason: error)
            }
        }
    }

    private init(_ name: String, at path: String, flags: Int32, readOnlyReason: SQLiteError?) throws(Problem) {
        let opened: SQLiteConnection
        let finding: Finding
        do throws(SQLiteError) {
            opened = try SQLiteConnection(name, flags: flags)
            // Whoever waits for the start should not wait for another program's lock; commits do.
            opened.setBusyTimeout(.milliseconds(250))
            finding = try Self.prepare(opened, isWritable: readOnlyReason == nil)
            opened.setBusyTimeout(Self.patience)
        } catch {
            throw Self.problem(path, error)
        }
        switch finding {
        case .ready(let layout):
            runColumns = layout < Schema.versionWithEstimates ? KeptRun.columnsBeforeEstimates : KeptRun.columns
        case .newer(let version): throw .newerSchema(path: path, found: version)
        case .damaged(let reason): throw .corrupt(path: path, reason: reason)
        }
        self.path = path
        self.readOnlyReason = readOnlyReason
        connection = opened
        identity = Self.identity(path)
    }

    /// Which file stands at a path.
    private static func identity(_ path: String) -> [UInt64] {
        var status = stat()
        return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
    }

    private enum Finding {
        case ready(layout: Int)
        case newer(Int)
        case damaged(String)
    }

    /// Looks at a database before anything is written to it, then migrates it and sees that it can be written to.
    private static func prepare(_ connection: SQLiteConnection, isWritable: Bool) throws(SQLiteError) -> Finding {
        let version = try Schema.version(of: connection)
        guard version >= 0 else { return .damaged("its layout has the number \(version)") }
        guard version <= Schema.version else { return .newer(version) }
        var report = "ok"
        try connection.statement("PRAGMA quick_check(1)").run { report = $0.text(0) ?? report }
        guard report == "ok" else { return .damaged(report) }
        if isWritable {
            try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try Schema.migrate(connection, from: version)
            // Opening writes nothing by itself; that writing fails is better known now than at the first egg. A lock
            // that another program holds is no such failure.
            do throws(SQLiteError) {
                try connection.transaction { () throws(SQLiteError) in
                    try connection.execute("PRAGMA user_version = \(Schema.version)")
                }
            } catch {
                guard error.code.primary == SQLITE_BUSY else { throw error }
            }
        }
        return .ready(layout: isWritable ? Schema.version : version)
    }

    private static func problem(_ path: String, _ error: SQLiteError) -> Problem {
        error.isCorruption ? .corrupt(path: path, reason: error.message) : .failed(path: path, error)
    }

    // MARK: Reading

    /// The timers that are kept, in order of creation.
    ///
    /// - Returns: those that make sense, and whether there were others: that is damage.
    public func load() throws(Problem) -> (timers: [KeptTimer], isDamaged: Bool) {
        var kept: [KeptTimer] = []
        var names: Set<TimerName> = []
        var isDamaged = false
        let own = EggTimer.columns.map { "timer.\($0)" }
        let boots = ["own", "earlier"].flatMap { boot in
            ["id", "reading_ns", "wall_ns", "is_synchronised"].map { "\(boot).\($0)" }
        }
        let (bootColumn, earlierColumn) = (Int32(own.count), Int32(own.count + 4))
        try reading { () throws(SQLiteError) in
            try connection.statement(
                """
                SELECT \((own + boots).joined(separator: ", ")) FROM timer
                LEFT JOIN boot AS own ON own.key = timer.boot
                LEFT JOIN boot AS earlier ON earlier.key = timer.estimate_boot ORDER BY timer.id
                """
            ).run { row in
                if let timer = EggTimer(row, estimateBootFrom: earlierColumn), let boot = Boot(row, from: bootColumn),
                    case let read = KeptTimer(timer: timer, boot: boot), read.isPossible,
                    kept.count < TimerBoard.limit, names.insert(timer.name).inserted
                {
                    kept.append(read)
                } else {
                    isDamaged = true
                }
            }
        }
        committed = Dictionary(kept.map { ($0.timer.id, $0) }) { first, _ in first }
        return (kept, isDamaged)
    }

    /// The latest runs, the newest first, as they were saved: `KeptRun.corrected` has them by a clock that is right now.
    public func history(limit: Int) throws(Problem) -> [KeptRun] {
        var runs: [KeptRun] = []
        try reading { () throws(SQLiteError) in
            try connection.statement("SELECT \(runColumns) FROM run ORDER BY key DESC LIMIT ?")
                .run([.integer(Int64(limit))]) { row in KeptRun(row).map { runs.append($0) } }
        }
        return runs
    }

    // MARK: Writing

    /// Makes the database hold these timers and no others, and these runs besides those that it has; all or nothing.
    ///
    /// - Parameter boot: the clocks at this moment.
    public func commit(_ timers: [EggTimer], ended runs: [KeptRun], in boot: Boot) throws(Problem) {
        guard Self.identity(path) == identity else { throw .gone(path: path) }
        let wanted = timers.map { $0.kept(in: boot) }
        do throws(SQLiteError) {
            try connection.transaction { () throws(SQLiteError) in
                try write(boot)
                let ids = Set(wanted.map(\.timer.id))
                for id in committed.keys where !ids.contains(id) {
                    try connection.statement("DELETE FROM timer WHERE id = ?").run([.integer(id.number)])
                }
                for kept in wanted where committed[kept.timer.id]?.isKeptLike(kept) != true {
                    try write(kept)
                }
                try connection.statement(
                    """
                    DELETE FROM boot WHERE id <> ? AND key NOT IN (SELECT boot FROM timer)
                    AND key NOT IN (SELECT estimate_boot FROM timer WHERE estimate_boot IS NOT NULL)
                    """
                ).run([.text(boot.id)])
                if boot.isSynchronised, mayHaveRunsToCorrect { try correctRuns(in: boot) }
                for run in runs {
                    let run = run.corrected(in: boot)
                    let places = Array(repeating: "?", count: run.values.count).joined(separator: ", ")
                    try connection.statement("INSERT INTO run (\(KeptRun.columns)) VALUES (\(places))").run(run.values)
                }
                if !runs.isEmpty {
                    try connection.execute(
                        "DELETE FROM run WHERE key <= (SELECT max(key) FROM run) - \(Self.mostRuns)")
                }
            }
        } catch {
            throw Self.problem(path, error)
        }
        committed = Dictionary(uniqueKeysWithValues: wanted.map { ($0.timer.id, $0) })
        mayHaveRunsToCorrect = !boot.isSynchronised
    }

    /// Corrects the runs that ended in this boot while its wall clock could not be trusted.
    private func correctRuns(in boot: Boot) throws(SQLiteError) {
        var found: [(key: Int64, run: KeptRun)] = []
        try connection.statement("SELECT \(KeptRun.columns), key FROM run WHERE boot = ?").run([.text(boot.id)]) {
            row in
            if let run = KeptRun(row), let key = row.integer(Int32(run.values.count)) { found.append((key, run)) }
        }
        for (key, run) in found {
            let values = run.corrected(in: boot).values
            let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
            try connection.statement("UPDATE run SET (\(KeptRun.columns)) = (\(places)) WHERE key = ?")
                .run(values + [.integer(key)])
        }
    }

    private func write(_ boot: Boot) throws(SQLiteError) {
        try connection.statement(
            """
            INSERT INTO boot (id, reading_ns, wall_ns, is_synchronised) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET reading_ns = excluded.reading_ns, wall_ns = excluded.wall_ns,
                is_synchronised = excluded.is_synchronised
            """
        ).run(boot.values)
    }

    private func write(_ kept: KeptTimer) throws(SQLiteError) {
        let boot = try key(of: kept.boot)
        let estimateBoot: Int64?
        if let earlier = kept.timer.estimate?.boot { estimateBoot = try key(of: earlier) } else { estimateBoot = nil }
        let places = Array(repeating: "?", count: EggTimer.columns.count).joined(separator: ", ")
        try connection.statement(
            "INSERT OR REPLACE INTO timer (\(EggTimer.columns.joined(separator: ", "))) VALUES (\(places))"
        ).run(kept.timer.values(boot: boot, estimateBoot: estimateBoot))
    }

    /// The key of a boot's row, which is made if it is not there.
    private func key(of boot: Boot) throws(SQLiteError) -> Int64 {
        try connection.statement(
            "INSERT OR IGNORE INTO boot (id, reading_ns, wall_ns, is_synchronised) VALUES (?, ?, ?, ?)"
        ).run(boot.values)
        var key: Int64 = 0
        try connection.statement("SELECT key FROM boot WHERE id = ?").run([.text(boot.id)]) { row in
            key = row.integer(0) ?? 0
        }
        return key
    }

    private func reading(_ body: () throws(SQLiteError) -> Void) throws(Problem) {
        do {
            try body()
        } catch {
            throw Self.problem(path, error)
        }
    }

    // MARK: Damage

    /// Moves a damaged database and what belongs to it aside, so that a new one can be begun; nothing is deleted.
    ///
    /// - Parameter date: for the new name, such as `2026-11-20T08.35.00`.
    /// - Returns: where it is now; nil when it could not be moved.
    public static func setAside(folder: String, date: String) -> String? {
        let path = "\(folder)/\(fileName)"
        var aside = "\(path).damaged-\(date)"
        var number = 1
        while access(aside, F_OK) == 0 {
            number += 1
            aside = "\(path).damaged-\(date)-\(number)"
        }
        // The log goes first: a log beside no database would be deleted when a new one is opened.
        for suffix in ["-wal", "-shm"] { rename(path + suffix, aside + suffix) }
        return rename(path, aside) == 0 ? aside : nil
    }

    /// A path within a URI.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let isPlain =
                byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_") || (byte < 128 && Character(Unicode.Scalar(byte)).isLetter)
                || (byte < 128 && Character(Unicode.Scalar(byte)).isNumber)
            if isPlain { return String(Unicode.Scalar(byte)) }
            let hex = String(byte, radix: 16, uppercase: true)
            return "%" + (hex.count < 2 ? "0" : "") + hex
        }.joined()
    }
}

extension KeptTimer {
    /// Whether the same row would be written: a boot's later reading is in a table of its own.
    fileprivate func isKeptLike(_ other: KeptTimer) -> Bool {
        timer == other.timer && boot.id == other.boot.id
    }
}
