import EggTimers
import Testing

/// Cues that are found late, also after a restart.
extension GroupTests {
    @Test func aCueThatIsFoundALittleLateLeadsToTheCommonMoment() throws {
        var board = try board()
        _ = board.deadlinesPass(at: at(435))
        #expect(board.timers.first?.phase == .cooking(deadline: at(720)) && board.timers.first?.startedAt == at(420))
    }

    /// Nobody has put the eggs into the water: they cook for their full time, and ring later than the others.
    @Test func eggsWhoseCueIsFoundLateStartLate() throws {
        var board = try board()
        let effects = board.deadlinesPass(at: at(600)).effects
        #expect(effects.warnings == 1 && published(effects, .cued) == ["2 soft eggs"])
        #expect(board.timers.map(\.phase) == [.cooking(deadline: at(900)), .cooking(deadline: at(720))])
        #expect(board.timers.first?.startedAt == at(600))
        // A timer that still cooks can be paused, and one that rings is answered.
        _ = board.deadlinesPass(at: at(720))
        #expect(board.dismiss(pot, at: at(721)).answer?.map(\.egg) == ["hard"])
        #expect(board.pause(pot, at: at(722)).answer?.timers.map(\.egg) == ["soft"])
    }

    @Test(arguments: [4, 9])
    func eggsThatWouldAlreadyBeDoneAlsoStartLate(seconds: Double) throws {
        let menu = EggMenu(eggs: [
            Egg(name: "a", duration: .seconds(2), description: ""),
            Egg(name: "b", duration: .seconds(4), description: ""),
        ])
        var board = TimerBoard()
        _ = board.cook(try order(("a", 1), ("b", 1), menu: menu), at: at(0))
        let effects = board.deadlinesPass(at: at(seconds)).effects
        #expect(published(effects, .cued) == ["1 a egg"] && published(effects, .rang) == ["1 b egg"])
        #expect(board.timers.map(\.state) == [.cooking, .ringing] && board.nextWake == at(seconds + 2))
    }

    @Test func aCueThatIsFoundTooLateIsMissedAndLeavesNoRun() throws {
        var board = try board()
        let effects = board.deadlinesPass(at: at(420 + 3_601)).effects
        #expect(board.timers.map(\.state) == [.missed, .ringing] && board.timers.first?.isCue == true)
        #expect(effects.warnings == 0 && effects.records.isEmpty)
        let step = board.dismiss(pot, at: at(4_100))
        #expect(step.answer?.count == 2 && step.effects.records.map(\.timer.egg) == ["hard"] && board.timers.isEmpty)
    }

    // MARK: Restarts

    @Test func aRestartKeepsAGroup() throws {
        var board = try board()
        _ = board.deadlinesPass(at: at(100))
        let first = boot("first", 100)
        var restored = TimerBoard()
        _ = restored.restore(board.timers.map { $0.saved(in: first) }, in: first)
        #expect(restored.timers == board.timers)
        #expect(restored.timers.allSatisfy { $0.saved(in: first).isPossible })
        // After a power cut of a minute the eggs are still done at the same moment.
        let later = boot("second", -980, wall: 160)
        var another = TimerBoard()
        _ = another.restore(board.timers.map { $0.saved(in: first) }, in: later)
        #expect(another.timers.map { $0.remaining(at: later.reading) } == [.seconds(260), .seconds(560)])
        #expect(another.timers.map(\.portion) == board.timers.map(\.portion))
    }

    /// The eggs go into the water now, whatever the clock was: nothing about them is estimated.
    @Test func theCountdownAfterACueIsExactWhateverTheClock() throws {
        var board = try board()
        let first = boot("first", 100)
        let wrong = boot("second", -980, wall: 100, synchronised: false)
        let saved = board.timers.map { $0.saved(in: first) }
        board = TimerBoard()
        _ = board.restore(saved, in: wrong)
        #expect(board.timers.map(\.isEstimated) == [true, true])
        _ = board.deadlinesPass(at: at(-660))
        #expect(board.timers.map(\.isEstimated) == [false, true])
        // The machine was really off for two minutes.
        let right = boot("second", -650, wall: 550)
        _ = board.correct(in: right)
        #expect(board.timers.map { $0.remaining(at: right.reading) } == [.seconds(290), .seconds(170)])
    }

    /// A deadline that turns out to have passed long ago is that of eggs that nobody has put into the water.
    @Test func aCueThatTurnsOutToBeOverdueIsGivenLate() throws {
        var board = try board()
        let first = boot("first", 100)
        let saved = board.timers.map { $0.saved(in: first) }
        board = TimerBoard()
        _ = board.restore(saved, in: boot("second", -980, wall: 100, synchronised: false))
        let effects = board.correct(in: boot("second", -980, wall: 500)).effects
        #expect(published(effects, .cued) == ["2 soft eggs"])
        #expect(board.timers.map { $0.remaining(at: at(-980)) } == [.seconds(300), .seconds(220)])
    }
}
