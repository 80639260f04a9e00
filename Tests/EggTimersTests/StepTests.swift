import EggTimers
import Instants
import Testing

/// Tests the result of a step: whether anything changed, and when to wake up next.
@Suite struct StepTests {
    @Test func aStepWithoutEffectReportsNoChange() {
        var board = TimerBoard.with(soft)
        #expect(!board.deadlinesPass(at: at(1)).changed)
        #expect(!board.dismiss(nil, at: at(2)).changed)
        #expect(!board.snooze(nil, at: at(3)).changed)
        #expect(!board.resume(nil, at: at(4)).changed, "a refusal")
        #expect(!board.rename(nil, to: .standard, at: at(4)).changed, "its own name")
        #expect(!board.adopt(.init(leadIn: .seconds(2)), at: at(5)).changed, "settings are not timers")
        #expect(!board.deadlinesPass(at: at(298)).changed, "an alarm is prepared")
        #expect(!board.restore([], in: boot("first", 299)).changed)
        #expect(!board.correct(in: boot("first", 299)).changed)
    }

    @Test func everyAcceptedEventReportsAChange() {
        var board = TimerBoard()
        #expect(board.start(soft, at: at(0)).changed)
        #expect(board.start(soft, at: at(0)).changed, "an equal timer, but a run has ended")
        #expect(board.pause(nil, at: at(1)).changed)
        #expect(board.extend(nil, by: .seconds(1), at: at(2)).changed)
        #expect(board.resume(nil, at: at(3)).changed)
        #expect(board.deadlinesPass(at: at(303)).changed)
        #expect(board.snooze(nil, at: at(304)).changed)
        #expect(board.deadlinesPass(at: at(364)).changed)
        #expect(board.dismiss(nil, at: at(365)).changed)
        #expect(board.start(soft, at: at(400)).changed)
        #expect(board.rename(nil, to: name("left"), at: at(400)).changed)
        #expect(board.cancel(nil, at: at(401)).changed)
    }

    @Test func aRefusedEventStillProcessesDeadlines() {
        var board = TimerBoard.with(soft)
        let step = board.pause(nil, at: at(300))
        #expect(step.changed && step.refusal == .wrongState(.standard, .ringing))
    }

    /// A correction moves deadlines although nothing else happens.
    @Test func correctingChangesTheBoardAndIsPublished() throws {
        let saved = TimerBoard.with(soft).timers.map { $0.saved(in: boot("first", 10)) }
        var board = TimerBoard()
        _ = board.restore(saved, in: boot("second", -900, wall: 10, synchronised: false))
        let step = board.correct(in: boot("second", -880, wall: 50))
        let timer = try #require(board.timers.first)
        #expect(timer.remaining(at: at(-880)) == .seconds(250))
        #expect(step.changed && step.effects == [.wake(at: at(-630)), .publish(.corrected, timer)])
    }

    /// A timer that has fired is disarmed. If it fired too early, it must be armed again.
    @Test func aWakeThatCameTooEarlyIsArmedAgain() {
        var board = TimerBoard.with(soft)
        #expect(board.deadlinesPass(at: at(299)).effects.isEmpty, "it is still armed")
        let step = board.deadlinesPass(at: at(299.9), wakeFired: true)
        #expect(step.effects == [.wake(at: at(300))] && !step.changed)
        _ = board.cancel(nil, at: at(299.95))
        #expect(board.deadlinesPass(at: at(300), wakeFired: true).effects.isEmpty)
    }
}
