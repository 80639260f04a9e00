import EggTimers
import Glibc
import Instants
import POSIX
import SQLite

/// The timers and the history on disk. Use it on one thread at a time.
///
/// WAL with `synchronous=FULL`: a commit that has returned survives a power cut. While the database is open it is
/// locked for other programs, so that it can also be read on a full disk, and no other program can delay a commit or
/// make the log grow. It is shared only if another program already has it open.
package final class Store {
    package enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// A later version of this program has written it; it is left as it is.
        case newerSchema(path: String, found: Int)
        /// Its content is damaged, or another program has written it.
        case corrupt(path: String, reason: String)
        case failed(path: String, SQLiteError)
        /// A file that was opened is no longer at its path: it was removed, or another disk was mounted over it.
        case removed(path: String)

        package var description: String {
            switch self {
            case .newerSchema(let path, let found):
                "\(path) was written by a newer eggd (its layout is \(found), this one knows \(Schema.version)); "
                    + "install the newer eggd again, or move the file away"
            case .corrupt(let path, let reason): "\(path) is damaged: \(reason)"
            case .failed(let path, let error): "\(path): \(error)"
            case .removed(let path): "\(path) was removed or replaced"
            }
        }

        /// Whether the database is set aside, so that a new one takes its place, or left where it is.
        package var isDamage: Bool {
            switch self {
            case .corrupt: true
            case .newerSchema, .failed, .removed: false
            }
        }
    }

    /// Runs beyond this number are deleted, the oldest first.
    package static let maxRuns = 10_000
    /// How long a commit waits for another program's lock.
    static let lockTimeout: Duration = .seconds(10)
    /// How long the start waits for another program's lock.
    private static let firstLockTimeout: Duration = .milliseconds(250)
    /// The write-ahead log is cut to this size once its content is in the database.
    static let logSizeLimit = 1024 * 1024

    package let path: String
    /// Why only a copy of the database could be read, so that nothing can be written; nil for the file itself.
    package let readOnlyReason: SQLiteError?
    private let connection: SQLiteConnection
    private let tables: Tables
    /// The layout that was found; 0 for an empty file.
    private var layout: Int
    /// Whether there was a write-ahead log when it was opened: its last user did not close it.
    private let hasLeftLog: Bool
    /// The files that are open, once they can be written to.
    private var identity: [FileIdentity?] = []
    /// The content of the database after the last commit; only differences are written.
    private var committed: [RowKey: SavedTimer] = [:]
    private var committedEgg: RawEgg?
    private var committedAnswers: [KeptAnswer] = []
    private var committedCopyAnswers: [CopyAnswer] = []
    /// Whether the last commit failed. If only its sync did, SQLite may find it in the log later, and count it.
    private var hasFailed = false
    /// The kitchen's egg if one was set, as it was loaded; the next commit also saves it.
    package var kitchenEgg: RawEgg?
    /// The answers to calls with a key, the oldest first, as they were loaded; the next commit saves those that are new.
    package var answers: [KeptAnswer] = []
    /// The same of the answers to alarms of copies.
    package var copyAnswers: [CopyAnswer] = []
    /// Whether there may be runs whose times a synchronised clock would correct.
    private var mayHaveRunsToCorrect = true

    /// Opens the database of a state folder for reading, creating an empty file if there is none.
    ///
    /// This works on a disk that is full, read-only or over quota.
    package convenience init(folder: String) throws(Problem) {
        let path = StoreFiles.path(in: folder)
        let files = DatabaseFiles(path)
        if let file = files.irregular { throw .corrupt(path: path, reason: "\(file) is not a regular file") }
        files.create()
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
    package convenience init(readingIn folder: String, because message: String) throws(Problem) {
        let error = SQLiteError(call: "", code: .readOnly, message: message)
        try self.init(copyOf: StoreFiles.path(in: folder), because: error)
    }

    private convenience init(copyOf path: String, because error: SQLiteError) throws(Problem) {
        guard DatabaseFiles(path).irregular == nil, let copy = StoreFiles.Copy(of: path) else {
            throw .failed(path: path, error)
        }
        // After the first read the open files are enough.
        defer { copy.remove() }
        try self.init(copy.path, at: path, locking: .exclusive, readOnlyReason: error)
    }

    private init(
        _ file: String, at path: String, locking: SQLiteConnection.Locking, readOnlyReason: SQLiteError?
    ) throws(Problem) {
        hasLeftLog = access("\(file)-wal", F_OK) == 0
        let opened: SQLiteConnection
        let finding: Schema.Finding
        do throws(SQLiteError) {
            opened = try SQLiteConnection(file, locking: locking)
            opened.setBusyTimeout(Self.firstLockTimeout)
            finding = try Schema.examine(opened)
        } catch {
            throw Self.problem(path, error)
        }
        switch finding {
        case .usable(let version): layout = version
        case .newer(let version):
            // SQLite would move the log into the database. Without one, it deletes the empty log that it has made.
            if hasLeftLog { opened.leaveLog() }
            throw .newerSchema(path: path, found: version)
        case .damaged(let reason): throw .corrupt(path: path, reason: reason)
        }
        self.path = path
        self.readOnlyReason = readOnlyReason
        connection = opened
        tables = Tables(connection: opened)
    }

    /// Prepares the database for commits, and finds out now rather than at the first timer whether it can be written
    /// to.
    package func prepareForWriting() throws(Problem) {
        if let readOnlyReason { throw .failed(path: path, readOnlyReason) }
        DatabaseFiles(path).tighten()
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
            // The log of a process that was killed may have content that was never synced: the disk had refused it, and
            // doesn't refuse the next sync. A power cut would then make all that follows in the log unreadable.
            if hasLeftLog { try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        } catch {
            throw Self.problem(path, error)
        }
        connection.setBusyTimeout(Self.lockTimeout)
        identity = identities()
    }

    package func close() {
        let current = identities()
        connection.close()
        // SQLite leaves the log of a database that was moved. It must not become another database's log.
        if identity.count > 1, current[0] != identity[0], current[1] == identity[1] { unlink("\(path)-wal") }
    }

    /// The ends of the names of the files that are open.
    private static let ends = ["", "-wal", "-shm"]

    private func identities() -> [FileIdentity?] { Self.ends.map { FileIdentity(path + $0) } }

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

    /// The valid timers, in order of creation, and whether there were invalid ones, which is damage; reads the rest as well.
    package func load() throws(Problem) -> (timers: [SavedTimer], isDamaged: Bool) {
        guard layout > 0 else { return ([], false) }
        do throws(SQLiteError) {
            let read = try readCommitted()
            (kitchenEgg, answers, copyAnswers) = (committedEgg, committedAnswers, committedCopyAnswers)
            return read
        } catch {
            throw Self.problem(path, error)
        }
    }

    private func readCommitted() throws(SQLiteError) -> (timers: [SavedTimer], isDamaged: Bool) {
        let read = try tables.timers(in: layout)
        let kitchen = try tables.kitchenEgg()
        committed = Dictionary(read.timers.map { ($0.key, $0) }) { first, _ in first }
        committedEgg = kitchen.egg
        committedAnswers = layout < Schema.firstWithAnswers ? [] : try tables.answers()
        committedCopyAnswers = layout < Schema.firstWithCopies ? [] : try tables.copyAnswers()
        return (read.timers, read.isDamaged || kitchen.isDamaged)
    }

    /// The latest runs, the newest first, as they were saved; `SavedRun.corrected` corrects them by a clock that is
    /// right now.
    package func history(limit: Int) throws(Problem) -> [SavedRun] {
        guard layout > 0 else { return [] }
        do throws(SQLiteError) {
            return try tables.runs(limit: limit, in: layout)
        } catch {
            throw Self.problem(path, error)
        }
    }

    // MARK: Writing

    /// Makes the database hold exactly these timers, the kitchen's egg and the answers, removes the runs that were
    /// withdrawn and adds those that have ended; all or nothing.
    ///
    /// - Parameter boot: the clocks at this moment.
    package func commit(
        _ timers: [EggTimer], ended runs: [SavedRun], withdrawn: Set<RunID> = [], in boot: Boot
    ) throws(Problem) {
        let current = identities()
        if let index = identity.indices.first(where: { identity[$0] != current[$0] }) {
            throw .removed(path: path + Self.ends[index])
        }
        let wanted = timers.map { $0.saved(in: boot) }
        do throws(SQLiteError) {
            try connection.transaction { () throws(SQLiteError) in
                if hasFailed { _ = try readCommitted() }
                try tables.write(boot)
                let keys = Set(wanted.map(\.key))
                for (key, saved) in committed where !keys.contains(key) { try tables.delete(saved.timer) }
                for saved in wanted where committed[saved.key]?.isSavedLike(saved) != true {
                    try tables.write(saved)
                }
                if kitchenEgg != committedEgg { try tables.write(kitchenEgg: kitchenEgg) }
                for change in answers.difference(from: committedAnswers) {
                    switch change {
                    case .insert(_, let answer, _): try tables.write(answer)
                    case .remove(_, let answer, _): try tables.delete(from: "answer", where: "call", is: answer.call)
                    }
                }
                for change in copyAnswers.difference(from: committedCopyAnswers) {
                    switch change {
                    case .insert(_, let answer, _): try tables.write(answer)
                    case .remove(_, let answer, _): try tables.delete(from: "copy_answer", where: "id", is: answer.id)
                    }
                }
                try tables.deleteUnusedBoots(except: boot)
                if boot.isSynchronised, mayHaveRunsToCorrect { try tables.correctRuns(in: boot) }
                for id in withdrawn.union(runs.map(\.id)) {
                    try tables.delete(from: "run", where: "run_id", is: id.text)
                }
                for run in runs { try tables.append(run.corrected(in: boot)) }
                if !runs.isEmpty { try tables.deleteRuns(beyond: Self.maxRuns) }
            }
        } catch {
            hasFailed = true
            throw Self.problem(path, error)
        }
        hasFailed = false
        committed = Dictionary(wanted.map { ($0.key, $0) }) { $1 }
        (committedEgg, committedAnswers, committedCopyAnswers) = (kitchenEgg, answers, copyAnswers)
        mayHaveRunsToCorrect = !boot.isSynchronised
    }
}

private struct RowKey: Hashable {
    let run: RunID
    let isBefore: Bool
}

extension SavedTimer {
    fileprivate var key: RowKey { RowKey(run: timer.runID, isBefore: timer.isBefore) }

    /// Whether the same row would be written; later readings of the boot are in a table of their own.
    fileprivate func isSavedLike(_ other: SavedTimer) -> Bool {
        timer == other.timer && boot.id == other.boot.id
    }
}
