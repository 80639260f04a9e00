import EggTimers
import Glibc
import SQLite

/// The timers and the history on disk. Use it on one thread at a time.
///
/// WAL with `synchronous=FULL`: a commit that has returned survives a power cut. While the database is open it is
/// locked for other programs, so that it can be read on a full disk too, and no other program can delay a commit or
/// make the log grow. It is shared only if another program already has it open.
public final class Store {
    /// Why a database can't be used.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// A later version of this program has written it; it is left as it is.
        case newerSchema(path: String, found: Int)
        /// Its content is damaged, or another program has written it.
        case corrupt(path: String, reason: String)
        /// SQLite has failed.
        case failed(path: String, SQLiteError)
        /// A file that was opened is no longer at its path: it was removed, or another disk was mounted over it.
        case gone(path: String)

        public var description: String {
            switch self {
            case .newerSchema(let path, let found):
                "\(path) was written by a newer eggd (its layout is \(found), this one knows \(Schema.version)); "
                    + "update eggd, or move the file away"
            case .corrupt(let path, let reason): "\(path) is damaged: \(reason)"
            case .failed(let path, let error): "\(path): \(error)"
            case .gone(let path): "\(path) was removed or replaced"
            }
        }
    }

    /// The database's name within the state folder.
    public static let fileName = StoreFiles.database
    /// Runs beyond this number are deleted, the oldest first.
    public static let mostRuns = 10_000
    /// How long a commit waits for another program's lock.
    public static let lockTimeout: Duration = .seconds(10)
    /// How long the start waits for another program's lock.
    private static let firstLockTimeout: Duration = .milliseconds(250)
    /// The write-ahead log is cut to this size once its content is in the database.
    static let logSizeLimit = 1024 * 1024

    /// The database's path.
    public let path: String
    /// Why only a copy of the database could be read, so that nothing can be written; nil for the file itself.
    public let readOnlyReason: SQLiteError?
    private let connection: SQLiteConnection
    /// The layout that was found; 0 for an empty file.
    private var layout: Int
    /// The files that are open, once they can be written to.
    private var identity: [[UInt64]] = []
    /// The content of the database after the last commit; only differences are written.
    private var committed: [EggTimer.ID: SavedTimer] = [:]
    /// Whether there may be runs whose times a synchronised clock would correct.
    private var mayHaveRunsToCorrect = true

    /// Opens the database of a state folder for reading, creating an empty file if there is none.
    ///
    /// This works on a disk that is full, read-only or over quota.
    public convenience init(folder: String) throws(Problem) {
        let path = "\(folder)/\(Self.fileName)"
        if let file = StoreFiles.irregular(path) { throw .corrupt(path: path, reason: "\(file) is not a regular file") }
        StoreFiles.create(path)
        do throws(Problem) {
            try self.init(path, at: path, locking: .exclusive, readOnlyReason: nil)
        } catch .failed(_, let error) {
            if error.code.primary == .busy {
                try self.init(path, at: path, locking: .shared, readOnlyReason: nil)
            } else {
                try self.init(copyOf: path, because: error)
            }
        }
    }

    /// Opens a copy of the database if the folder can't be written to.
    public convenience init(readingIn folder: String, because message: String) throws(Problem) {
        let error = SQLiteError(call: "", code: .readOnly, message: message)
        try self.init(copyOf: "\(folder)/\(Self.fileName)", because: error)
    }

    private convenience init(copyOf path: String, because error: SQLiteError) throws(Problem) {
        guard StoreFiles.irregular(path) == nil, let copy = StoreFiles.Copy(of: path) else {
            throw .failed(path: path, error)
        }
        // After the first read the open files are enough.
        defer { copy.remove() }
        try self.init(copy.path, at: path, locking: .exclusive, readOnlyReason: error)
    }

    private init(
        _ file: String, at path: String, locking: SQLiteConnection.Locking, readOnlyReason: SQLiteError?
    ) throws(Problem) {
        let opened: SQLiteConnection
        let finding: Finding
        do throws(SQLiteError) {
            opened = try SQLiteConnection(file, locking: locking)
            opened.setBusyTimeout(Self.firstLockTimeout)
            finding = try Self.examine(opened)
        } catch {
            throw Self.problem(path, error)
        }
        switch finding {
        case .usable(let version): layout = version
        case .newer(let version): throw .newerSchema(path: path, found: version)
        case .damaged(let reason): throw .corrupt(path: path, reason: reason)
        }
        self.path = path
        self.readOnlyReason = readOnlyReason
        connection = opened
    }

    private enum Finding {
        case usable(layout: Int)
        case newer(Int)
        case damaged(String)
    }

    /// Checks a database. Nothing is written, so that an older layout can be read from a full disk too.
    private static func examine(_ connection: SQLiteConnection) throws(SQLiteError) -> Finding {
        let version = try Schema.version(of: connection)
        guard version >= 0 else { return .damaged("its layout has the number \(version)") }
        guard version <= Schema.version else { return .newer(version) }
        var report = "ok"
        try connection.statement("PRAGMA quick_check(1)").run { report = $0.text(0) ?? report }
        guard report == "ok" else { return .damaged(report) }
        guard version == 0 else { return .usable(layout: version) }
        var count: Int64 = 0
        try connection.statement("SELECT count(*) FROM sqlite_master").run { count = $0.integer(0) ?? 0 }
        return count == 0 ? .usable(layout: 0) : .damaged("it is another program's database")
    }

    /// Prepares the database for commits, and finds out now rather than at the first timer whether it can be written
    /// to.
    public func prepareForWriting() throws(Problem) {
        if let readOnlyReason { throw .failed(path: path, readOnlyReason) }
        StoreFiles.tighten(path)
        do throws(SQLiteError) {
            try connection.execute(
                """
                PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(Self.logSizeLimit)
                """)
            try Schema.migrate(connection, from: layout)
            layout = Schema.version
            do throws(SQLiteError) {
                try connection.transaction { () throws(SQLiteError) in
                    try connection.execute("PRAGMA user_version = \(Schema.version)")
                }
            } catch {
                // Another program's lock does not mean that the disk can't be written to.
                guard error.code.primary == .busy else { throw error }
            }
        } catch {
            throw Self.problem(path, error)
        }
        connection.setBusyTimeout(Self.lockTimeout)
        identity = StoreFiles.identity(path)
    }

    /// Closes the files.
    public func close() {
        let standing = StoreFiles.identity(path)
        connection.close()
        // SQLite leaves the log of a database that was moved. It must not become another database's log.
        if identity.count > 1, standing[0] != identity[0], standing[1] == identity[1] { unlink("\(path)-wal") }
    }

    /// The size of the write-ahead log. It grows while another program reads the database.
    public var logBytes: Int { StoreFiles.size("\(path)-wal") }

    private static func problem(_ path: String, _ error: SQLiteError) -> Problem {
        switch error.code.primary {
        case .corrupt, .notADatabase: .corrupt(path: path, reason: error.message)
        // SQL that fits this program's tables does not fit these.
        case .error, .constraint, .mismatch:
            .corrupt(path: path, reason: "its tables are not those that eggd makes (\(error.message))")
        default: .failed(path: path, error)
        }
    }

    // MARK: Reading

    /// The saved timers, in order of creation.
    ///
    /// - Returns: the valid timers, and whether there were invalid ones, which is damage.
    public func load() throws(Problem) -> (timers: [SavedTimer], isDamaged: Bool) {
        var saved: [SavedTimer] = []
        var names: Set<TimerName> = []
        var isDamaged = false
        let own = EggTimer.columns.map { "timer.\($0)" }
        let boots = ["own", "earlier"].flatMap { boot in
            ["id", "reading_ns", "wall_ns", "is_synchronised"].map { "\(boot).\($0)" }
        }
        let (bootColumn, earlierColumn) = (Int32(own.count), Int32(own.count + 4))
        guard layout > 0 else { return ([], false) }
        try reading { () throws(SQLiteError) in
            try connection.statement(
                """
                SELECT \((own + boots).joined(separator: ", ")) FROM timer
                LEFT JOIN boot AS own ON own.key = timer.boot
                LEFT JOIN boot AS earlier ON earlier.key = timer.estimate_boot ORDER BY timer.id
                """
            ).run { row in
                if let timer = EggTimer(row, estimateBootFrom: earlierColumn), let boot = Boot(row, from: bootColumn),
                    case let read = SavedTimer(timer: timer, boot: boot), read.isPossible,
                    saved.count < TimerBoard.limit, names.insert(timer.name).inserted
                {
                    saved.append(read)
                } else {
                    isDamaged = true
                }
            }
        }
        committed = Dictionary(saved.map { ($0.timer.id, $0) }) { first, _ in first }
        return (saved, isDamaged)
    }

    /// The latest runs, the newest first, as they were saved; `SavedRun.corrected` corrects them by a clock that is
    /// right now.
    public func history(limit: Int) throws(Problem) -> [SavedRun] {
        guard layout > 0 else { return [] }
        var runs: [SavedRun] = []
        try reading { () throws(SQLiteError) in
            try connection.statement("SELECT \(SavedRun.columns(in: layout)) FROM run ORDER BY key DESC LIMIT ?")
                .run([.integer(Int64(limit))]) { row in SavedRun(row).map { runs.append($0) } }
        }
        return runs
    }

    // MARK: Writing

    /// Makes the database hold exactly these timers, and adds these runs; all or nothing.
    ///
    /// - Parameter boot: the clocks at this moment.
    public func commit(_ timers: [EggTimer], ended runs: [SavedRun], in boot: Boot) throws(Problem) {
        let standing = StoreFiles.identity(path)
        if let index = identity.indices.first(where: { identity[$0] != standing[$0] }) {
            throw .gone(path: path + ([""] + StoreFiles.companions)[index])
        }
        let wanted = timers.map { $0.saved(in: boot) }
        do throws(SQLiteError) {
            try connection.transaction { () throws(SQLiteError) in
                try write(boot)
                let ids = Set(wanted.map(\.timer.id))
                for id in committed.keys where !ids.contains(id) {
                    try connection.statement("DELETE FROM timer WHERE id = ?").run([.integer(id.number)])
                }
                for saved in wanted where committed[saved.timer.id]?.isSavedLike(saved) != true {
                    try write(saved)
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
                    try connection.statement("INSERT INTO run (\(SavedRun.columns)) VALUES (\(places))").run(run.values)
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
        var found: [(key: Int64, run: SavedRun)] = []
        try connection.statement("SELECT \(SavedRun.columns), key FROM run WHERE boot = ?").run([.text(boot.id)]) {
            row in
            if let run = SavedRun(row), let key = row.integer(Int32(run.values.count)) { found.append((key, run)) }
        }
        for (key, run) in found {
            let values = run.corrected(in: boot).values
            let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
            try connection.statement("UPDATE run SET (\(SavedRun.columns)) = (\(places)) WHERE key = ?")
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

    private func write(_ saved: SavedTimer) throws(SQLiteError) {
        let boot = try key(of: saved.boot)
        let estimateBoot: Int64?
        if let earlier = saved.timer.estimate?.boot { estimateBoot = try key(of: earlier) } else { estimateBoot = nil }
        let places = Array(repeating: "?", count: EggTimer.columns.count).joined(separator: ", ")
        try connection.statement(
            "INSERT OR REPLACE INTO timer (\(EggTimer.columns.joined(separator: ", "))) VALUES (\(places))"
        ).run(saved.timer.values(boot: boot, estimateBoot: estimateBoot))
    }

    /// The key of a boot's row, which is created if it is missing.
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

    /// Moves a damaged database and its companion files aside, so that a new one can be created; nothing is deleted.
    ///
    /// - Parameter date: for the new name, such as `2026-11-20T08.35.00`.
    /// - Returns: its new path; nil if it could not be moved.
    public static func setAside(folder: String, date: String) -> String? {
        let path = "\(folder)/\(fileName)"
        StoreFiles.tighten(path)
        return StoreFiles.rename(path, to: path + StoreFiles.damaged + date)
    }

    /// Paths of the damaged databases whose message has not been dismissed, the oldest first.
    public static func damagedFiles(in folder: String) -> [String] {
        StoreFiles.damaged(in: folder)
    }

    /// Renames the damaged databases, so that they are not reported any more.
    public static func dismissDamagedFiles(in folder: String) {
        for path in StoreFiles.damaged(in: folder) {
            let prefix = "\(folder)/\(fileName)"
            let date = path.dropFirst(prefix.count + StoreFiles.damaged.count)
            _ = StoreFiles.rename(path, to: prefix + StoreFiles.seen + date)
        }
    }

    /// Removes other users' rights to a state folder, unless it holds files that are not eggd's.
    public static func tighten(folder: String) {
        StoreFiles.tighten(folder: folder)
    }
}

extension SavedTimer {
    /// Whether the same row would be written; later readings of the boot are in a table of their own.
    fileprivate func isSavedLike(_ other: SavedTimer) -> Bool {
        timer == other.timer && boot.id == other.boot.id
    }
}
