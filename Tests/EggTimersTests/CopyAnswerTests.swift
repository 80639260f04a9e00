import EggTimers
import Instants
import Testing

/// Answers to alarms of copies: they act at once, and end one ringing.
@Suite struct CopyAnswerTests {
    /// A board with a copy that has rung since `at(300)`.
    private func ringing() -> TimerBoard {
        var board = TimerBoard()
        _ = board.set([copy()], at: at(0))
        _ = board.deadlinesPass(at: at(300))
        return board
    }

    private let told = copy(phase: .ringing(deadline: at(300), silentAt: at(300)))

    @Test func namelessAnswersMeanCopiesToo() {
        var board = ringing()
        _ = board.start(hard, elapsed: .seconds(719), at: at(301))
        _ = board.deadlinesPass(at: at(302))
        var other = board
        #expect(board.dismiss(nil, at: at(303)).answer?.map(\.name.text) == ["cellar/egg", "egg"])
        // Each for the time of its own kitchen.
        #expect(
            other.snooze(nil, at: at(303)).answer?.map { $0.remaining(at: at(303)) } == [.seconds(30), .seconds(60)])
        // Only the own egg is of the last change.
        #expect(board.undo(at: at(304)).answer?.timers.map(\.name.text) == ["egg"])
        #expect(other.undo(at: at(304)).answer?.timers.map(\.name.text) == ["egg"])
    }

    @Test func namelessAnswersDoNotMeanACopyThatIsOnlyShown() {
        var board = TimerBoard()
        _ = board.set([copy()], of: kitchen(rings: false), at: at(0))
        _ = board.start(hard, elapsed: .seconds(419), at: at(0))
        _ = board.deadlinesPass(at: at(301))
        var other = board
        #expect(board.snooze(nil, at: at(302)).answer?.map(\.name.text) == ["egg"])
        #expect(board.dismiss(nil, at: at(303)).answer?.map(\.name.text) == ["egg"])
        #expect(board.copyAnswers.isEmpty && board.timers.map(\.state) == [.ringing])
        #expect(other.dismiss(name("cellar/egg"), at: at(303)).answer?.map(\.name.text) == ["cellar/egg"])
    }

    @Test func anAnswerToACopyLeavesTheLastChange() {
        var board = ringing()
        _ = board.start(soft, at: at(301))
        let last = board.lastChange
        _ = board.dismiss(name("cellar/egg"), at: at(302))
        #expect(board.lastChange == last)
    }

    @Test func aDismissalIsKeptUntilItsKitchenShowsIt() {
        var board = ringing()
        let step = board.dismiss(name("cellar/egg"), at: at(301))
        #expect(step.changed && step.effects.records.isEmpty && board.timers.isEmpty)
        let answer = board.copyAnswers[0]
        #expect(answer.run == "a" && answer.kitchen == "1" && answer.alarm == 1 && answer.snooze == nil)
        #expect(board.openAnswers(at: at(302)) == [answer])
        // Messages from before it are late.
        for phase in [told.phase, .cooking(deadline: at(300)), .missed(deadline: at(300))] {
            #expect(!board.set([copy(phase: phase)], at: at(303)).changed)
        }
        _ = board.delivered(answer.id, at: at(304))
        #expect(board.openAnswers(at: at(304)).isEmpty && !board.set([told], at: at(305)).changed)
        #expect(!board.delivered("nothing", at: at(306)).changed)
        _ = board.set([], ended: ["a": .dismissed], at: at(307))
        #expect(board.copyAnswers.isEmpty)
    }

    @Test func aSnoozeIsKeptUntilItsKitchenShowsIt() throws {
        var board = ringing()
        _ = board.snooze(nil, for: .seconds(40), at: at(301))
        #expect(board.copyAnswers.map(\.snooze) == [.seconds(40)] && board.timers[0].alarm == 2)
        #expect(!board.set([told], at: at(302)).changed)
        #expect(board.timers[0].phase == .snoozed(deadline: at(300), until: at(341)))
        // It rings again here, and is answered once more, before its kitchen hears of anything.
        #expect(board.deadlinesPass(at: at(341)).effects.contains(.startAlarm(board.timers[0])))
        _ = board.dismiss(nil, at: at(342))
        #expect(board.openAnswers(at: at(343)).map(\.alarm) == [1, 2])
        #expect(!board.set([told], at: at(344)).changed)
        // The kitchen has got the first answer.
        let snoozed = copy(phase: .snoozed(deadline: at(300), until: at(384)), alarm: 2)
        _ = board.set([snoozed], at: at(345))
        #expect(board.timers.isEmpty && board.copyAnswers.map(\.alarm) == [1, 2])
        _ = board.set([], ended: ["a": .dismissed], at: at(346))
        #expect(board.copyAnswers.isEmpty)
    }

    @Test(arguments: [true, false]) func itsKitchenHasExtendedItMeanwhile(isDismissed: Bool) {
        var board = ringing()
        _ = isDismissed ? board.dismiss(nil, at: at(301)).changed : board.snooze(nil, at: at(301)).changed
        _ = board.set([copy(phase: .cooking(deadline: at(400)), alarm: 2)], at: at(302))
        #expect(board.copyAnswers.isEmpty && board.timers[0].phase == .cooking(deadline: at(400)))
        #expect(board.deadlinesPass(at: at(400)).effects.contains(.startAlarm(board.timers[0])))
    }

    /// It rang too early, because the age of the message wasn't known.
    @Test func anAnswerBeforeTheDeadlineEndsNothing() {
        var board = TimerBoard()
        _ = board.set([copy(phase: .cooking(deadline: at(10)), isEstimated: true)], at: at(0))
        _ = board.deadlinesPass(at: at(10))
        _ = board.dismiss(nil, at: at(11))
        _ = board.set([copy()], at: at(12))
        #expect(board.timers[0].phase == .cooking(deadline: at(300)) && board.copyAnswers.isEmpty)
    }

    @Test func aKitchenIsAskedForTenMinutes() {
        var board = ringing()
        _ = board.dismiss(nil, at: at(301))
        #expect(board.openAnswers(at: at(901)).count == 1 && board.openAnswers(at: at(902)).isEmpty)
        // It is not heard again, however late its kitchen comes back.
        #expect(!board.set([told], at: at(2000)).changed)
    }

    @Test func answersAreRestored() {
        var board = ringing()
        _ = board.dismiss(nil, at: at(301))
        var again = TimerBoard()
        again.restore(board.copyAnswers, at: at(400))
        again.restore(board.copyAnswers, at: at(401))
        #expect(again.openAnswers(at: at(1000)) == board.copyAnswers && again.openAnswers(at: at(1001)).isEmpty)
        #expect(!again.set([told], at: at(402)).changed)
    }

    @Test func answersDontFillTheMemory() {
        var board = ringing()
        for second in 1...100 { _ = board.snooze(name("cellar/egg"), at: at(300 + Double(second))) }
        #expect(board.copyAnswers.count == 64 && board.copyAnswers.last?.alarm == 100)
    }

    // MARK: In the kitchen itself

    @Test func anAnswerEndsOneAlarm() throws {
        var board = TimerBoard.with(.ringing)
        #expect(board.timers[0].alarm == 1)
        #expect(board.dismiss(.standard, alarm: 2, at: at(310)).answer == [])
        #expect(board.snooze(.standard, alarm: 2, at: at(310)).answer == [])
        #expect(board.snooze(.standard, alarm: 1, at: at(310)).answer?.map(\.alarm) == [2])
        #expect(board.dismiss(.standard, alarm: 1, at: at(311)).answer == [])
        let step = board.dismiss(.standard, alarm: 2, from: name("cellar"), at: at(312))
        #expect(step.effects.records.map(\.from) == [name("cellar")])
        #expect(board.timers.isEmpty && board.snooze(.standard, alarm: 2, at: at(313)).refusal == nil)
    }

    @Test func anAnswerToOneAlarmLeavesTheRestOfAPot() throws {
        var board = TimerBoard()
        let menu = EggMenu(eggs: [
            Egg(name: "soft", duration: .minutes(5), description: ""),
            Egg(name: "hard", duration: .minutes(10), description: ""),
        ])
        let order = try #require(try menu.order([("soft", 1), ("hard", 1)])?.get())
        _ = board.cook(order, at: at(0))
        _ = board.deadlinesPass(at: at(300))
        _ = board.deadlinesPass(at: at(600))
        #expect(board.dismiss(name("1 hard egg"), alarm: 1, at: at(601)).answer?.map(\.name.text) == ["1 hard egg"])
    }

    @Test func changesLeadToAnotherAlarm() {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(1))
        _ = board.resume(nil, at: at(2))
        _ = board.extend(nil, by: .seconds(5), at: at(3))
        #expect(board.timers[0].alarm == 4)
        _ = board.rename(nil, to: name("tea"), at: at(4))
        #expect(board.timers[0].alarm == 4)
        // An alarm that was answered, and rings again.
        for state in [State.ringing, .snoozed, .missed] {
            var board = TimerBoard.with(state)
            let before = board.timers[0].alarm
            _ = board.dismiss(nil, at: state.moment)
            _ = board.undo(at: state.moment)
            #expect(board.timers[0].alarm > before)
        }
    }
}
