import EggClient
import EggStore
import EggTestSupport
import EggTimers
import Glibc
import Instants
import SQLite
import Synchronization
import Testing

@testable import EggDaemon

/// The work on the disk, without its thread.
@Suite struct StoreWorkerTests {
    private let folder = TemporaryFolder()
    private let boot = Boot(
        id: "first", reading: Instant(sinceBoot: .zero), wall: .seconds(1_800_000_000), isSynchronised: true)

    private final class Reports: Sendable {
        let all = Mutex<[StoreWriter.Report]>([])
    }

    private func worker(_ reports: Reports) -> StoreWorker {
        StoreWorker(folder: folder.path("state"), log: Log { _ in }) { report in
            reports.all.withLock { $0.append(report) }
        }
    }

    /// The disk answered only after the start had stopped waiting: what is on it is kept until the engine knows of it,
    /// and then saved with the rest at once.
    @Test func whatWasFoundLateIsSavedWithTheFirstCommitThatIncludesIt() throws {
        let first = worker(Reports())
        first.begin(Restoration())
        #expect(first.commit(Content(kitchenEgg: .reference), HistoryChange(), in: boot, merged: 0))
        first.end()

        let (reports, restoration) = (Reports(), Restoration())
        #expect(restoration.wait(upTo: .zero) == nil)
        let late = worker(reports)
        late.begin(restoration)
        #expect(reports.all.withLock { $0 } == [.read, .found(SavedContent(kitchenEgg: .reference))])
        #expect(!late.commit(Content(), HistoryChange(), in: boot, merged: 0))
        #expect(late.commit(Content(kitchenEgg: .reference), HistoryChange(), in: boot, merged: 1))
        #expect(reports.all.withLock { $0.count } == 2 && late.timeToRetry == nil)
        late.end()

        let restored = Restoration()
        let last = worker(Reports())
        last.begin(restored)
        #expect(try restored.wait(upTo: .zero)?.get() == SavedContent(kitchenEgg: .reference))
        last.end()
    }

    /// A database that can't be read at the start has timers that nobody sees: the reason says so. Where there is none, and
    /// later, it doesn't.
    @Test func theReasonNamesTimersThatAreMissing() {
        self.folder.makeFolder("state/eggd.lock")
        let folder = folder.path("state")
        func reason() -> String? {
            let reports = Reports()
            let unread = worker(reports)
            unread.begin(Restoration())
            unread.end()
            return reports.all.withLock { reports in
                if case .failing(let reason)? = reports.first { reason } else { nil }
            }
        }
        #expect(reason() == "open \(folder)/eggd.lock: Is a directory")
        #expect(mkfifo("\(folder)/eggtimer.db", 0o600) == 0)
        #expect(
            reason() == "open \(folder)/eggd.lock: Is a directory; "
                + "timers that are saved there are missing until it can be read")
    }

    /// The disk did not work at the start, works at the end, and was not tried in between.
    @Test func whatTheDiskHadRefusedIsSavedAtTheEnd() throws {
        folder.write([], to: "state")
        let refused = worker(Reports())
        refused.begin(Restoration())
        #expect(!refused.commit(Content(kitchenEgg: .reference), HistoryChange(), in: boot, merged: 0))
        #expect(unlink(folder.path("state")) == 0)
        refused.end()

        let restored = Restoration()
        let last = worker(Reports())
        last.begin(restored)
        #expect(try restored.wait(upTo: .zero)?.get() == SavedContent(kitchenEgg: .reference))
        last.end()
    }

    /// A commit tries one other database; the next commits don't wait for the disk again.
    @Test func aDatabaseThatReplacedAnotherAndRefusesChangesIsSetAsideAtTheNextTry() throws {
        let other = worker(Reports())
        other.begin(Restoration())
        other.end()
        let refusal = "CREATE TRIGGER refusal BEFORE INSERT ON kitchen BEGIN SELECT RAISE(ABORT, 'no'); END"
        try sqlite(folder.path("state/eggtimer.db"), refusal)
        #expect(rename(folder.path("state"), folder.path("other")) == 0)

        let reports = Reports()
        let replaced = worker(reports)
        replaced.begin(Restoration())
        #expect(replaced.commit(Content(), HistoryChange(), in: boot, merged: 0))
        #expect(rename(folder.path("state"), folder.path("gone")) == 0)
        #expect(rename(folder.path("other"), folder.path("state")) == 0)
        for _ in 0..<2 {
            #expect(!replaced.commit(Content(kitchenEgg: .reference), HistoryChange(), in: boot, merged: 0))
        }
        replaced.tryAgain()
        #expect(reports.all.withLock { $0.last } == .recovered)
        replaced.end()
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a file"))
    func aDamagedDatabaseThatCouldNotBeMovedIsMovedAtTheNextTry() throws {
        let path = folder.write("no database, but a recipe for pancakes".utf8, to: "state/eggtimer.db")
        // A file on which another is mounted can't be renamed.
        try #require(try Program.run("/bin/mount", ["--bind", path, path]).status == 0)
        let reports = Reports()
        let damaged = worker(reports)
        damaged.begin(Restoration())
        #expect(!damaged.commit(Content(kitchenEgg: .reference), HistoryChange(), in: boot, merged: 0))
        #expect(try Program.run("/bin/umount", ["-l", path]).status == 0)
        damaged.tryAgain()
        #expect(reports.all.withLock { $0.last } == .recovered)
        damaged.end()
    }
}

/// When nothing that was acknowledged is unsaved.
@Suite struct CommitsTests {
    private let reason = "the disk has not answered for 10 s"

    @Test func aCommitThatEndsIsNoRecoveryWhileChangesWait() {
        var commits = Commits()
        let first = commits.change(HistoryChange())
        let begun = commits.next(isLast: false)?.number
        let isNew = commits.fail(reason)
        #expect(begun == first && isNew)
        let second = commits.change(HistoryChange())
        let isBegun = commits.next(isLast: false) != nil
        _ = commits.end(first, isSaved: true)
        let hasRecoveredEarly = commits.recover()
        #expect(!isBegun && !hasRecoveredEarly)
        let next = commits.next(isLast: false)?.number
        let hasRecoveredDuringIt = commits.recover()
        #expect(next == second && !hasRecoveredDuringIt && commits.trouble == reason)
        _ = commits.end(second, isSaved: true)
        let hasRecovered = commits.recover()
        #expect(hasRecovered && commits.trouble == nil)
    }

    /// Slips and their corrections, while the disk hangs.
    @Test func theOldestRunsThatWaitAreForgotten() {
        var history = HistoryChange()
        for number in 0...HistoryChange.maxRuns { history.withdraw(RunID(UInt64(number))) }
        #expect(history.withdrawn.count == HistoryChange.maxRuns && history.withdrawn.first == RunID(1))
        history.withdraw(RunID(7))
        #expect(history.withdrawn.count == HistoryChange.maxRuns && history.withdrawn.last == RunID(7))
    }

    @Test func withoutUnsavedChangesADiskThatWorksAgainIsARecovery() {
        var commits = Commits()
        let isNew = commits.fail(reason)
        let isNewAgain = commits.fail("the disk is full")
        #expect(isNew && !isNewAgain && commits.trouble == "the disk is full")
        let hasRecovered = commits.recover()
        let hasRecoveredAgain = commits.recover()
        #expect(hasRecovered && !hasRecoveredAgain && commits.trouble == nil)
    }
}

/// The faults of the disk, which clients say in their language.
@Suite struct DiskWordsTests {
    @Test func aDiskThatIsFullOrReadOnlyIsSaidInTheLanguage() {
        for code in [SQLiteError.Code.full, .readOnly] {
            expect("\(Store.Problem.failed(path: "Zoë", SQLiteError(call: "", code: code, message: "")))")
        }
    }

    @Test func aDamagedDatabaseIsSaidInTheLanguage() {
        expect(StoreNotices(damagedFiles: ["Zoë"]).text ?? "")
    }

    private func expect(_ problem: String) {
        let shown = PseudoLanguage.language.speak { said(problem) }
        let words = PseudoLanguage.forgotten(in: shown, names: ["Zoë"])
        #expect(!shown.isEmpty && words.isEmpty, "without accents: \(words) in \(shown)")
        #expect(said(problem) == problem)
    }
}
