import Dispatch
import EggLoop
import EggStore
import EggTimers
import Synchronization

/// Saves the board's timers and the history on a thread of its own: a slow disk holds up nothing else.
///
/// The thread exists from the start, so that timers are saved also when the system has no thread left. Commits are made
/// in the order in which they come. While the disk fails, the latest state waits in memory, and the disk is tried again
/// every few seconds.
public final class StoreWriter: Sendable {
    /// Another daemon has its timers in the same folder.
    public struct Taken: Error, Equatable, CustomStringConvertible {
        let folder: String

        public var description: String {
            "another eggd keeps its timers in \(folder); stop it first, or choose another --state-dir"
        }
    }

    /// A change that the store writer reports, on its own thread.
    public enum Report: Equatable, Sendable {
        /// Nothing is saved, for this reason.
        case failing(String)
        /// Everything is saved again.
        case healed
        /// Timers of a disk that could not be read, or not soon enough, when the daemon started.
        case found([SavedTimer])
        /// Other things that a person should know about the database.
        case notices(StoreNotices)
    }

    /// The start waits no longer than this for the timers on disk.
    public static let restoreTimeout: Duration = .seconds(2)

    let folder: String?
    private let mailbox = Mailbox()
    private let report: @Sendable (Report) -> Void
    /// How many reports of found timers are on the engine's board.
    private let merged = Atomic(0)

    /// A store writer for a state folder; without one it saves nothing, and says so.
    public init(folder: String?, log: Log, report: @escaping @Sendable (Report) -> Void) throws(SystemError) {
        self.folder = folder
        self.report = report
        try startThread { [mailbox] in
            mailbox.run(StoreWorker(folder: folder, log: log, report: report))
        }
    }

    deinit {
        mailbox.post { $0.end() }
    }

    /// The timers on disk. If the disk takes longer than this time, they are reported as found when it has answered.
    public func restore(within time: Duration = restoreTimeout) throws(Taken) -> [SavedTimer] {
        let restoration = Restoration()
        mailbox.post { $0.begin(restoration) }
        switch restoration.wait(upTo: time) {
        case .success(let saved)?: return saved
        case .failure(let taken)?: throw taken
        case nil:
            report(.failing(StoreWorker.lateReason))
            return []
        }
    }

    /// Saves these timers, and these runs besides; `done` is called on the store writer's thread.
    ///
    /// - Parameter done: takes whether they are durable.
    func commit(_ timers: [EggTimer], ended: [Run], in boot: Boot, done: @escaping @Sendable (Bool) -> Void) {
        let merged = merged.load(ordering: .relaxed)
        mailbox.post { done($0.commit(timers, ended: ended, in: boot, merged: merged)) }
    }

    /// The board has the timers that were reported as found last; the commits that follow hold them.
    func hasMerged() {
        merged.add(1, ordering: .relaxed)
    }

    /// The latest runs, the newest first; `deliver` is called on the store writer's thread.
    ///
    /// - Parameter boot: the clocks at this moment. Runs of this boot are corrected by its wall clock once that is right.
    func history(limit: Int, in boot: Boot, _ deliver: @escaping @Sendable ([SavedRun]) -> Void) {
        mailbox.post { deliver($0.history(limit).map { $0.corrected(in: boot) }) }
    }

    /// Reports the damaged databases that were set aside no more.
    func dismissDamage() {
        mailbox.post { $0.dismissDamage() }
    }

    /// Closes the database after all that came before, waiting this long at most.
    public func close(within time: Duration) {
        let closed = DispatchSemaphore(value: 0)
        mailbox.post {
            $0.end()
            closed.signal()
        }
        _ = closed.wait(timeout: .now() + DispatchTimeInterval(time))
    }

    /// Runs work on the store writer's thread.
    func perform(_ work: @escaping @Sendable (StoreWorker) -> Void) {
        mailbox.post(work)
    }
}

/// Other things that a person should know about the database than that nothing is saved.
public struct StoreNotices: Equatable, Sendable {
    /// Damaged databases that were set aside and not been dismissed.
    var damagedFiles: [String] = []
    /// The size of the write-ahead log, if that has grown too long.
    var logMegabytes: Int?

    /// In words, with the command that dismisses them; nil if there is nothing to know.
    var text: String? {
        findings.map { $0 + (damagedFiles.isEmpty ? "" : " ('\(Self.dismissal)' dismisses this message)") }
    }

    /// The command that dismisses the message about damaged databases.
    static let dismissal = "eggctl doctor --seen"

    /// In words; nil if there is nothing to know.
    var findings: String? {
        var sentences: [String] = []
        if !damagedFiles.isEmpty {
            sentences.append(
                "the database was damaged and replaced, and timers may be missing; the damaged file is "
                    + damagedFiles.joined(separator: " and "))
        }
        if let logMegabytes {
            sentences.append(
                "the database's log has grown to \(logMegabytes) MB because another program keeps the database open")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}

/// The timers of the start, which somebody waits for only so long.
final class Restoration: Sendable {
    private struct State {
        var result: Result<[SavedTimer], StoreWriter.Taken>?
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let isThere = DispatchSemaphore(value: 0)

    /// - Returns: whether the start still waits for them.
    func deliver(_ result: Result<[SavedTimer], StoreWriter.Taken>) -> Bool {
        let isAwaited = state.withLock { state in
            state.result = result
            return !state.isAbandoned
        }
        isThere.signal()
        return isAwaited
    }

    /// The result; nil if it has not come within this time, and from then on nothing waits for it.
    func wait(upTo time: Duration) -> Result<[SavedTimer], StoreWriter.Taken>? {
        _ = isThere.wait(timeout: .now() + DispatchTimeInterval(time))
        return state.withLock { state in
            state.isAbandoned = state.result == nil
            return state.result
        }
    }
}

/// Work for the store writer's thread, in its order.
private final class Mailbox: Sendable {
    private let waiting = Mutex<[@Sendable (StoreWorker) -> Void]>([])
    private let count = DispatchSemaphore(value: 0)

    func post(_ work: @escaping @Sendable (StoreWorker) -> Void) {
        waiting.withLock { $0.append(work) }
        count.signal()
    }

    /// Does the work that comes, and tries the disk again when that is due, until the worker has ended.
    func run(_ worker: StoreWorker) {
        while !worker.hasEnded {
            let timeout = worker.timeToRetry.map { DispatchTime.now() + DispatchTimeInterval($0) } ?? .distantFuture
            if count.wait(timeout: timeout) == .timedOut {
                worker.tryAgain()
            } else if let work = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                work(worker)
            }
        }
    }
}
