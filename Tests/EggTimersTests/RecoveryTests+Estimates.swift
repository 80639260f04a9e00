import EggTimers
import Instants
import Testing

/// In another boot whose clock is not trusted, times are estimates.
extension RecoveryTests {
    @Test(arguments: [
        // A clock that stopped while the power was off: the remaining time is unchanged.
        (-120.0, 300.0),
        // A clock that ran slow or backwards: no more than the remaining time.
        (-100_000, 300),
        // A clock that is right or slightly wrong.
        (0, 180), (-20, 200), (30, 150),
        // A clock that is far ahead: no time remains, and the timer rings.
        (100_000, 0),
    ])
    func theEstimateIsBetweenZeroAndTheRemainingTime(wallError: Double, left: Double) {
        let boot = after(120, synchronised: false, wallError: wallError)
        let (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        #expect(remaining(board, in: boot) == .seconds(left))
        #expect(board.isEstimated)
        #expect(board.timers.first?.state == (left > 0 ? .cooking : .ringing))
    }

    @Test(arguments: [-120.0, -100_000, 0, 30, 100_000])
    func aSynchronisedClockCorrectsTheEstimate(wallError: Double) {
        let boot = after(120, reading: 20, synchronised: false, wallError: wallError)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        // Forty seconds later, the clock has been set.
        let later = after(160, reading: 60)
        _ = board.correct(in: later)
        #expect(remaining(board, in: later) == .seconds(140))
        #expect(board.timers.first?.state == .cooking && !board.isEstimated)
    }

    @Test func anAlarmThatStartedTooEarlyStopsAndTheCountdownContinues() throws {
        let boot = after(120, synchronised: false, wallError: 10_000)
        var (board, began) = restore(.with(soft), savedAt: before(0), in: boot)
        #expect(began.contains { if case .startAlarm = $0 { true } else { false } })
        let effects = board.correct(in: after(130, reading: 30)).effects
        let timer = try #require(board.timers.first)
        let deadline = Instant(sinceBoot: .seconds(30 + 170))
        #expect(timer.phase == .cooking(deadline: deadline))
        #expect(effects == [.wake(at: deadline), .stopAlarm(timer.id), .publish(.resumed, timer)])
    }

    @Test func aTimerIsMissedOnlyOnceTheClockIsSynchronised() {
        // A day has passed unnoticed by the clock: the remaining time is unchanged.
        let boot = after(86_400, synchronised: false, wallError: -86_400)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        #expect(board.timers.first?.state == .cooking)
        _ = board.correct(in: after(86_430, reading: 50))
        #expect(board.timers.first?.state == .missed)

        // According to an untrusted clock a day has passed: the timer rings.
        let other = after(86_400, synchronised: false)
        var (ringing, _) = restore(.with(soft), savedAt: before(0), in: other)
        #expect(ringing.timers.first?.state == .ringing)
        let effects = ringing.correct(in: after(86_401, reading: 21)).effects
        #expect(ringing.timers.first?.state == .missed)
        #expect(effects.contains { if case .stopAlarm = $0 { true } else { false } })
    }

    @Test func commandsGivenMeanwhileRemainInEffect() throws {
        let boot = after(120, synchronised: false, wallError: -120)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        let now = boot.reading
        #expect(board.extend(nil, by: .minutes(1), at: now).answer?.timer.remaining(at: now) == .seconds(360))
        _ = board.pause(nil, at: now)
        _ = board.correct(in: after(130, reading: 30))
        #expect(board.timers.first?.phase == .paused(remaining: .seconds(240)))
    }

    @Test func aSnoozeOfThisBootIsNotMoved() throws {
        let boot = after(400, synchronised: false)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        _ = board.snooze(nil, for: .minutes(2), at: boot.reading)
        let until = board.nextWake
        _ = board.correct(in: after(410, reading: 30))
        #expect(board.nextWake == until)
    }

    /// Another restart of the daemon within the boot whose clock is not trusted changes nothing.
    @Test(arguments: [-120.0, 0, 50])
    func anEstimateIsUnchangedByARestartInTheSameBoot(wallError: Double) {
        let boot = after(120, synchronised: false, wallError: wallError)
        let (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        let later = after(160, reading: 60, synchronised: false, wallError: wallError)
        var (again, _) = restore(board, savedAt: boot, in: later)
        #expect(again.timers == board.timers)
        _ = again.correct(in: after(170, reading: 70))
        #expect(remaining(again, in: after(170, reading: 70)) == .seconds(130))
    }

    @Test func aSecondPowerCutBeforeTheClockIsSetLosesNothing() {
        let boot = after(120, synchronised: false, wallError: -100)
        let (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        let third = EggTimersTests.boot("third", 5, wall: 200)
        let (again, _) = restore(board, savedAt: boot, in: third)
        #expect(remaining(again, in: third) == .seconds(100) && !again.isEstimated)

        // If the third boot's clock is not trusted either, no more time remains than in the second.
        let untrusted = Boot(id: "third", reading: at(5), wall: .zero, isSynchronised: false)
        var (still, _) = restore(board, savedAt: boot, in: untrusted)
        #expect(remaining(still, in: untrusted) == remaining(board, in: boot) && still.isEstimated)
        let set = EggTimersTests.boot("third", 15, wall: 210)
        _ = still.correct(in: set)
        #expect(remaining(still, in: set) == .seconds(90))
    }

    /// A timer is paused without power for hours, then resumed with an untrusted clock: the hours don't count.
    @Test func aPausedTimerIsNotChargedForTheTimeWithoutPower() {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(10))
        let boot = after(8 * 3600, synchronised: false)
        var (resumed, _) = restore(board, savedAt: before(10), in: boot)
        _ = resumed.resume(nil, at: boot.reading)
        let third = EggTimersTests.boot("third", 5, wall: 8 * 3600 + 60)
        let (again, _) = restore(resumed, savedAt: boot, in: third)
        #expect(again.timers.first?.state == .cooking)
        #expect(remaining(again, in: third) == .seconds(290 - 60))
    }

    @Test func aTimerWhoseAlarmStoppedBeforeItsDeadlineKeepsCooking() throws {
        let boot = after(120, synchronised: false, wallError: 100_000)
        var (board, _) = restore(.with(Order(egg: "custom", duration: .hours(1))), savedAt: before(0), in: boot)
        let missed = board.deadlinesPass(at: boot.reading.advanced(by: .minutes(10))).effects
        #expect(board.timers.first?.state == .missed)
        #expect(missed.records.isEmpty, "it may not have been missed in truth")
        let later = after(120 + 700, reading: 720)
        let corrected = board.correct(in: later).effects
        #expect(board.timers.first?.state == .cooking && corrected.records.isEmpty)
        #expect(remaining(board, in: later) == .seconds(3600 - 820))
        // The run ends once, and is in the history once.
        let deadline = try #require(board.nextWake)
        _ = board.deadlinesPass(at: deadline)
        let dismissed = board.dismiss(nil, at: deadline.advanced(by: .seconds(3))).effects
        #expect(dismissed.records.map(\.ending) == [.dismissed])
    }

    /// A timer was missed by an estimate and in fact: the run is recorded once the clock is trusted, with its real
    /// lateness.
    @Test func aMissedRunIsRecordedOnceItIsCertain() throws {
        let boot = after(400, synchronised: false, wallError: -50)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        #expect(board.deadlinesPass(at: boot.reading.advanced(by: .minutes(10))).effects.records.isEmpty)
        let effects = board.correct(in: after(1100, reading: 720)).effects
        let run = try #require(effects.records.first)
        // The alarm stopped ten minutes after 400; the deadline was 300.
        #expect(run.ending == .missed && run.overdue == .seconds(700) && run.timer.estimate == nil)
        #expect(board.dismiss(nil, at: at(9000)).effects.records.isEmpty)
    }

    @Test func aMissedRunThatWasDismissedIsRecordedAsMissed() throws {
        let boot = after(400, synchronised: false)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        _ = board.deadlinesPass(at: boot.reading.advanced(by: .minutes(10)))
        let run = try #require(board.dismiss(nil, at: boot.reading.advanced(by: .hours(1))).effects.records.first)
        #expect(run.ending == .missed && run.endedAt == boot.reading.advanced(by: .minutes(10)))
    }

    /// The alarm stopped before the deadline, which has passed since, so nobody was alerted.
    @Test func anAlarmThatRangOnlyBeforeItsDeadlineRingsAtTheCorrection() {
        let boot = after(120, synchronised: false, wallError: 100_000)
        var (board, _) = restore(.with(Order(egg: "custom", duration: .minutes(20))), savedAt: before(0), in: boot)
        _ = board.deadlinesPass(at: boot.reading.advanced(by: .minutes(10)))
        #expect(board.timers.first?.state == .missed)
        let effects = board.correct(in: after(1260, reading: 1160)).effects
        #expect(board.timers.first?.state == .ringing && effects.records.isEmpty)
        #expect(board.timers.first?.overdue(at: Instant(sinceBoot: .seconds(1160))) == .minutes(1))
    }

    /// A timer of two hours as a second boot saved it, whose clock was a month ahead; that of the first one was right.
    private func savedByAClockThatRanAhead(isMissed: Bool) -> [SavedTimer] {
        let mad = after(20, synchronised: false, wallError: 30 * 86_400)
        var (board, _) = restore(.with(Order(egg: "custom", duration: .hours(2))), savedAt: before(10), in: mad)
        #expect(board.timers.first?.state == .ringing)
        let end = mad.reading.advanced(by: .seconds(isMissed ? 600 : 10))
        _ = board.deadlinesPass(at: end)
        #expect(board.timers.first?.state == (isMissed ? .missed : .ringing))
        return board.timers.map {
            $0.saved(in: Boot(id: "second", reading: end, wall: mad.wall + .seconds(10), isSynchronised: false))
        }
    }

    /// The third boot has a right clock.
    @Test(arguments: [false, true], [100.0, 7100])
    func aClockThatRanAheadInBetweenLosesNoTimer(isMissed: Bool, seconds: Double) throws {
        let saved = savedByAClockThatRanAhead(isMissed: isMissed)
        let third = boot("third", 5, wall: seconds)
        var restored = TimerBoard()
        let effects = restored.restore(saved, in: third).effects
        let timer = try #require(restored.timers.first)
        #expect(timer.state == .cooking && timer.remaining(at: third.reading) == .seconds(7200 - seconds))
        #expect(timer.estimate == nil && effects.records.isEmpty)
        #expect(!effects.contains { if case .startAlarm = $0 { true } else { false } })
        // The same if the third boot's clock becomes right only later.
        var unsure = TimerBoard()
        _ = unsure.restore(
            saved, in: Boot(id: "third", reading: at(5), wall: .zero, isSynchronised: false))
        _ = unsure.correct(in: third)
        #expect(unsure.timers.first?.state == .cooking)
        #expect(remaining(unsure, in: third) == .seconds(7200 - seconds))
    }

    /// The egg was done during the start of the third boot: it rings, whatever state the second boot saved.
    @Test(arguments: [false, true])
    func anEggDoneSinceAClockRanAheadRings(isMissed: Bool) {
        var restored = TimerBoard()
        _ = restored.restore(savedByAClockThatRanAhead(isMissed: isMissed), in: boot("third", 5, wall: 7260))
        #expect(restored.timers.first?.state == .ringing)
        #expect(restored.timers.first?.overdue(at: at(5)) == .seconds(60))
    }

    // MARK: Estimates

    @Test func latenessIsAnEstimateUntilTheClockIsTrusted() throws {
        let boot = after(400, synchronised: false, wallError: -94)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        #expect(board.timers.first?.isEstimated == true)
        #expect(board.timers.first?.overdue(at: Instant(sinceBoot: .seconds(26))) == .seconds(6))
        _ = board.correct(in: after(410, reading: 30))
        #expect(board.timers.first?.isEstimated == false)
        #expect(board.timers.first?.overdue(at: Instant(sinceBoot: .seconds(30))) == .seconds(110))
    }

    /// If the clock was not right before, times can't be corrected and remain estimates.
    @Test func anEstimateThatCannotBeCorrectedRemainsOne() throws {
        let boot = after(120, synchronised: false)
        var (board, _) = restore(.with(soft), savedAt: before(0, synchronised: false), in: boot)
        #expect(board.timers.first?.isEstimated == true && !board.isEstimated)
        #expect(!board.correct(in: after(130, reading: 30)).changed)
        let (again, _) = restore(board, savedAt: after(130, reading: 30), in: after(140, reading: 40))
        #expect(again.timers.first?.isEstimated == true)
    }

    /// The end of a snooze is exact; the original deadline is still an estimate.
    @Test func aSnoozedTimersFirstDeadlineIsCorrected() throws {
        let boot = after(400, synchronised: false, wallError: -50)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        _ = board.snooze(nil, for: .hours(1), at: boot.reading)
        let until = board.nextWake
        #expect(board.timers.first?.isEstimated == true)
        _ = board.correct(in: after(410, reading: 30))
        #expect(board.nextWake == until && board.timers.first?.isEstimated == false)
        #expect(board.timers.first?.overdue(at: Instant(sinceBoot: .seconds(30))) == .seconds(110))
    }

    @Test(arguments: [false, true])
    func aCountdownThatRestartedInThisBootIsExact(isPaused: Bool) throws {
        let boot = after(isPaused ? 100 : 400, synchronised: false)
        var cooking = TimerBoard.with(soft)
        if isPaused { _ = cooking.pause(nil, at: at(10)) }
        var (board, _) = restore(cooking, savedAt: before(10), in: boot)
        if isPaused { _ = board.resume(nil, at: boot.reading) }
        if !isPaused { _ = board.extend(nil, by: .minutes(1), at: boot.reading) }
        let left = remaining(board, in: boot)
        #expect(board.timers.first?.isEstimated == false)
        let later = after(130, reading: 20)
        _ = board.correct(in: later)
        #expect(remaining(board, in: later) == left)
    }
}
