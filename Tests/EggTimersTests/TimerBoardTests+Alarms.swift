import EggTimers
import Instants
import Testing

@Suite struct RingingTests {
    @Test func atTheDeadlineTheAlarmStartsOnce() throws {
        var board = TimerBoard.with(soft)
        #expect(board.deadlinesPass(at: at(299.999)).effects.isEmpty)
        let effects = board.deadlinesPass(at: at(300)).effects
        let timer = try #require(board.timers.first)
        #expect(timer.phase == .ringing(deadline: at(300), silentAt: at(900)))
        #expect(effects == [.wake(at: at(900)), .startAlarm(timer), .publish(.rang, timer)])
        #expect(board.deadlinesPass(at: at(301)).effects.isEmpty)
    }

    @Test func anUnansweredAlarmIsMissed() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let effects = board.deadlinesPass(at: at(900)).effects
        let timer = try #require(board.timers.first)
        #expect(timer.phase == .missed(deadline: at(300)))
        #expect(timer.overdue(at: at(960)) == .seconds(660))
        #expect(effects.ofNow == [.wake(at: nil), .stopAlarm(timer.id), .publish(.missed, timer)])
    }

    /// A wake can be a little late on a busy machine, which was not suspended.
    @Test(arguments: [(902, true), (902.001, false)])
    func anAlarmWhoseEndIsFoundLateWasHeard(seconds: Double, isMissed: Bool) {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.deadlinesPass(at: at(seconds))
        #expect(board.timers.first?.state == (isMissed ? .missed : .ringing))
    }

    /// The machine was suspended while the alarm rang, so nobody heard it.
    @Test func anAlarmDuringSuspendRingsAgainOnWaking() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let step = board.deadlinesPass(at: at(300 + 3600))
        #expect(board.timers.first?.phase == .ringing(deadline: at(300), silentAt: at(300 + 3600 + 600)))
        #expect(step.effects == [.wake(at: at(300 + 3600 + 600))] && step.changed, "the alarm is on")
        // It rings for its full time, and again nobody answers.
        _ = board.deadlinesPass(at: at(300 + 3600 + 600))
        #expect(board.timers.first?.state == .missed)
    }

    @Test func anAlarmDuringALongSuspendIsMissed() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.deadlinesPass(at: at(300 + 3601))
        #expect(board.timers.first?.state == .missed)
    }

    /// After a snooze, lateness counts from the end of the snooze.
    @Test func anAlarmAfterALongSnoozeIsNotTooLateByTheFirstDeadline() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.snooze(nil, for: .hours(2), at: at(300))
        _ = board.deadlinesPass(at: at(7500))
        _ = board.deadlinesPass(at: at(7500 + 1200))
        #expect(board.timers.first?.state == .ringing)
    }

    @Test func aDeadlineFoundLateStillRings() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300 + 3600))
        #expect(board.timers.first?.phase == .ringing(deadline: at(300), silentAt: at(300 + 3600 + 600)))
    }

    @Test func aDeadlineFoundTooLateIsMissedWithoutRinging() throws {
        var board = TimerBoard.with(soft)
        let effects = board.deadlinesPass(at: at(300 + 3600.001)).effects
        let timer = try #require(board.timers.first)
        #expect(timer.phase == .missed(deadline: at(300)))
        #expect(effects.ofNow == [.wake(at: nil), .publish(.missed, timer)])
    }

    @Test func twoDeadlinesFoundTogetherAreProcessedInOrder() {
        var board = TimerBoard.with(hard, name: name("slow"))
        _ = board.start(soft, name: name("fast"), at: at(1))
        let timerEvents = board.deadlinesPass(at: at(800)).effects.compactMap { effect -> String? in
            if case .publish(.rang, let timer) = effect { timer.name.text } else { nil }
        }
        #expect(timerEvents == ["fast", "slow"])
    }

    @Test func theEarliestDeadlineIsArmed() {
        var board = TimerBoard.with(hard, name: name("slow"))
        #expect(board.start(soft, name: name("fast"), at: at(1)).effects.first == .wake(at: at(301)))
        // A later deadline doesn't change the next wake, so nothing is armed.
        let step = board.start(hard, name: name("third"), at: at(2))
        #expect(!step.effects.contains { if case .wake = $0 { true } else { false } })
    }
}

@Suite struct DismissTests {
    @Test func dismissingStopsTheAlarmAndRemovesTheTimer() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let step = board.dismiss(nil, at: at(305))
        let ringing = try #require(step.answer?.first)
        #expect(ringing.state == .ringing && step.answer?.count == 1)
        guard case .publish(_, let gone) = step.effects.ofNow.last else {
            Issue.record("nothing is published")
            return
        }
        #expect(step.effects.ofNow == [.wake(at: nil), .stopAlarm(ringing.id), .publish(.dismissed, gone)])
        #expect(gone.runID == ringing.runID && board.timers.isEmpty)
    }

    @Test func withoutANameEverythingDueIsDismissed() {
        var board = TimerBoard()
        for (number, order) in [soft, soft, soft, hard].enumerated() {
            _ = board.start(order, name: name("pot \(number)"), at: at(0))
        }
        _ = board.deadlinesPass(at: at(300))
        _ = board.snooze(name("pot 1"), for: .minutes(20), at: at(301))
        #expect(board.dismiss(nil, at: at(302)).answer?.map(\.name.text) == ["pot 0", "pot 1", "pot 2"])
        #expect(board.timers.map(\.name.text) == ["pot 3"])
    }

    @Test func dismissingNothingIsNotRefused() {
        var board = TimerBoard.with(soft)
        let before = board
        #expect(board.dismiss(nil, at: at(1)).answer == [])
        #expect(board.dismiss(.standard, at: at(1)).answer == [])
        #expect(board.dismiss(name("nobody"), at: at(1)).answer == [])
        #expect(board == before)
    }

    @Test func aMissedTimerStaysUntilItIsDismissed() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.deadlinesPass(at: at(900))
        #expect(board.deadlinesPass(at: at(100_000)).effects.isEmpty)
        #expect(board.dismiss(nil, at: at(100_000)).answer?.first?.state == .missed)
        #expect(board.timers.isEmpty)
    }
}

@Suite struct SnoozeTests {
    @Test func aSnoozeStopsTheAlarmAndRingsAgain() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let step = board.snooze(nil, at: at(310))
        let timer = try #require(step.answer?.first)
        #expect(timer.phase == .snoozed(deadline: at(300), until: at(370)))
        #expect(step.effects == [.wake(at: at(370)), .stopAlarm(timer.id), .publish(.snoozed, timer)])
        #expect(timer.remaining(at: at(320)) == .seconds(50))
        #expect(timer.overdue(at: at(320)) == .seconds(20))
        #expect(timer.progress(at: at(320)) == 1)

        let effects = board.deadlinesPass(at: at(370)).effects
        let ringing = try #require(board.timers.first)
        #expect(ringing.phase == .ringing(deadline: at(300), silentAt: at(970)))
        #expect(effects == [.wake(at: at(970)), .startAlarm(ringing), .publish(.rang, ringing)])
    }

    @Test func aSnoozeCanBeChanged() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.snooze(nil, at: at(310))
        let step = board.snooze(.standard, for: .minutes(2), at: at(320))
        #expect(step.answer?.first?.phase == .snoozed(deadline: at(300), until: at(440)))
        #expect(!step.effects.contains { if case .stopAlarm = $0 { true } else { false } })
    }

    @Test func withoutANameOnlyRingingTimersAreSnoozed() {
        var board = TimerBoard.with(soft)
        #expect(board.snooze(nil, at: at(1)).answer == [])
        #expect(board.snooze(.standard, at: at(1)).refusal == .wrongState(.standard, .cooking))
        #expect(board.snooze(name("nobody"), at: at(1)).refusal == .noSuchTimer(name("nobody")))
    }

    @Test(arguments: [Duration.zero, .hours(25)])
    func aSnoozeTakesADayAtMost(time: Duration) {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        #expect(board.snooze(nil, for: time, at: at(301)).refusal != nil)
        #expect(board.timers.first?.state == .ringing)
    }

    @Test func aSnoozeFoundTooLateIsMissed() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.snooze(nil, at: at(310))
        _ = board.deadlinesPass(at: at(370 + 3601))
        #expect(board.timers.first?.phase == .missed(deadline: at(300)))
    }
}
