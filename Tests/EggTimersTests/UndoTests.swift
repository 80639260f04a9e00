import Instants
import Testing

@testable import EggTimers

/// Reversing the last change of timers.
@Suite struct UndoTests {
    @Test func aStartIsUndoneOnce() throws {
        var board = TimerBoard.with(soft)
        let started = try #require(board.timers.first)
        let step = board.undo(at: at(10))
        #expect(step.answer?.removed == [started] && step.answer?.timers == [])
        #expect(step.effects.ofNow == [.wake(at: nil), .publish(.withdrawn, started)] && step.changed)
        #expect(board.everything.isEmpty)
        #expect(board.undo(at: at(10)).refusal == .nothingToUndo)
    }

    @Test func aCountdownThatWasResetIsBackWithItsDeadlineAndPauses() throws {
        var board = TimerBoard.with(hard)
        _ = board.pause(nil, at: at(10))
        _ = board.resume(nil, at: at(30))
        let before = try #require(board.timers.first)
        let reset = board.start(soft, at: at(60))
        let run = try #require(reset.effects.records.first)
        let step = board.undo(at: at(120))
        let back = try #require(step.answer?.timers.first)
        #expect(back.phase == .cooking(deadline: at(740)) && back.pauses == before.pauses && back.egg == "hard")
        #expect(back.id == before.id && back.runID == before.runID && back.undo == nil)
        #expect(step.effects.ofNow == [.wake(at: at(740)), .publish(.returned, back)])
        #expect(step.effects.withdrawn.contains(run.timer.runID))
        #expect(step.effects.records.isEmpty, "a slip is no run")
        #expect(board.timers == [back] && board.before.isEmpty)
    }

    @Test func aCancelledTimerIsBackInItsPlace() throws {
        var board = TimerBoard.with(soft, name: name("left"))
        for other in ["middle", "right"] { _ = board.start(hard, name: name(other), at: at(1)) }
        _ = board.cancel(name("middle"), at: at(2))
        _ = board.undo(at: at(3))
        #expect(board.timers.map(\.name.text) == ["left", "middle", "right"])
    }

    /// `cancel --all` and an app in which two alarms are stopped make a call for each.
    @Test func removalsThatFollowOneAnotherCloselyAreUndoneTogether() {
        var board = TimerBoard.with(soft, name: name("left"))
        for other in ["middle", "right"] { _ = board.start(hard, name: name(other), at: at(0)) }
        _ = board.cancel(name("left"), at: at(10))
        _ = board.cancel(name("middle"), at: at(13))
        _ = board.cancel(name("right"), at: at(16))
        #expect(board.undo(at: at(76)).answer?.timers.map(\.name.text) == ["left", "middle", "right"])
        #expect(board.undo(at: at(76)).refusal == .nothingToUndo)
    }

    @Test func aLaterRemovalAndOneAfterAStartAreUndoneAlone() {
        var board = TimerBoard.with(soft, name: name("left"))
        _ = board.start(hard, name: name("right"), at: at(0))
        _ = board.cancel(name("left"), at: at(0))
        _ = board.cancel(name("right"), at: at(3.001))
        #expect(board.undo(at: at(4)).answer?.timers.map(\.name.text) == ["right"])
        _ = board.start(soft, name: name("left"), at: at(5))
        _ = board.cancel(name("right"), at: at(5))
        #expect(board.undo(at: at(6)).answer?.timers.map(\.name.text) == ["right"])
        #expect(board.timers.map(\.name.text) == ["right", "left"])
    }

    @Test func anAlarmThatWasDismissedRingsAgainForItsFullTime() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let run = try #require(board.dismiss(nil, at: at(890)).effects.records.first)
        let step = board.undo(at: at(920))
        let back = try #require(step.answer?.timers.first)
        #expect(back.phase == .ringing(deadline: at(300), silentAt: at(1520)))
        #expect(step.effects.ofNow == [.wake(at: at(1520)), .startAlarm(back), .publish(.returned, back)])
        #expect(step.effects.withdrawn == [run.timer.runID])
    }

    @Test func anEggThatCameDueMeanwhileRingsAtOnce() throws {
        var board = TimerBoard.with(soft)
        _ = board.cancel(nil, at: at(290))
        let step = board.undo(at: at(330))
        let back = try #require(step.answer?.timers.first)
        #expect(back.state == .ringing && back.overdue(at: at(330)) == .seconds(30))
        #expect(step.effects.contains(.startAlarm(back)) && step.effects.contains(.publish(.rang, back)))
    }

    @Test func aMissedRunThatIsInTheHistoryStaysThere() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.deadlinesPass(at: at(900))
        _ = board.dismiss(nil, at: at(1000))
        let step = board.undo(at: at(1001))
        #expect(step.answer?.timers.map(\.state) == [.missed] && step.effects.withdrawn.isEmpty)
    }

    @Test func aMinuteLaterItIsTooLate() {
        var board = TimerBoard.with(soft)
        _ = board.cancel(nil, at: at(10))
        var late = board
        #expect(late.undo(at: at(70.001)).refusal == .nothingToUndo)
        #expect(late.nextWake == nil, "it expires without a wake")
        #expect(board.undo(at: at(70)).answer?.timers.count == 1)
    }

    @Test func callsThatChangeNothingDoNotCount() throws {
        var board = TimerBoard.with(hard)
        _ = board.start(soft, at: at(1))
        _ = board.rename(nil, to: .standard, at: at(2))
        _ = board.resume(nil, at: at(3))
        _ = board.dismiss(nil, at: at(4))
        _ = board.snooze(nil, at: at(5))
        let step = board.undo(at: at(6))
        #expect(step.answer?.timers.map(\.egg) == ["hard"] && step.answer?.removed.map(\.egg) == ["soft"])
    }

    @Test func aPotThatWasResetIsBackAsAWhole() throws {
        var board = TimerBoard()
        let first = try #require(try EggMenu.presets.order([("soft", 2), ("hard", 4)])?.get())
        let second = try #require(try EggMenu.presets.order([("medium", 1)])?.get())
        let before = try #require(board.cook(first, at: at(0)).answer?.timers)
        _ = board.cook(second, at: at(10))
        let step = board.undo(at: at(20))
        #expect(step.answer?.timers.map(\.runID) == before.map(\.runID))
        #expect(
            board.timers.map(\.phase) == before.map(\.phase) && board.timers.map(\.portion) == before.map(\.portion))
        #expect(step.answer?.removed.map(\.egg) == ["medium"])
    }

    @Test func aTimerOfAPotIsBackInItsPot() throws {
        var board = TimerBoard()
        let pot = try #require(try EggMenu.presets.order([("soft", 2), ("medium", 1), ("hard", 4)])?.get())
        _ = board.cook(pot, at: at(0))
        let before = board.timers.map(\.portion)
        for name in ["2 soft eggs", "4 hard eggs"] { _ = board.cancel(TimerName(name), at: at(1)) }
        _ = board.undo(at: at(2))
        #expect(board.timers.map(\.portion) == before)
        #expect(board.pause(.standardGroup, at: at(3)).answer?.timers.count == 3)
    }

    @Test func aTimerThatRingsAndWasStartedByMistakeIsSilent() throws {
        var board = TimerBoard()
        _ = board.start(Order(egg: "custom", duration: .seconds(5)), at: at(0))
        _ = board.deadlinesPass(at: at(5))
        let ringing = try #require(board.timers.first)
        #expect(
            board.undo(at: at(6)).effects.ofNow == [
                .wake(at: nil), .stopAlarm(ringing.id), .publish(.withdrawn, ringing),
            ])
    }

    // MARK: Saved and restored

    /// The board of a daemon that was killed and started again.
    private func restarted(_ board: TimerBoard, into new: TimerBoard = TimerBoard(seed: 7), in boot: Boot) -> TimerBoard
    {
        var new = new
        _ = new.restore(board.everything.map { $0.saved(in: EggTimersTests.boot("first", 10)) }, in: boot)
        return new
    }

    @Test func aKillInBetweenLosesNeitherSide() throws {
        var board = TimerBoard.with(hard)
        _ = board.start(soft, at: at(5))
        let (started, replaced) = (try #require(board.timers.first), try #require(board.before.first))
        var new = restarted(board, in: boot("first", 20))
        #expect(new.timers == [started] && new.before == [replaced])
        let answer = try #require(new.undo(at: at(25)).answer)
        #expect(answer.removed.map(\.runID) == [started.runID] && answer.timers.map(\.runID) == [replaced.runID])
    }

    /// Two timers with one number would share one alarm.
    @Test func afterARestartAnUndoneTimerAndTheNextOneHaveNumbersOfTheirOwn() {
        var board = TimerBoard.with(soft)
        _ = board.cancel(nil, at: at(6))
        var new = restarted(board, in: boot("first", 20))
        _ = new.undo(at: at(25))
        _ = new.start(hard, name: name("pasta"), at: at(26))
        #expect(Set(new.timers.map(\.id)).count == 2)
    }

    @Test func aRebootEndsTheTimeForAnUndo() {
        var board = TimerBoard.with(soft)
        _ = board.start(hard, name: name("right"), at: at(5))
        _ = board.cancel(nil, at: at(6))
        var new = restarted(board, in: boot("second", -500))
        #expect(new.timers.map(\.name.text) == ["right"] && new.before.isEmpty)
        #expect(new.undo(at: at(-499)).refusal == .nothingToUndo)
    }

    @Test func timersThatAreFoundLateDoNotTakeThePlaceOfALaterCommand() {
        var board = TimerBoard.with(soft)
        _ = board.start(hard, at: at(5))
        var late = TimerBoard(seed: 7)
        _ = late.start(soft, name: name("right"), at: at(15))
        late = restarted(board, into: late, in: boot("first", 20))
        #expect(late.undo(at: at(21)).answer?.removed.map(\.name.text) == ["right"])
        #expect(late.timers.map(\.egg) == ["hard"])
    }

    @Test func timersThatAreFoundLateLeaveTheirNamesToThoseThatAnUndoGivesBack() {
        var board = TimerBoard.with(soft)
        _ = board.start(hard, name: name("left"), at: at(0))
        var late = TimerBoard(seed: 7)
        _ = late.start(soft, at: at(15))
        _ = late.cancel(nil, at: at(16))
        late = restarted(board, into: late, in: boot("first", 20))
        #expect(late.timers.map(\.name.text) == ["egg 2", "left"])
        #expect(late.undo(at: at(21)).answer?.timers.map(\.name.text) == ["egg"])
        #expect(Set(late.timers.map(\.id)).count == 3)
    }

    /// A pause, for example, is a change of a timer that is there before and after it.
    @Test func aKillAfterAChangeLosesNeitherSide() throws {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(10))
        var new = restarted(board, in: boot("first", 20))
        #expect(new.timers == board.timers && new.before == board.before)
        #expect(new.undo(at: at(25)).answer?.timers.map(\.phase) == [.cooking(deadline: at(300))])
        var rebooted = restarted(board, in: boot("second", -500))
        #expect(rebooted.timers.map(\.state) == [.paused])
        #expect(rebooted.undo(at: at(-499)).refusal == .nothingToUndo)
    }
}
