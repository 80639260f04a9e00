import EggLoop
import EggStore
import EggTimers
import Instants
import Synchronization

/// Saves the timers, the kitchen's egg and the history on a thread of its own, so that a slow disk delays nothing else.
///
/// The thread exists from the start, so that timers are saved even if the system has no thread left. Commits are made
/// in the order in which they come. While the disk fails, the latest state waits in memory, and the disk is tried again
/// every few seconds.
final class StoreWriter: Sendable {
    /// Another daemon has its timers in the same folder.
    struct Taken: Error, Equatable, CustomStringConvertible {
        let folder: String

        var description: String {
            "another eggd saves its timers in \(folder); stop it first, or choose another --state-dir"
        }
    }

    /// A change that the store writer reports, on its own thread.
    enum Report: Equatable, Sendable {
        case failing(String)
        case recovered
        /// The disk has not answered the start in time, and is still being read.
        case reading
        /// It was read after all, or has failed.
        case read
        /// The content of a disk that could not be read, or not soon enough, when the daemon started.
        case found(SavedContent)
        /// Other facts about the database that the user should know.
        case notices(StoreNotices)
    }

    /// The longest time that the start waits for the timers on disk.
    static let restoreTimeout: Duration = .seconds(2)

    let folder: String?
    private let mailbox = Mailbox<@Sendable (StoreWorker) -> Void>()
    private let report: @Sendable (Report) -> Void
    /// How many reports of found timers the engine's board includes.
    private let merged = Atomic(0)

    /// A store writer for a state folder; without a folder it saves nothing and reports so.
    init(folder: String?, log: Log, report: @escaping @Sendable (Report) -> Void) throws(SystemError) {
        self.folder = folder
        self.report = report
        try startThread { [mailbox] in
            let worker = StoreWorker(folder: folder, log: log, report: report)
            while !worker.hasEnded {
                if let work = mailbox.take(upTo: worker.timeToRetry) { work(worker) } else { worker.tryAgain() }
            }
        }
    }

    deinit {
        mailbox.put { $0.end() }
    }

    /// The content of the disk. If the disk takes longer than this time, it is reported as found later.
    func restore(within time: Duration = restoreTimeout) throws(Taken) -> SavedContent {
        let restoration = Restoration()
        mailbox.put { $0.begin(restoration) }
        // The worker reports that it has read the disk only after this.
        switch restoration.wait(upTo: time, orElse: { report(.reading) }) {
        case .success(let saved)?: return saved
        case .failure(let taken)?: throw taken
        case nil: return SavedContent()
        }
    }

    /// Saves this content and changes the history. On the store writer's thread, `done` gets whether they are durable.
    func commit(
        _ content: Content, _ history: HistoryChange, in boot: Boot, done: @escaping @Sendable (Bool) -> Void
    ) {
        let merged = merged.load(ordering: .relaxed)
        mailbox.put { done($0.commit(content, history, in: boot, merged: merged)) }
    }

    /// The board now includes the timers that were reported as found last, and so will later commits.
    func hasMerged() {
        merged.add(1, ordering: .relaxed)
    }

    /// The latest runs, the newest first, and why those on disk can't be read; `deliver` is called on the store writer's
    /// thread.
    ///
    /// - Parameter boot: the clocks at this moment. Runs of this boot are corrected by its wall clock once that is right.
    func history(limit: Int, in boot: Boot, _ deliver: @escaping @Sendable ([SavedRun], String?) -> Void) {
        mailbox.put { worker in
            let (runs, problem) = worker.history(limit)
            deliver(runs.map { $0.corrected(in: boot) }, problem)
        }
    }

    /// Stops reporting the databases that were set aside.
    func dismissDamage() {
        mailbox.put { $0.dismissDamage() }
    }

    /// Closes the database after all earlier work, waiting at most this long; returns whether it is closed.
    @discardableResult
    func close(within time: Duration) -> Bool {
        let closed = Semaphore()
        mailbox.put {
            $0.end()
            closed.signal()
        }
        return closed.wait(upTo: time)
    }

    /// Runs work on the store writer's thread.
    func perform(_ work: @escaping @Sendable (StoreWorker) -> Void) {
        mailbox.put(work)
    }
}

/// Facts about the database that the user should know, other than that nothing is saved.
struct StoreNotices: Equatable, Sendable {
    /// Whether the disk has not answered yet since the start.
    var isReading = false
    /// Damaged databases that were set aside, until the user dismisses the message.
    var damagedFiles: [String] = []

    /// The facts in words, with the command that dismisses them; nil if there are none.
    var text: String? {
        findings.map { findings in findings + (dismissal.map { " ('\($0)' dismisses this message)" } ?? "") }
    }

    /// The command that dismisses the message about databases that were set aside; nil if there is none.
    var dismissal: String? { damagedFiles.isEmpty ? nil : "eggctl doctor --seen" }

    /// The facts in words; nil if there are none.
    var findings: String? {
        var sentences: [String] = []
        if isReading {
            sentences.append("the disk has not answered since eggd was started; \(StoreWorker.areMissing)")
        }
        if !damagedFiles.isEmpty {
            sentences.append(
                "the database was damaged and replaced, and timers may be missing; the damaged file is "
                    + damagedFiles.joined(separator: " and "))
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}

/// All that is saved besides the history.
struct Content: Equatable, Sendable {
    var timers: [EggTimer] = []
    /// The kitchen's egg; nil if none was set.
    var kitchenEgg: RawEgg?
    /// The answers to calls with a key, the oldest first.
    var answers: [KeptAnswer] = []
    /// The answers to alarms of copies, the oldest first.
    var copyAnswers: [CopyAnswer] = []
}

/// The content of the disk: the same, with timers as they were saved.
struct SavedContent: Equatable, Sendable {
    var timers: [SavedTimer] = []
    var kitchenEgg: RawEgg?
    var answers: [KeptAnswer] = []
    var copyAnswers: [CopyAnswer] = []

    var isEmpty: Bool { self == SavedContent() }
}

/// The content of the disk, for which the start waits a limited time.
typealias Restoration = Promise<Result<SavedContent, StoreWriter.Taken>>
