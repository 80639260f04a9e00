import EggTimers
import Instants
import Testing

@Suite struct StartTests {
    @Test func aStartArmsItsDeadlineAndIsPublished() throws {
        var board = TimerBoard()
        let step = board.start(soft, at: at(0))
        let timer = try #require(step.answer?.timer)
        #expect(step.answer?.replaced == nil)
        #expect(timer.name == .standard && timer.egg == "soft" && timer.duration == .minutes(5))
        #expect(timer.phase == .cooking(deadline: at(300)))
        #expect(step.effects == [.wake(at: at(300)), .publish(.started, timer)])
    }

    @Test func aResetGetsTheFullTimeAndReportsTheOldTimer() throws {
        var board = TimerBoard.with(hard)
        let step = board.start(soft, at: at(40))
        let started = try #require(step.answer)
        #expect(started.timer.remaining(at: at(40)) == .minutes(5))
        #expect(started.replaced?.egg == "hard")
        #expect(started.replaced?.remaining(at: at(40)) == .seconds(680))
        #expect(step.effects.ofNow == [.wake(at: at(340)), .publish(.replaced, started.timer)])
        #expect(board.timers == [started.timer])
    }

    @Test func aResetKeepsItsPlaceInTheOrder() throws {
        var board = TimerBoard.with(soft, name: name("left"))
        _ = board.start(soft, name: name("right"), at: at(1))
        let before = board.timers.map(\.id)
        _ = board.start(hard, name: name("left"), at: at(2))
        #expect(board.timers.map(\.name.text) == ["left", "right"])
        #expect(board.timers.map(\.id) == before)
    }

    @Test func resettingARingingTimerStopsItsAlarm() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let step = board.start(hard, at: at(310))
        let started = try #require(step.answer)
        #expect(started.replaced?.state == .ringing)
        #expect(
            step.effects.ofNow == [
                .wake(at: at(310 + 720)), .stopAlarm(started.timer.id), .publish(.replaced, started.timer),
            ])
    }

    @Test func elapsedTimeIsSubtracted() throws {
        var board = TimerBoard()
        let timer = try #require(board.start(soft, elapsed: .seconds(20), at: at(0)).answer?.timer)
        #expect(timer.phase == .cooking(deadline: at(280)) && timer.startedAt == at(-20))
        #expect(timer.duration == .minutes(5))
    }

    @Test(arguments: [Duration.zero, .milliseconds(999), .hours(99) + .milliseconds(1), .seconds(-5)])
    func aDurationOutOfRangeIsRefused(duration: Duration) {
        var board = TimerBoard()
        let step = board.start(Order(egg: "custom", duration: duration), at: at(0))
        #expect(step.refusal == .invalidDuration(duration, allowed: .seconds(1) ... .hours(99)))
        #expect(step.effects.isEmpty && board == TimerBoard())
    }

    @Test(arguments: [Duration.seconds(1), .hours(99)])
    func theLimitsOfTheRangeAreAccepted(duration: Duration) {
        var board = TimerBoard()
        #expect(board.start(Order(egg: "custom", duration: duration), at: at(0)).answer != nil)
    }

    @Test(arguments: [Duration.seconds(-1), .minutes(5)])
    func elapsedTimeOutsideTheCountdownIsRefused(elapsed: Duration) {
        var board = TimerBoard()
        let step = board.start(soft, elapsed: elapsed, at: at(0))
        #expect(step.refusal == .invalidDuration(elapsed, allowed: .zero ... .milliseconds(299_999)))
    }

    @Test func theBoardHoldsSixtyFourTimersAndStillResetsThem() {
        var board = TimerBoard()
        for number in 1...64 { _ = board.start(soft, name: name("pot \(number)"), at: at(0)) }
        #expect(board.start(soft, name: name("one more"), at: at(1)).refusal == .tooManyTimers(limit: 64))
        #expect(board.timers.count == 64)
        #expect(board.start(hard, name: name("pot 7"), at: at(1)).answer?.replaced?.egg == "soft")
    }
}

@Suite struct PauseTests {
    @Test func aPausedTimerKeepsItsTimeAndArmsNoWake() throws {
        var board = TimerBoard.with(soft)
        let step = board.pause(nil, at: at(100))
        let timer = try #require(step.answer).timer
        #expect(timer.phase == .paused(remaining: .seconds(200)))
        #expect(step.effects == [.wake(at: nil), .publish(.paused, timer)])
        #expect(board.deadlinesPass(at: at(10_000)).effects.isEmpty)
        #expect(board.timers.first?.remaining(at: at(10_000)) == .seconds(200))
    }

    @Test func resumingContinuesWithTheRemainingTime() throws {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(100))
        let step = board.resume(nil, at: at(500))
        let timer = try #require(step.answer).timer
        #expect(timer.phase == .cooking(deadline: at(700)))
        #expect(step.effects == [.wake(at: at(700)), .publish(.resumed, timer)])
    }

    @Test func pausingTwiceAndResumingARunningTimerAreRefused() {
        var board = TimerBoard.with(soft)
        #expect(board.resume(nil, at: at(1)).refusal == .wrongState(.standard, .cooking))
        _ = board.pause(nil, at: at(2))
        let step = board.pause(nil, at: at(3))
        #expect(step.refusal == .wrongState(.standard, .paused))
        #expect(step.effects.isEmpty)
    }

    @Test func aTimerThatIsDueCannotBePaused() throws {
        var board = TimerBoard.with(soft)
        let step = board.pause(nil, at: at(300))
        #expect(step.refusal == .wrongState(.standard, .ringing))
        let timer = try #require(board.timers.first)
        #expect(step.effects == [.wake(at: at(900)), .startAlarm(timer), .publish(.rang, timer)])
    }
}

@Suite struct ExtendTests {
    @Test func moreTimeMovesDeadlineAndDuration() throws {
        var board = TimerBoard.with(soft)
        let step = board.extend(nil, by: .seconds(30), at: at(10))
        let timer = try #require(step.answer).timer
        #expect(timer.duration == .seconds(330))
        #expect(timer.phase == .cooking(deadline: at(330)))
        #expect(step.effects == [.wake(at: at(330)), .publish(.extended, timer)])
    }

    @Test func lessTimeLeavesASecondAtLeast() {
        var board = TimerBoard.with(soft)
        #expect(board.extend(nil, by: .seconds(-199), at: at(100)).answer?.timer.remaining(at: at(100)) == .seconds(1))
        let step = board.extend(nil, by: .milliseconds(-1), at: at(100))
        #expect(step.refusal == .invalidDuration(.milliseconds(-1), allowed: .zero...(.hours(99) - .seconds(101))))
    }

    @Test func aPausedTimerIsExtendedWithoutRunning() {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(100))
        #expect(
            board.extend(nil, by: .minutes(1), at: at(200)).answer?.timer.phase == .paused(remaining: .seconds(260)))
        #expect(board.nextWake == nil)
    }

    @Test func aCountdownLastsADayAtMost() {
        var board = TimerBoard.with(Order(egg: "custom", duration: .hours(99)))
        #expect(board.extend(nil, by: .milliseconds(1), at: at(3600)).refusal != nil)
        #expect(board.extend(nil, by: .milliseconds(Int64.max), at: at(3600)).refusal != nil)
        #expect(board.extend(nil, by: .milliseconds(Int64.min), at: at(3600)).refusal != nil)
        let late = at(99 * 3600 - 0.5)
        #expect(board.extend(nil, by: .milliseconds(500), at: late).refusal != nil)
        #expect(board.timers.first?.duration == .hours(99))
    }

    /// The timer rings since 300, is snoozed since 310 or missed since 900, and is extended at 1000.
    @Test(arguments: [State.ringing, .snoozed, .missed])
    func aTimerThatIsDueCooksAgain(state: State) throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        if state == .snoozed { _ = board.snooze(nil, for: .hours(1), at: at(310)) }
        if state == .missed { _ = board.deadlinesPass(at: at(900)) }
        let now = state == .ringing ? at(400) : at(1000)
        try #require(board.timers.first?.state == state)
        let stood = try #require(board.timers.first)
        let step = board.extend(nil, by: .minutes(2), at: now)
        let timer = try #require(step.answer).timer
        #expect(timer.phase == .cooking(deadline: now.advanced(by: .minutes(2))))
        // The egg is in the pot from 0 to the new deadline.
        #expect(timer.duration == at(0).duration(to: now) + .minutes(2) && timer.startedAt == at(0))
        let stop: [Effect] = state == .ringing ? [.stopAlarm(stood.id)] : []
        #expect(step.effects == [.wake(at: timer.due)] + stop + [.publish(.extended, timer)])
    }

    @Test(arguments: [Duration.zero, .seconds(-30), .milliseconds(999), .hours(99)])
    func aTimerThatIsDueCannotBeShortened(more: Duration) {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let step = board.extend(nil, by: more, at: at(301))
        #expect(step.refusal == .invalidDuration(more, allowed: .seconds(1)...(.hours(99) - .minutes(5))))
        #expect(board.timers.first?.state == .ringing)
    }

    @Test func anEggMissedDaysAgoCanBeExtended() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300 + 7200))
        let timer = board.extend(nil, by: .minutes(2), at: at(500_000)).answer?.timer
        #expect(timer?.duration == .hours(99) && timer?.remaining(at: at(500_000)) == .minutes(2))
    }
}

@Suite struct CancelTests {
    @Test(arguments: State.allCases)
    func cancellingWorksInEveryState(state: State) throws {
        var board = TimerBoard.with(state)
        let stood = try #require(board.timers.first)
        #expect(stood.state == state)
        #expect(board.cancel(nil, at: state.moment).answer?.timer.id == stood.id)
        #expect(board.timers.isEmpty && board.nextWake == nil)
    }
}

@Suite struct RenameTests {
    @Test(arguments: State.allCases)
    func inEveryStateOnlyTheNameChanges(state: State) throws {
        var board = TimerBoard.with(state)
        let (before, wake) = (try #require(board.timers.first), board.nextWake)
        let renamed = board.rename(nil, to: name("left"), at: state.moment)
        let timer = try #require(renamed.answer)
        #expect(timer.name == name("left") && timer.state == state && board.timers == [timer])
        #expect(timer.id == before.id && timer.phase == before.phase && timer.startedAt == before.startedAt)
        #expect(renamed.effects == [.publish(.renamed, timer)] && renamed.changed && board.nextWake == wake)
    }

    @Test func aTimerKeepsItsPlaceAndItsOldNameIsFree() {
        var board = TimerBoard.with(soft)
        _ = board.start(hard, name: name("right"), at: at(1))
        _ = board.rename(.standard, to: name("left"), at: at(2))
        #expect(board.timers.map(\.name.text) == ["left", "right"])
        #expect(board.pause(.standard, at: at(3)).refusal == .noSuchTimer(.standard))
        #expect(board.start(soft, at: at(4)).answer?.replaced == nil)
        #expect(board.timers.map(\.name.text) == ["left", "right", "egg"])
    }

    @Test func itsOwnNameChangesNothing() throws {
        var board = TimerBoard.with(soft)
        let before = board
        let step = board.rename(nil, to: .standard, at: at(1))
        #expect(step.answer == before.timers.first && step.effects.isEmpty && !step.changed && board == before)
    }

    @Test func anotherTimersNameIsRefused() {
        var board = TimerBoard.with(soft)
        _ = board.start(hard, name: name("right"), at: at(1))
        let before = board
        let step = board.rename(.standard, to: name("right"), at: at(2))
        #expect(step.refusal == .nameTaken(name("right")) && step.effects.isEmpty && board == before)
    }

    @Test func theAlarmOfARenamedTimerCanBeDismissed() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        _ = board.rename(nil, to: name("left"), at: at(301))
        #expect(board.dismiss(.standard, at: at(302)).answer == [])
        let step = board.dismiss(name("left"), at: at(303))
        #expect(step.answer?.map(\.name) == [name("left")])
        #expect(step.effects.contains { if case .stopAlarm = $0 { true } else { false } })
        #expect(
            step.effects.contains {
                if case .record(let run) = $0 {
                    run.timer.name == name("left") && run.ending == .dismissed
                } else {
                    false
                }
            })
    }
}
