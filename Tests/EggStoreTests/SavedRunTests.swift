import EggTestSupport
import EggTimers
import Foundation
import Instants
import SQLite
import Testing

@testable import EggStore

/// The history.
@Suite struct SavedRunTests: StoreSuite {
    let folder = TemporaryFolder()

    @Test func runsAreSavedByTheWallClock() throws {
        try save(TimerBoard(), ended: [try run(1)])
        let saved = try #require(try open().history(limit: 10).first)
        #expect(try saved == run(1))
        #expect(saved.started == .seconds(1_800_000_000) && saved.ended == .seconds(1_800_000_327))
        #expect(saved.ending == .dismissed && saved.overdue == .seconds(12) && saved.duration == .minutes(5))
        #expect(saved.pauses == [.init(began: .seconds(1_800_000_010), length: .seconds(15))])
    }

    @Test(
        arguments: [
            ("2 soft eggs", "soft", 2), ("left: 12 soft eggs", "soft", 12), ("1 hard egg", "hard", 1),
            ("3 onsen eggs", "onsen egg", 3), ("1: 2 a: b eggs", "a: b", 2), ("2 soft eggs", "hard", nil),
            ("2 soft egg", "soft", nil), ("02 soft eggs", "soft", nil), ("100 soft eggs", "soft", nil),
            ("egg", "soft", nil),
        ] as [(String, String, Int?)])
    func aRunOfAPartOfAPotHasItsCount(_ name: String, _ egg: String, _ count: Int?) throws {
        let run = try run(1)
        let part = SavedRun(
            id: run.id, name: name, egg: egg, started: run.started, duration: run.duration, ending: run.ending,
            ended: run.ended, overdue: run.overdue, pauses: [])
        try save(TimerBoard(), ended: [part])
        #expect(try open().history(limit: 1).map(\.count) == [count])
    }

    @Test func theNewestRunsComeFirstAndTheOldestAreDeleted() throws {
        let one = try run(0)
        let runs = (1...Store.maxRuns + 5).map { number in
            SavedRun(
                id: RunID(UInt64(number)), name: one.name, egg: "egg \(number)", started: one.started,
                duration: one.duration,
                ending: one.ending, ended: one.ended, overdue: one.overdue, pauses: [])
        }
        try save(TimerBoard(), ended: runs)
        let store = try open()
        #expect(try store.history(limit: 2).map(\.egg) == ["egg 10005", "egg 10004"])
        #expect(try store.history(limit: 20_000).count == Store.maxRuns)
        #expect(try store.history(limit: 20_000).last?.egg == "egg 6")
    }

    // MARK: A history under a wrong clock

    /// The second boot, whose clock is a minute behind: this is at 400 by a right clock, and at 100 by this boot's.
    private let wrong = Boot(
        id: "second", reading: Instant(sinceBoot: .seconds(100)), wall: .seconds(1_800_000_340), isSynchronised: false)

    /// A run of a timer that was restored in that boot.
    private func estimatedRun() throws -> SavedRun {
        var board = TimerBoard()
        _ = board.start(Order(egg: "soft", duration: .minutes(5)), at: at(0))
        let saved = board.timers.map { $0.saved(in: boot("first", 10)) }
        var restored = TimerBoard()
        _ = restored.restore(saved, in: wrong)
        let run = restored.dismiss(nil, at: Instant(sinceBoot: .seconds(104))).effects.recorded
        return SavedRun(try #require(run), in: wrong)
    }

    /// The second boot, with a right clock.
    private let right = Boot(
        id: "second", reading: Instant(sinceBoot: .seconds(150)), wall: .seconds(1_800_000_450), isSynchronised: true)

    @Test func aRunIsCorrectedWhenItsBootsClockIsKnown() throws {
        let run = try estimatedRun()
        #expect(run.isEstimated && run.overdue == .seconds(4) && run.ended == .seconds(1_800_000_344))
        let corrected = run.corrected(in: right)
        #expect(corrected.started == .seconds(1_800_000_000) && corrected.ended == .seconds(1_800_000_404))
        #expect(corrected.overdue == .seconds(104) && !corrected.isEstimated && corrected.basis == nil)
        #expect(run.corrected(in: boot("third", 1000)) == run, "another boot does not know")
    }

    @Test func aRunThatWasCancelledBeforeItWasDoneStaysSo() throws {
        let saved = TimerBoard.with(.hours(1)).timers.map { $0.saved(in: boot("first", 10)) }
        var restored = TimerBoard()
        _ = restored.restore(saved, in: wrong)
        let run = try #require(restored.cancel(nil, at: wrong.reading).effects.recorded)
        let corrected = SavedRun(run, in: wrong).corrected(in: right)
        #expect(corrected.overdue == .zero && corrected.ending == .cancelled && !corrected.isEstimated)
        #expect(corrected.started == .seconds(1_800_000_000) && corrected.ended == .seconds(1_800_000_400))
    }

    @Test func theHistoryIsCorrectedByTheFirstCommitUnderARightClock() throws {
        let run = try estimatedRun()
        let wrong = Boot(
            id: "second", reading: Instant(sinceBoot: .seconds(104)), wall: .seconds(1_800_000_344),
            isSynchronised: false)
        try save(TimerBoard(), ended: [run], in: wrong)
        #expect(try open().history(limit: 1) == [run])
        try save(TimerBoard(), in: right)
        #expect(try open().history(limit: 1) == [run.corrected(in: right)])
        let columns = "is_estimated, boot IS NULL, offset_ns IS NULL, past_shift_ns IS NULL"
        #expect(try sqlite("SELECT \(columns) FROM run") == "0|1|1|1\n")
    }

    @Test func aRunThatCannotBeCorrectedStaysAsItWas() throws {
        let run = try estimatedRun()
        try save(TimerBoard(), ended: [run], in: boot("third", 900))
        try save(TimerBoard(), in: boot("third", 901))
        #expect(try open().history(limit: 1).first?.isEstimated == true)
    }
}
