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

        public var description: String {
            switch self {
            case .newerSchema(let path, let found):
                "\(path) was written by a newer eggd (its layout is \(found), this one knows \(Schema.version)); "
                    + "update eggd, or move the file away"
            case .corrupt(let path, let reason): "\(path) is damaged: \(reason)"
            case .failed(let path, let error): "\(path): \(error)"
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
    /// What the database holds, as of the last commit: only what differs is written.
    private var committed: [EggTimer.ID: KeptTimer] = [:]

    /// Opens the database of a state folder, making or migrating it where need be.
    public convenience init(folder: String) throws(Problem) {
        let path = "\(folder)/\(Self.fileName)"
        let writing = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        do throws(Problem) {
            try self.init(path, at: path, flags: writing, readOnlyReason: nil)
        } catch .failed(_, let error) {
            // A full or read-only disk can still be read from: the timers on it must not be lost with it.
            guard access(path, R_OK) == 0, error.code.primary != SQLITE_BUSY else { throw .failed(path: path, error) }
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
            opened.setBusyTimeout(Self.patience)
            finding = try Self.prepare(opened, isWritable: readOnlyReason == nil)
        } catch {
            throw Self.problem(path, error)
        }
        switch finding {
        case .ready: break
        case .newer(let version): throw .newerSchema(path: path, found: version)
        case .damaged(let reason): throw .corrupt(path: path, reason: reason)
        }
        self.path = path
        self.readOnlyReason = readOnlyReason
        connection = opened
    }

    private enum Finding {
        case ready
        case newer(Int)
        case damaged(String)
    }

    /// Looks at a database before anything is written to it, then migrates it and sees that it can be written to.
    private static func prepare(_ connection: SQLiteConnection, isWritable: Bool) throws(SQLiteError) -> Finding {
        let version = try Schema.version(of: connection)
        guard version <= Schema.version else { return .newer(version) }
        var report = "ok"
        try connection.statement("PRAGMA quick_check(1)").run { report = $0.text(0) ?? report }
        guard report == "ok" else { return .damaged(report) }
        if isWritable {
            try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try Schema.migrate(connection, from: version)
            // Opening writes nothing by itself; that writing fails is better known now than at the first egg.
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("PRAGMA user_version = \(Schema.version)")
            }
        }
        return .ready
    }

    private static func problem(_ path: String, _ error: SQLiteError) -> Problem {
        error.isCorruption ? .corrupt(path: path, reason: error.message) : .failed(path: path, error)
    }

    // MARK: Reading

    /// The timers that are kept, in order of creation; those whose rows make no sense are damage.
    public func load() throws(Problem) -> [KeptTimer] {
        var kept: [KeptTimer] = []
        var hasNonsense = false
        let columns = EggTimer.columns.split(separator: ", ").map { "timer.\($0)" }.joined(separator: ", ")
        try reading { () throws(SQLiteError) in
            try connection.statement(
                """
                SELECT \(columns), boot.id, boot.reading_ns, boot.wall_ns, boot.is_synchronised
                FROM timer LEFT JOIN boot ON boot.key = timer.boot ORDER BY timer.id
                """
            ).run { row in
                if let timer = EggTimer(row), let boot = Boot(row, from: 11) {
                    kept.append(KeptTimer(timer: timer, boot: boot))
                } else {
                    hasNonsense = true
                }
            }
        }
        let names = Set(kept.map(\.timer.name))
        guard !hasNonsense, names.count == kept.count, kept.count <= TimerBoard.limit else {
            throw .corrupt(path: path, reason: "it holds timers that can't be")
        }
        committed = Dictionary(uniqueKeysWithValues: kept.map { ($0.timer.id, $0) })
        return kept
    }

    /// The latest runs, the newest first.
    public func history(limit: Int) throws(Problem) -> [KeptRun] {
        var runs: [KeptRun] = []
        try reading { () throws(SQLiteError) in
            try connection.statement("SELECT \(KeptRun.columns) FROM run ORDER BY key DESC LIMIT ?")
                .run([.integer(Int64(limit))]) { row in KeptRun(row).map { runs.append($0) } }
        }
        return runs
    }

    // MARK: Writing

    /// Makes the database hold these timers and no others, and these runs besides those that it has; all or nothing.
    ///
    /// - Parameter boot: the clocks at this moment.
    public func commit(_ timers: [EggTimer], ended runs: [KeptRun], in boot: Boot) throws(Problem) {
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
                try connection.execute(
                    "DELETE FROM boot WHERE key NOT IN (SELECT boot FROM timer) AND key <> (SELECT max(key) FROM boot)")
                for run in runs {
                    try connection.statement(
                        "INSERT INTO run (\(KeptRun.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                    ).run(run.values)
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
        var key: Int64 = 0
        try connection.statement("SELECT key FROM boot WHERE id = ?").run([.text(kept.boot.id)]) { row in
            key = row.integer(0) ?? 0
        }
        if key == 0 {
            // An estimated timer's own boot, when the database that it came from was moved aside.
            try write(kept.boot)
            try connection.statement("SELECT key FROM boot WHERE id = ?").run([.text(kept.boot.id)]) { row in
                key = row.integer(0) ?? 0
            }
        }
        let places = Array(repeating: "?", count: 11).joined(separator: ", ")
        try connection.statement("INSERT OR REPLACE INTO timer (\(EggTimer.columns)) VALUES (\(places))")
            .run(kept.timer.values(boot: key))
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
        guard rename(path, aside) == 0 else { return nil }
        for suffix in ["-wal", "-shm"] { rename(path + suffix, aside + suffix) }
        return aside
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
