import EggLoop
import EggStore
import EggTimers
import Glibc
import Instants
import POSIX

/// The work of the store writer, on its thread.
final class StoreWorker {
    /// The consequence of a database that could not be read at the start.
    static let areMissing = "timers that are saved there are missing until it can be read"
    /// The time until a failed disk is tried again; it doubles with each try, up to the longest.
    private static let (firstRetry, maxRetry): (Duration, Duration) = (.seconds(5), .seconds(120))

    private let folder: String?
    private let log: Log
    private let report: @Sendable (StoreWriter.Report) -> Void
    private var lock: LockFile?
    private var store: Store?
    private var isWritable = false
    /// Why the open database must be moved aside before anything is written.
    private var damage: Store.Problem?
    /// The database is new and holds no commit. If it refuses one, it is not damaged, and another would not help.
    private var isFresh = false
    /// Folders with a new entry that is not durable yet.
    private var unsyncedFolders: [String] = []
    /// Whether the timers that were on disk at the start have been delivered.
    private var hasRestored = false
    /// The latest state that is not durable yet.
    private var unsaved: (content: Content, boot: Boot)?
    private var unsavedHistory = HistoryChange()
    private var trouble: String?
    /// How often found timers were reported, and how many of these reports the commits include. A commit that does not
    /// include all of them would delete the timers that were found.
    private var (found, merged) = (0, 0)
    private var notices = StoreNotices()
    /// When a failed disk is tried again; nil while nothing is wrong.
    private var retryAt: SuspendingClock.Instant?
    private var retryWait = firstRetry
    private(set) var hasEnded = false

    init(folder: String?, log: Log, report: @escaping @Sendable (StoreWriter.Report) -> Void) {
        self.folder = folder
        self.log = log
        self.report = report
    }

    /// The time until the disk is to be tried again; nil if nothing is wrong.
    var timeToRetry: Duration? {
        retryAt.map { max(.zero, SuspendingClock().now.duration(to: $0)) }
    }

    // MARK: The start

    /// Reads the timers first. All writing waits until they have been delivered, unless the database is damaged.
    func begin(_ restoration: Restoration) {
        let saved: SavedContent?
        do throws(StoreWriter.Taken) {
            saved = try open()
        } catch {
            if !restoration.fulfil(.failure(error)) {
                report(.read)
                fail("\(error)")
            }
            return scheduleRetry()
        }
        hasRestored = saved != nil
        // Damage is reported first, so that a client that starts the daemon is told that timers may be missing.
        let isDamaged = damage != nil
        if isDamaged { makeWritable() }
        findFilesSetAside()
        if !restoration.fulfil(.success(saved ?? SavedContent())) {
            report(.read)
            if let saved { reportFound(saved) }
        }
        if !isDamaged { makeWritable() }
        scheduleRetry()
    }

    /// Opens the database for reading; returns its content, or nil if it can't be read, and `trouble` says why.
    private func open() throws(StoreWriter.Taken) -> SavedContent? {
        guard let folder else {
            fail("no state folder is known; set HOME or XDG_STATE_HOME, or use --state-dir")
            return nil
        }
        do throws(FileError) {
            unsyncedFolders += try Folder.make(folder)
        } catch {
            fail("\(error)")
            return nil
        }
        do throws(LockFile.Failure) {
            if lock == nil { lock = try LockFile("\(folder)/eggd.lock") }
        } catch {
            guard case .system(let error) = error else { throw StoreWriter.Taken(folder: folder) }
            // A folder that can't be written to may still be readable.
            let copy = hasRestored ? nil : try? Store(readingIn: folder, because: "\(error)")
            let content = copy.flatMap { try? read($0).content }
            fail(content == nil ? reason("\(error)", in: folder) : "\(error)")
            return content
        }
        do throws(Store.Problem) {
            let opened = try Store(folder: folder)
            store = opened
            let (content, isDamaged) = try read(opened)
            if isDamaged { damage = .corrupt(path: opened.path, reason: "it contains invalid rows") }
            return content
        } catch {
            if error.isDamage {
                damage = error
                return SavedContent()
            }
            fail(reason("\(error)", in: folder))
            return nil
        }
    }

    private func read(_ store: Store) throws(Store.Problem) -> (content: SavedContent, isDamaged: Bool) {
        let (timers, isDamaged) = try store.load()
        let content = SavedContent(
            timers: timers, kitchenEgg: store.kitchenEgg, answers: store.answers, copyAnswers: store.copyAnswers)
        return (content, isDamaged)
    }

    /// An error, and what it means for timers that are saved in a database and have not been read.
    private func reason(_ error: String, in folder: String) -> String {
        let isUnread = !hasRestored && access(StoreFiles.path(in: folder), F_OK) == 0
        return isUnread ? "\(error); \(Self.areMissing)" : error
    }

    /// Does all writing that must precede the first commit.
    private func makeWritable() {
        guard let folder, lock != nil, store != nil || damage != nil else { return }
        for folder in unsyncedFolders { Folder.sync(folder) }
        unsyncedFolders = []
        StoreFiles.tighten(folder: folder)
        isWritable = prepare(folder)
    }

    private func prepare(_ folder: String) -> Bool {
        if let damage { return startNewDatabase(folder, after: damage) }
        guard let store else { return false }
        do throws(Store.Problem) {
            try store.prepareForWriting()
            return true
        } catch {
            return startNewDatabase(folder, after: error)
        }
    }

    /// Moves a database that can't be used aside and creates a new one, unless it must stay where it is.
    private func startNewDatabase(_ folder: String, after problem: Store.Problem) -> Bool {
        guard problem.isDamage else { return failedToSave(problem) }
        close()
        guard let aside = StoreFiles.setAside(folder: folder, date: fileDate()) else {
            fail("\(problem), and it can't be moved aside")
            return false
        }
        log("\(problem); it was renamed to \(aside), and a new database takes its place")
        findFilesSetAside()
        do throws(Store.Problem) {
            let opened = try Store(folder: folder)
            store = opened
            _ = try opened.load()
            try opened.prepareForWriting()
        } catch {
            fail("\(error)")
            return false
        }
        (isWritable, isFresh) = (true, true)
        return true
    }

    /// The files must be closed before they are renamed or opened again.
    private func close() {
        store?.close()
        (store, isWritable, damage) = (nil, false, nil)
    }

    // MARK: Saving

    /// Accepts a state of the board; returns whether it is durable.
    func commit(_ content: Content, _ history: HistoryChange, in boot: Boot, merged: Int) -> Bool {
        unsaved = (content, boot)
        unsavedHistory.append(history)
        // The disk worked when the timers were found.
        let hasJustMerged = merged > self.merged
        self.merged = merged
        defer { scheduleRetry() }
        // A failed disk waits for the next try, because each attempt may take as long as the last.
        return trouble == nil || hasJustMerged ? save() : false
    }

    /// Makes the latest state durable; if this database has become unusable, once in another one.
    private func save(mayStartNewDatabase: Bool = true) -> Bool {
        guard let store, isWritable, merged == found, let folder else { return false }
        if let unsaved {
            do throws(Store.Problem) {
                store.kitchenEgg = unsaved.content.kitchenEgg
                store.answers = unsaved.content.answers
                store.copyAnswers = unsaved.content.copyAnswers
                try store.commit(
                    unsaved.content.timers, ended: unsavedHistory.ended, withdrawn: Set(unsavedHistory.withdrawn),
                    in: unsaved.boot)
            } catch {
                return mayStartNewDatabase ? saveElsewhere(folder, after: error) : failedToSave(error)
            }
            self.unsaved = nil
            unsavedHistory = HistoryChange()
            isFresh = false
        }
        retryWait = Self.firstRetry
        if trouble != nil {
            trouble = nil
            report(.recovered)
        }
        return true
    }

    /// A damaged or removed database is replaced by a new one at once. After other failures the disk is tried again
    /// later.
    private func saveElsewhere(_ folder: String, after problem: Store.Problem) -> Bool {
        switch problem {
        case .corrupt where !isFresh:
            return startNewDatabase(folder, after: problem) ? save(mayStartNewDatabase: false) : false
        case .removed:
            log("\(problem); the timers are saved to a new database")
            close()
            lock = nil
            do throws(StoreWriter.Taken) {
                guard try open() != nil else { return false }
            } catch {
                fail("\(error)")
                return false
            }
            makeWritable()
            return save(mayStartNewDatabase: false)
        case .corrupt, .newerSchema, .failed:
            return failedToSave(problem)
        }
    }

    private func failedToSave(_ problem: Store.Problem) -> Bool {
        fail("\(problem)")
        return false
    }

    private func fail(_ reason: String) {
        guard trouble != reason else { return }
        trouble = reason
        report(.failing(reason))
    }

    // MARK: Trying again

    func tryAgain() {
        retryAt = nil
        retryWait = min(Self.maxRetry, retryWait * 2)
        defer { scheduleRetry() }
        if !isWritable {
            close()
            guard let saved = (try? open()) ?? nil else { return }
            if !hasRestored {
                hasRestored = true
                reportFound(saved)
            }
            makeWritable()
        }
        _ = save()
    }

    /// The disk is tried again only while something is wrong. Without a folder there is nothing to try.
    private func scheduleRetry() {
        guard trouble != nil, folder != nil else { return retryAt = nil }
        if retryAt == nil { retryAt = SuspendingClock().now + retryWait }
    }

    private func reportFound(_ saved: SavedContent) {
        guard !saved.isEmpty else { return }
        found += 1
        report(.found(saved))
    }

    // MARK: Notices

    /// Dismisses the message about databases that were set aside: the next start does not report them again.
    func dismissDamage() {
        guard let folder, lock != nil else { return }
        StoreFiles.dismissSetAside(in: folder)
        findFilesSetAside()
    }

    private func findFilesSetAside() {
        guard let folder else { return }
        var new = StoreNotices()
        new.damagedFiles = StoreFiles.setAside(in: folder)
        guard new != notices else { return }
        notices = new
        report(.notices(new))
    }

    // MARK: History and end

    /// The latest runs, the newest first, and why those on disk can't be read, in words.
    func history(_ limit: Int) -> (runs: [SavedRun], problem: String?) {
        var saved: [SavedRun] = []
        var problem = store == nil ? trouble : nil
        do throws(Store.Problem) {
            if let store {
                let hidden = Set(unsavedHistory.withdrawn)
                saved = try store.history(limit: limit + hidden.count).filter { !hidden.contains($0.id) }
            }
        } catch {
            problem = "\(error)"
        }
        return (Array((unsavedHistory.ended.reversed() + saved).prefix(limit)), problem)
    }

    /// Closes the database after a last attempt to save.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        if trouble != nil, unsaved != nil { tryAgain() }
        close()
        lock = nil
    }
}
