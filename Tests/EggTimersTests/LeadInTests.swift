import EggTimers
import Instants
import Testing

/// Tests the board's wake before a deadline.
@Suite struct LeadInTests {
    private let settings = TimerBoard.Settings(leadIn: .seconds(2))

    @Test func theAlarmIsPreparedBeforeItsDeadline() throws {
        var board = TimerBoard.with(soft, settings: settings)
        #expect(board.nextWake == at(298))
        let timer = try #require(board.timers.first)
        #expect(board.deadlinesPass(at: at(298)).effects == [.wake(at: at(300)), .prepareAlarm(timer, at: at(300))])
        #expect(board.deadlinesPass(at: at(299)).effects.isEmpty)
        #expect(board.deadlinesPass(at: at(300)).effects.contains { if case .startAlarm = $0 { true } else { false } })
    }

    @Test func aMovedDeadlineIsPreparedAgain() throws {
        var board = TimerBoard.with(soft, settings: settings)
        _ = board.deadlinesPass(at: at(298))
        _ = board.extend(nil, by: .minutes(1), at: at(299))
        #expect(board.nextWake == at(358))
        let timer = try #require(board.timers.first)
        #expect(board.deadlinesPass(at: at(358)).effects == [.wake(at: at(360)), .prepareAlarm(timer, at: at(360))])
    }

    @Test func anEggShorterThanTheLeadInIsPreparedAtOnce() throws {
        var board = TimerBoard(settings: settings)
        _ = board.start(Order(egg: "custom", duration: .seconds(1)), at: at(0))
        let timer = try #require(board.timers.first)
        #expect(board.deadlinesPass(at: at(0)).effects.contains(.prepareAlarm(timer, at: at(1))))
        #expect(board.nextWake == at(1))
    }

    @Test(arguments: [300, 310])
    func anAlarmThatIsDueIsNotPrepared(seconds: Double) {
        var board = TimerBoard.with(soft, settings: settings)
        let effects = board.deadlinesPass(at: at(seconds)).effects
        #expect(!effects.contains { if case .prepareAlarm = $0 { true } else { false } })
        #expect(board.timers.first?.state == .ringing)
    }

    @Test func aSnoozeIsAlsoPrepared() {
        var board = TimerBoard.with(soft, settings: settings)
        _ = board.deadlinesPass(at: at(300))
        _ = board.snooze(nil, at: at(310))
        #expect(board.nextWake == at(368))
    }

    @Test func newSettingsApplyAtOnce() {
        var board = TimerBoard.with(soft)
        #expect(board.adopt(settings, at: at(1)).effects == [.wake(at: at(298))])
        #expect(board.adopt(TimerBoard.Settings(), at: at(2)).effects == [.wake(at: at(300))])
    }
}
