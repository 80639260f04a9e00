import EggTimers
import Instants
import Testing

/// Tests restoring in the same boot, in another one whose clock is trusted, and in one whose clock isn't.
@Suite struct RecoveryTests {
    /// The first boot, this many seconds after `at(0)`.
    private func before(_ seconds: Double, synchronised: Bool = true) -> Boot {
        boot("first", seconds, synchronised: synchronised)
    }

    /// Another boot, whose clock reads `reading` seconds when this many seconds have passed since `at(0)`; the wall
    /// clock has an error.
    private func after(
        _ seconds: Double, reading: Double = 20, synchronised: Bool = true, wallError: Double = 0
    ) -> Boot {
        boot("second", reading - 1_000, wall: seconds + wallError, synchronised: synchronised)
    }

    /// A board with the timers that were saved at a moment of the first boot and restored in another.
    private func restore(_ board: TimerBoard, savedAt saved: Boot, in boot: Boot) -> (TimerBoard, [Effect]) {
        var restored = TimerBoard(settings: board.settings)
        let effects = restored.restore(board.timers.map { $0.saved(in: saved) }, in: boot).effects
        return (restored, effects)
    }

    /// The effects without the event that a timer was restored.
    private func beyondRestoring(_ effects: [Effect]) -> [Effect] {
        effects.filter { if case .publish(.restored, _) = $0 { false } else { true } }
    }

    private func remaining(_ board: TimerBoard, in boot: Boot) -> Duration? {
        board.timers.first?.remaining(at: boot.reading)
    }

    // MARK: The same boot

    @Test func inTheSameBootADeadlineIsExact() {
        let board = TimerBoard.with(soft)
        let (restored, effects) = restore(board, savedAt: before(0), in: before(100))
        #expect(restored.timers == board.timers)
        #expect(effects == [.wake(at: at(300)), .publish(.restored, board.timers[0])])
    }

    @Test func theWallClockIsIgnoredInTheSameBoot() {
        let board = TimerBoard.with(soft)
        let stepped = Boot(id: "first", reading: at(100), wall: .zero, isSynchronised: true)
        #expect(restore(board, savedAt: before(0), in: stepped).0.timers == board.timers)
    }

    @Test func anOverdueTimerRingsAtOnceAndIsLate() throws {
        let (board, effects) = restore(.with(soft), savedAt: before(0), in: before(400))
        let timer = try #require(board.timers.first)
        #expect(timer.phase == .ringing(deadline: at(300), silentAt: at(1000)))
        #expect(timer.overdue(at: at(400)) == .seconds(100))
        #expect(beyondRestoring(effects) == [.wake(at: at(1000)), .startAlarm(timer), .publish(.rang, timer)])
    }

    @Test func yesterdaysEggIsMissedWithoutRinging() throws {
        let (board, effects) = restore(.with(soft), savedAt: before(0), in: before(300 + 3601))
        let timer = try #require(board.timers.first)
        #expect(timer.state == .missed)
        #expect(!effects.contains { if case .startAlarm = $0 { true } else { false } })
        #expect(effects.contains { if case .record(let run) = $0 { run.ending == .missed } else { false } })
    }

    @Test func aRingingTimerKeepsRinging() throws {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let (restored, effects) = restore(board, savedAt: before(300), in: before(301))
        #expect(restored.timers == board.timers)
        let timer = try #require(board.timers.first)
        #expect(effects == [.wake(at: at(900)), .startAlarm(timer), .publish(.restored, timer)])
    }

    @Test func timeDuringWhichNobodyHeardAnAlarmDoesNotEndIt() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        // eggd is killed after a minute of ringing and restarted after its ten minutes: it rings for ten minutes, as
        // after a suspend.
        let (restored, _) = restore(board, savedAt: before(360), in: before(1000))
        #expect(restored.timers.first?.phase == .ringing(deadline: at(300), silentAt: at(1000 + 600)))
    }

    @Test func pausedSnoozedAndMissedTimersAreUnchanged() {
        var board = TimerBoard.with(soft, name: name("paused"))
        _ = board.pause(nil, at: at(10))
        _ = board.start(soft, name: name("snoozed"), at: at(10))
        _ = board.start(soft, name: name("missed"), at: at(10))
        _ = board.deadlinesPass(at: at(310))
        _ = board.snooze(name("snoozed"), for: .hours(2), at: at(311))
        _ = board.deadlinesPass(at: at(910))
        #expect(board.timers.map(\.state) == [.paused, .snoozed, .missed])
        let (restored, effects) = restore(board, savedAt: before(1000), in: before(2000))
        #expect(restored.timers == board.timers)
        #expect(beyondRestoring(effects) == [.wake(at: at(311 + 7200))])
    }

    @Test func newTimersFollowRestoredOnes() {
        var board = TimerBoard.with(soft, name: name("a"))
        _ = board.start(soft, name: name("b"), at: at(1))
        var (restored, _) = restore(board, savedAt: before(1), in: before(2))
        _ = restored.start(hard, name: name("c"), at: at(3))
        #expect(restored.timers.map(\.name.text) == ["a", "b", "c"])
        #expect(Set(restored.timers.map(\.id)).count == 3)
    }

    // MARK: Another boot, both clocks trusted

    /// Trap 2: a boot clock's deadline means nothing in another boot.
    @Test func inAnotherBootTheWallClockCounts() {
        let boot = after(120)
        let (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        #expect(remaining(board, in: boot) == .seconds(180))
        #expect(!board.isEstimated)
    }

    @Test func aTimerThatWasDueDuringAPowerCutShowsHowLateItIs() {
        let boot = after(400)
        let (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        #expect(board.timers.first?.state == .ringing)
        #expect(board.timers.first?.overdue(at: boot.reading) == .seconds(100))
    }

    @Test func aPausedTimeIsUnchangedByAPowerCut() {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(100))
        let boot = after(100_000)
        #expect(remaining(restore(board, savedAt: before(100), in: boot).0, in: boot) == .seconds(200))
    }

    @Test func aRingingTimerKeepsRingingAfterAPowerCut() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let boot = after(300 + 1200)
        let restored = restore(board, savedAt: before(300), in: boot).0
        #expect(restored.timers.first?.state == .ringing)
        #expect(restored.timers.first?.overdue(at: boot.reading) == .seconds(1200))
        #expect(restored.nextWake == boot.reading.advanced(by: .minutes(10)))
    }

    @Test func aRingingTimerOfYesterdayIsMissed() {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        let (restored, effects) = restore(board, savedAt: before(300), in: after(300 + 3601))
        #expect(restored.timers.first?.state == .missed)
        #expect(!effects.contains { if case .stopAlarm = $0 { true } else { false } }, "no alarm had begun")
    }

    // MARK: Another boot, clock not trusted

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

    // MARK: Saved timers that are possible

    @Test func everythingThatTheBoardSavesIsPossible() {
        var board = TimerBoard.with(Order(egg: "custom", duration: .hours(99)))
        _ = board.start(soft, name: name("left"), at: at(0))
        _ = board.deadlinesPass(at: at(300))
        _ = board.deadlinesPass(at: at(900))
        for timer in board.timers {
            #expect(timer.saved(in: before(900)).isPossible)
            #expect(timer.saved(in: before(30 * 86_400)).isPossible, "a commit of a month later")
        }
    }

    @Test(arguments: [
        EggTimer.Phase.cooking(deadline: Instant(sinceBoot: .nanoseconds(Int64.max))),
        .missed(deadline: at(500_000)), .missed(deadline: at(0), pendingSince: at(500_000)),
        .ringing(deadline: at(0), silentAt: at(500_000)), .snoozed(deadline: at(0), until: at(500_000)),
        .ringing(deadline: at(500_000), silentAt: at(0)),
    ])
    func anInstantTooFarInTheFutureIsImpossible(phase: EggTimer.Phase) {
        let timer = EggTimer(
            id: .init(1), runID: RunID(1), name: .standard, egg: "soft", duration: .minutes(5), phase: phase,
            startedAt: at(0))
        #expect(!timer.saved(in: before(0)).isPossible)
    }

    @Test func aStartOrPauseTooFarInTheFutureIsImpossible() {
        func timer(startedAt: Instant, _ pauses: [Pause]) -> EggTimer {
            EggTimer(
                id: .init(1), runID: RunID(1), name: .standard, egg: "soft", duration: .minutes(5),
                phase: .cooking(deadline: at(9)),
                startedAt: startedAt, pauses: pauses)
        }
        #expect(timer(startedAt: at(0), []).saved(in: before(0)).isPossible)
        #expect(!timer(startedAt: at(500_000), []).saved(in: before(0)).isPossible)
        #expect(!timer(startedAt: at(0), [Pause(began: at(500_000), length: nil)]).saved(in: before(0)).isPossible)
    }

    /// Deadlines are corrected first, so that no alarm starts for an estimated one.
    @Test func correctingStartsNoAlarmThatIsNotDue() {
        let boot = after(120, synchronised: false, wallError: 100)
        var (board, _) = restore(.with(soft), savedAt: before(0), in: boot)
        let later = after(210, reading: 110)
        let effects = board.correct(in: later).effects
        #expect(!effects.contains { if case .startAlarm = $0 { true } else { false } })
        #expect(remaining(board, in: later) == .seconds(90))
    }

    @Test func aTimerMissedWithoutRingingShowsHowLateItWasFound() {
        var board = TimerBoard.with(soft)
        let effects = board.deadlinesPass(at: at(300 + 7200)).effects
        let run = effects.records.first
        #expect(run?.ending == .missed && run?.overdue == .seconds(7200))
    }

    @Test func timersSavedWithAnUntrustedClockAreNotCorrected() {
        let boot = after(120)
        var (board, _) = restore(.with(soft), savedAt: before(0, synchronised: false), in: boot)
        #expect(remaining(board, in: boot) == .seconds(180) && !board.isEstimated)
        let effects = board.correct(in: after(500, reading: 400)).effects
        #expect(effects.contains { if case .startAlarm = $0 { true } else { false } })
    }
}

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
