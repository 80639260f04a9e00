import EggTestSupport
import EggTimers
import Glibc
import Instants
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
        #expect(reports.all.withLock { $0 } == [.found(SavedContent(kitchenEgg: .reference))])
        #expect(!late.commit(Content(), HistoryChange(), in: boot, merged: 0))
        #expect(late.timeToRetry != nil)
        #expect(late.commit(Content(kitchenEgg: .reference), HistoryChange(), in: boot, merged: 1))
        #expect(reports.all.withLock { $0.last } == .recovered && late.timeToRetry == nil)
        late.end()

        let restored = Restoration()
        let last = worker(Reports())
        last.begin(restored)
        #expect(try restored.wait(upTo: .zero)?.get() == SavedContent(kitchenEgg: .reference))
        last.end()
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
}
