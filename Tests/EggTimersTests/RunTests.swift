import EggTimers
import Testing

@Suite struct RunTests {
    @Test func eachRunEndsOnce() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let dismissed = board.dismiss(nil, at: at(312)).effects.records.first
        #expect(dismissed?.ending == .dismissed && dismissed?.overdue == .seconds(12))

        _ = board.start(soft, at: at(400))
        #expect(board.start(hard, at: at(410)).effects.records.first?.ending == .replaced)
        let cancelled = board.cancel(nil, at: at(420)).effects.records.first
        #expect(cancelled?.ending == .cancelled && cancelled?.overdue == .zero)

        _ = board.start(soft, at: at(500))
        _ = board.deadlinesPass(at: at(800))
        #expect(board.deadlinesPass(at: at(1400)).effects.records.first?.ending == .missed)
        #expect(board.dismiss(nil, at: at(1500)).effects.records.isEmpty, "it has been told")
    }

    @Test func cancellingARingingTimerCountsAsDismissingIt() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        #expect(board.cancel(nil, at: at(305)).effects.records.first?.ending == .dismissed)
    }

    @Test func pausesAreRecorded() throws {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(10))
        _ = board.resume(nil, at: at(25))
        _ = board.pause(nil, at: at(30))
        let ended = try #require(board.cancel(nil, at: at(40)).effects.records.first)
        #expect(
            ended.timer.pauses == [
                Pause(began: at(10), length: .seconds(15)), Pause(began: at(30), length: nil),
            ])
        #expect(ended.timer.startedAt == at(0))
    }

    @Test func theNumberOfRecordedPausesIsLimited() {
        var board = TimerBoard.with(soft)
        for second in 0..<150 {
            _ = board.pause(nil, at: at(Double(second)))
            _ = board.resume(nil, at: at(Double(second)))
        }
        #expect(board.timers.first?.pauses.count == 100)
        #expect(board.timers.first?.pauses.allSatisfy { $0.length == .zero } == true)
    }
}
