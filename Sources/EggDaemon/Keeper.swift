import Dispatch
import EggLoop
import EggStore
import EggTimers
import Glibc

/// Keeps the board's timers and the history on disk, on a queue of its own: a slow disk holds up nobody else.
///
/// Commits run in the order in which they come. When the disk fails, what is to be kept waits in memory and is tried
/// again every few seconds; nothing else takes notice.
public actor Keeper {
    /// Another daemon keeps its timers in the same folder.
    public struct Taken: Error, Equatable, CustomStringConvertible {
        let folder: String

        public var description: String {
            "another eggd keeps its timers in \(folder); stop it first, or choose another --state-dir"
        }
    }

    /// What the keeper has to tell, on its own queue.
    public enum Report: Equatable, Sendable {
        /// Nothing is being kept, for this reason.
        case failing(String)
        /// Everything is being kept again.
        case healed
        /// Timers that were on a disk which could not be read when the daemon started.
        case found([KeptTimer])
    }

    /// Until a disk that has failed is tried again; each time twice as long, up to the longest.
    private static let (firstRetry, longestRetry): (Duration, Duration) = (.seconds(5), .seconds(120))

    nonisolated let executor = QueueExecutor(label: "eggd.keeper")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let folder: String?
    private let log: Log
    private let report: @Sendable (Report) -> Void
    private var lock: LockFile?
    private var store: Store?
    /// Whether what the disk held at the start has been taken up.
    private var hasLoaded = false
    /// The latest state that is not on disk yet.
    private var unsaved: (timers: [EggTimer], boot: Boot)?
    private var unsavedRuns: [KeptRun] = []
    private var trouble: String?
    /// Timers that were found late are with the engine, and not yet in what it has kept: to save now would delete them.
    private var isMerging = false
    private var retry: OneShot?
    private var isRetryArmed = false
    private var retryWait = firstRetry

    /// A keeper in a state folder; without one it keeps nothing, and says so.
    public init(folder: String?, log: Log, report: @escaping @Sendable (Report) -> Void) {
        self.folder = folder
        self.log = log
        self.report = report
    }

    // MARK: From other queues

    /// Opens the folder and takes up what it holds.
    public nonisolated func load() throws(Taken) -> [KeptTimer] {
        let result = executor.queue.sync {
            assumeIsolated { keeper -> Result<[KeptTimer], Taken> in
                do throws(Taken) {
                    return .success(try keeper.begin())
                } catch {
                    return .failure(error)
                }
            }
        }
        return try result.get()
    }

    /// Keeps these timers, and these runs besides; `done` is told on the keeper's queue whether they are on disk.
    nonisolated func commit(
        _ timers: [EggTimer], ended: [Run], in boot: Boot, done: @escaping @Sendable (Bool) -> Void
    ) {
        executor.queue.async {
            done(self.assumeIsolated { $0.take(timers, ended: ended, in: boot) })
        }
    }

    /// The latest runs, the newest first, handed over on the keeper's queue.
    ///
    /// - Parameter boot: the clocks at this moment; the runs of this boot are told by its wall clock once that is right.
    nonisolated func history(limit: Int, in boot: Boot, _ deliver: @escaping @Sendable ([KeptRun]) -> Void) {
        executor.queue.async {
            deliver(self.assumeIsolated { $0.latestRuns(limit) }.map { $0.corrected(in: boot) })
        }
    }

    /// Lets go of the folder when all that came before is done, waiting this long at most.
    public nonisolated func close(within time: Duration) {
        let closed = DispatchSemaphore(value: 0)
        executor.queue.async {
            self.assumeIsolated { $0.end() }
            closed.signal()
        }
        _ = closed.wait(timeout: .now() + DispatchTimeInterval(time))
    }

    // MARK: On the keeper's queue

    private func begin() throws(Taken) -> [KeptTimer] {
        retry = OneShot(queue: executor.queue) { [weak self] in self?.assumeIsolated { $0.tryAgain() } }
        let kept = try open()
        hasLoaded = kept != nil
        scheduleRetry()
        return kept ?? []
    }

    /// What the disk holds; nil when it can't be used, and `trouble` says why.
    private func open() throws(Taken) -> [KeptTimer]? {
        guard let folder else {
            fail("there is no folder for them: set HOME or XDG_STATE_HOME, or give --state-dir")
            return nil
        }
        do throws(LockFile.Failure) {
            makeFolder(folder)
            if lock == nil { lock = try LockFile("\(folder)/eggd.lock") }
        } catch {
            guard case .system(let error) = error else { throw Taken(folder: folder) }
            // What can't be written may still be read.
            let kept = hasLoaded ? nil : try? readOnly(folder)
            fail("\(error)")
            return kept
        }
        do throws(Store.Problem) {
            return try openStore(folder)
        } catch .corrupt(let path, let reason) {
            return beginAnew(folder, path, reason)
        } catch {
            fail("\(error)")
            return nil
        }
    }

    private func openStore(_ folder: String) throws(Store.Problem) -> [KeptTimer] {
        let opened = try Store(folder: folder)
        let (kept, isDamaged) = try opened.load()
        store = opened
        if let reason = opened.readOnlyReason { fail("\(opened.path): \(reason)") }
        guard isDamaged else { return kept }
        // What makes sense is not lost with the rest: it comes back, and goes into the new database.
        return kept + (beginAnew(folder, opened.path, "it holds timers that can't be") ?? [])
    }

    private func readOnly(_ folder: String) throws(Store.Problem) -> [KeptTimer] {
        try Store(folder: folder).load().timers
    }

    /// A damaged database is moved aside, and a new one begun.
    private func beginAnew(_ folder: String, _ path: String, _ reason: String) -> [KeptTimer]? {
        store = nil
        guard let aside = Store.setAside(folder: folder, date: Self.date()) else {
            fail("\(path) is damaged (\(reason)) and can't be moved aside")
            return nil
        }
        log("\(path) was damaged (\(reason)); it is now \(aside), and a new one has been begun")
        do throws(Store.Problem) {
            return try openStore(folder)
        } catch {
            fail("\(error)")
            return nil
        }
    }

    private func take(_ timers: [EggTimer], ended: [Run], in boot: Boot) -> Bool {
        unsaved = (timers, boot)
        unsavedRuns = (unsavedRuns + ended.map { KeptRun($0, in: boot) }).suffix(Store.mostRuns)
        isMerging = false
        defer { scheduleRetry() }
        // A disk that has failed is left to the next try: each might wait for as long as the last.
        return trouble == nil ? save() : false
    }

    /// The time for it has come: a disk that has failed is tried again.
    func tryAgain() {
        isRetryArmed = false
        retryWait = min(Self.longestRetry, retryWait * 2)
        defer { scheduleRetry() }
        if store == nil || store?.readOnlyReason != nil {
            store = nil
            guard let kept = (try? open()) ?? nil else { return }
            if !hasLoaded {
                hasLoaded = true
                isMerging = true
                return report(.found(kept))
            }
        }
        _ = save()
    }

    /// While anything is wrong it is tried again, and at no other time. Without a folder there is nothing that could
    /// heal.
    private func scheduleRetry() {
        guard trouble != nil, !isRetryArmed, folder != nil else { return }
        isRetryArmed = true
        retry?.arm(after: retryWait)
    }

    /// Has on disk what is not there yet; in another database, once, if this one is no good any more.
    private func save(mayBeginAnew: Bool = true) -> Bool {
        guard let store, store.readOnlyReason == nil, !isMerging, let folder else { return false }
        if let unsaved {
            do throws(Store.Problem) {
                try store.commit(unsaved.timers, ended: unsavedRuns, in: unsaved.boot)
            } catch {
                guard mayBeginAnew else {
                    fail("\(error)")
                    return false
                }
                return saveElsewhere(folder, after: error)
            }
        }
        unsaved = nil
        unsavedRuns = []
        retryWait = Self.firstRetry
        if trouble != nil {
            trouble = nil
            report(.healed)
        }
        return true
    }

    /// A damaged database, or one that has been taken away, gives way to a new one at once; other failures are waited
    /// out.
    private func saveElsewhere(_ folder: String, after problem: Store.Problem) -> Bool {
        switch problem {
        case .corrupt(let path, let reason):
            return beginAnew(folder, path, reason) != nil ? save(mayBeginAnew: false) : false
        case .gone:
            (store, lock) = (nil, nil)
            log("\(problem); what is in memory is kept anew")
            return ((try? open()) ?? nil) != nil ? save(mayBeginAnew: false) : false
        case .newerSchema, .failed:
            fail("\(problem)")
            return false
        }
    }

    private func fail(_ reason: String) {
        guard trouble != reason else { return }
        trouble = reason
        report(.failing(reason))
    }

    private func latestRuns(_ limit: Int) -> [KeptRun] {
        let kept = (try? store?.history(limit: limit)) ?? []
        return Array((unsavedRuns.reversed() + kept).prefix(limit))
    }

    private func end() {
        retry?.disarm()
        // The last chance for what an ill disk has not taken.
        if trouble != nil, unsaved != nil { _ = save() }
        store = nil
        lock = nil
    }

    /// The folder and those above it, for their owner alone.
    private func makeFolder(_ folder: String) {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            mkdir(path, 0o700)
        }
    }

    /// `2026-11-20T08.35.00`, by this machine's time zone.
    private static func date() -> String {
        var (now, broken) = (time(nil), tm())
        localtime_r(&now, &broken)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H.%M.%S", &broken)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
