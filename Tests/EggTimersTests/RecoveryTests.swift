import EggTimers
import Instants
import Testing

/// Tests restoring in the same boot, in another one whose clock is trusted, and in one whose clock isn't.
@Suite struct RecoveryTests {
    /// The first boot, this many seconds after `at(0)`.
    func before(_ seconds: Double, synchronised: Bool = true) -> Boot {
        boot("first", seconds, synchronised: synchronised)
    }

    /// Another boot, whose clock reads `reading` seconds when this many seconds have passed since `at(0)`; the wall
    /// clock has an error.
    func after(
        _ seconds: Double, reading: Double = 20, synchronised: Bool = true, wallError: Double = 0
    ) -> Boot {
        boot("second", reading - 1_000, wall: seconds + wallError, synchronised: synchronised)
    }

    /// A board with the timers that were saved at a moment of the first boot and restored in another.
    func restore(_ board: TimerBoard, savedAt saved: Boot, in boot: Boot) -> (TimerBoard, [Effect]) {
        var restored = TimerBoard(settings: board.settings)
        let effects = restored.restore(board.timers.map { $0.saved(in: saved) }, in: boot).effects
        return (restored, effects)
    }

    /// The effects without the event that a timer was restored.
    func beyondRestoring(_ effects: [Effect]) -> [Effect] {
        effects.filter { if case .publish(.restored, _) = $0 { false } else { true } }
    }

    func remaining(_ board: TimerBoard, in boot: Boot) -> Duration? {
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
