import EggTimers
import Instants
import Testing

/// Tests the warning before a deadline.
@Suite struct WarningTests {
    private let settings = TimerBoard.Settings(warning: .seconds(30))

    @Test func aWarningIsGivenOnceBeforeTheDeadline() throws {
        var board = TimerBoard.with(soft, settings: settings)
        #expect(board.nextWake == at(270))
        let step = board.deadlinesPass(at: at(270))
        let timer = try #require(board.timers.first)
        #expect(step.effects == [.wake(at: at(300)), .warn(timer), .publish(.warned, timer)])
        #expect(step.changed && timer.isWarned && timer.state == .cooking)
        #expect(board.deadlinesPass(at: at(280)).effects.isEmpty)
        #expect(board.deadlinesPass(at: at(300)).effects.warnings == 0)
        #expect(board.timers.first?.state == .ringing)
    }

    @Test func aPauseMovesIt() {
        var board = TimerBoard.with(soft, settings: settings)
        _ = board.pause(nil, at: at(100))
        #expect(board.nextWake == nil && board.deadlinesPass(at: at(1_000)).effects.isEmpty)
        _ = board.resume(nil, at: at(1_000))
        #expect(board.nextWake == at(1_170))
        #expect(board.deadlinesPass(at: at(1_170)).effects.warnings == 1)
    }

    @Test func aPauseAfterItDoesNotRepeatIt() {
        var board = TimerBoard.with(soft, settings: settings)
        _ = board.deadlinesPass(at: at(270))
        _ = board.pause(nil, at: at(280))
        _ = board.resume(nil, at: at(400))
        #expect(board.nextWake == at(420) && board.deadlinesPass(at: at(410)).effects.warnings == 0)
    }

    @Test func aLongerCountdownGetsAnotherOne() {
        var board = TimerBoard.with(soft, settings: settings)
        _ = board.deadlinesPass(at: at(270))
        _ = board.extend(nil, by: .minutes(1), at: at(280))
        #expect(board.nextWake == at(330) && board.deadlinesPass(at: at(330)).effects.warnings == 1)
        // An egg that is done is warned of again when it cooks on.
        _ = board.deadlinesPass(at: at(360))
        _ = board.extend(nil, by: .minutes(1), at: at(370))
        #expect(board.nextWake == at(400) && board.deadlinesPass(at: at(400)).effects.warnings == 1)
    }

    /// A cook who has just set the time knows it.
    @Test func aCountdownThatIsShorterThanTheWarningHasNone() {
        var board = TimerBoard(settings: settings)
        _ = board.start(Order(egg: "custom", duration: .seconds(30)), at: at(0))
        #expect(board.nextWake == at(30))
        _ = board.start(soft, elapsed: .seconds(275), at: at(1))
        #expect(board.nextWake == at(26))
        _ = board.start(soft, at: at(2))
        _ = board.extend(nil, by: .seconds(-280), at: at(3))
        #expect(board.nextWake == at(22) && board.deadlinesPass(at: at(10)).effects.warnings == 0)
    }

    @Test func anAlarmIsNotDisturbed() throws {
        var board = TimerBoard.with(soft, settings: settings)
        _ = board.start(soft, name: name("right"), at: at(60))
        _ = board.deadlinesPass(at: at(300))
        #expect(board.timers.map(\.state) == [.ringing, .cooking])
        let effects = board.deadlinesPass(at: at(330)).effects
        #expect(effects.warnings == 0 && effects.contains { if case .publish(.warned, _) = $0 { true } else { false } })
        #expect(board.timers.map(\.isWarned) == [false, true])
    }

    @Test func aDeadlineThatIsFoundTooLateHasNone() {
        var board = TimerBoard.with(soft, settings: settings)
        let effects = board.deadlinesPass(at: at(310)).effects
        #expect(effects.warnings == 0 && board.timers.first?.state == .ringing)
    }

    @Test func aSnoozeHasNone() {
        var board = TimerBoard.with(soft, settings: settings)
        _ = board.deadlinesPass(at: at(300))
        _ = board.snooze(nil, for: .minutes(5), at: at(310))
        #expect(board.nextWake == at(610) && board.deadlinesPass(at: at(600)).effects.warnings == 0)
    }

    @Test func itIsGivenBesideALeadIn() {
        var board = TimerBoard.with(soft, settings: .init(leadIn: .seconds(2), warning: .seconds(30)))
        #expect(board.nextWake == at(270) && board.deadlinesPass(at: at(270)).effects.warnings == 1)
        #expect(board.nextWake == at(298))
        let prepared = board.deadlinesPass(at: at(298)).effects
        #expect(prepared.contains { if case .prepareAlarm = $0 { true } else { false } })
        #expect(board.nextWake == at(300))
    }

    @Test func newSettingsApplyAtOnce() {
        var board = TimerBoard.with(soft)
        #expect(board.adopt(settings, at: at(1)).effects == [.wake(at: at(270))])
        #expect(board.adopt(TimerBoard.Settings(), at: at(2)).effects == [.wake(at: at(300))])
        #expect(board.adopt(settings, at: at(280)).effects.warnings == 1)
    }

    // MARK: Restarts

    private func restored(_ board: TimerBoard, savedAt seconds: Double, at later: Boot) -> (TimerBoard, [Effect]) {
        let saved = board.timers.map { $0.saved(in: boot("first", seconds)) }
        var board = TimerBoard(settings: settings)
        let effects = board.restore(saved, in: later).effects
        return (board, effects)
    }

    @Test func aRestartBeforeItKeepsIt() {
        let board = TimerBoard.with(soft, settings: settings)
        let (same, effects) = restored(board, savedAt: 10, at: boot("first", 20))
        #expect(same.nextWake == at(270) && effects.warnings == 0)
        let (other, _) = restored(board, savedAt: 10, at: boot("second", -900, wall: 20))
        #expect(other.nextWake == at(-650))
    }

    @Test func aRestartAfterItDoesNotRepeatIt() {
        var board = TimerBoard.with(soft, settings: settings)
        _ = board.deadlinesPass(at: at(270))
        let (restored, effects) = restored(board, savedAt: 275, at: boot("first", 280))
        #expect(effects.warnings == 0 && restored.nextWake == at(300))
    }

    @Test func aWarningThatWasDueMeanwhileIsGiven() {
        let board = TimerBoard.with(soft, settings: settings)
        let (_, effects) = restored(board, savedAt: 10, at: boot("first", 280))
        #expect(effects.warnings == 1)
    }

    @Test func aDeadlineThatTurnsOutToBeLaterGetsAnotherOne() {
        let saved = TimerBoard.with(soft).timers.map { $0.saved(in: boot("first", 10)) }
        var board = TimerBoard(settings: settings)
        // By the wrong clock, 275 s have passed meanwhile; really it was 10 s.
        _ = board.restore(saved, in: boot("second", -900, wall: 285, synchronised: false))
        #expect(board.timers.first?.isWarned == true)
        let step = board.correct(in: boot("second", -899, wall: 21))
        #expect(step.effects.warnings == 0 && board.timers.first?.isWarned == false)
        #expect(board.nextWake == at(-899 + 279 - 30))
    }
}
