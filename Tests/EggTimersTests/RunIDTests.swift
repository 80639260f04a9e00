import Instants
import Testing

@testable import EggTimers

/// Each run has an ID of its own.
@Suite struct RunIDTests {
    @Test func anIDSurvivesAllButAStart() throws {
        var board = TimerBoard.with(soft)
        let first = try #require(board.timers.first).runID
        _ = board.pause(nil, at: at(1))
        _ = board.resume(nil, at: at(2))
        _ = board.extend(nil, by: .seconds(10), at: at(3))
        _ = board.rename(nil, to: name("left"), at: at(4))
        _ = board.deadlinesPass(at: at(311))
        _ = board.extend(nil, by: .seconds(10), at: at(312))
        #expect(board.timers.map(\.runID) == [first])
        _ = board.start(soft, name: name("left"), at: at(313))
        #expect(board.timers.map(\.runID) != [first])
        _ = board.undo(at: at(314))
        #expect(board.timers.map(\.runID) == [first])
    }

    @Test func aMissedTimerThatIsExtendedIsAnotherRun() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.deadlinesPass(at: at(900))
        let first = try #require(board.timers.first)
        #expect(first.state == .missed)
        _ = board.extend(nil, by: .minutes(1), at: at(901))
        #expect(board.timers.map(\.runID) != [first.runID])
    }

    @Test func idsDiffer() {
        var (ids, others) = (RunIDs(seed: 1), RunIDs(seed: 2))
        #expect(Set((0..<1000).flatMap { _ in [ids.next(), others.next()] }).count == 2000)
    }

    @Test(arguments: ["", "1", "000000000000000g", "000000000000000A", "00000000000000000"])
    func otherTextIsNoID(text: String) {
        #expect(RunID(text) == nil)
    }

    @Test func anIDIsReadBack() {
        #expect(RunID(RunID(0xab).text) == RunID(0xab) && RunID(0xab).text == "00000000000000ab")
    }
}
