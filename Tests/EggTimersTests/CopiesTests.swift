import EggTimers
import Instants
import Testing

/// Copies of other kitchens' timers: what they do by themselves, and what their kitchens say.
@Suite struct CopiesTests {
    // MARK: Counting and ringing

    @Test func aCopyCountsAndRingsAtItsDeadline() throws {
        var board = TimerBoard()
        let step = board.set([copy()], at: at(0))
        #expect(step.answer == 0 && board.nextWake == at(300))
        let timer = try #require(board.timers.first)
        #expect(timer.name.text == "cellar/egg" && timer.egg == "soft" && timer.remaining(at: at(100)) == .seconds(200))
        #expect(step.effects == [.wake(at: at(300)), .publish(.started, timer)])
        let rang = board.deadlinesPass(at: at(300)).effects
        #expect(rang.contains(.startAlarm(board.timers[0])) && rang.contains(.publish(.rang, board.timers[0])))
        // It rings as long as in its kitchen.
        #expect(board.timers[0].phase == .ringing(deadline: at(300), silentAt: at(420)))
        let end = board.deadlinesPass(at: at(420))
        #expect(board.timers[0].state == .missed && end.effects.records.isEmpty)
    }

    @Test func aCopyThatIsOnlyShownIsNotHeard() {
        var board = TimerBoard(settings: .init(leadIn: .seconds(1)))
        var effects = board.set([copy()], of: kitchen(rings: false), at: at(0)).effects
        effects += board.deadlinesPass(at: at(300)).effects
        #expect(board.timers[0].state == .ringing)
        #expect(
            effects.allSatisfy {
                switch $0 {
                case .prepareAlarm, .warn, .startAlarm, .stopAlarm: false
                case .wake, .record, .withdraw, .publish: true
                }
            })
        // From now on it is heard, and then no longer.
        #expect(board.set([copy()], at: at(301)).effects == [.startAlarm(board.timers[0])])
        let id = board.timers[0].id
        #expect(board.set(nil, of: kitchen(rings: false), at: at(302)).effects == [.stopAlarm(id)])
    }

    @Test func aWarningComesAsInItsKitchen() {
        var board = TimerBoard(settings: .init(warning: .seconds(10)))
        _ = board.set([copy()], of: kitchen(warning: .seconds(60)), at: at(0))
        #expect(board.nextWake == at(240))
        let effects = board.deadlinesPass(at: at(240)).effects
        #expect(effects.contains(.warn(board.timers[0])))
    }

    @Test func aCueBeginsToCookByItself() {
        var board = TimerBoard()
        let cue = copy(phase: .cooking(deadline: at(60)), portion: pot(.minutes(5)))
        _ = board.set([cue], at: at(0))
        #expect(
            board.timers[0].name.text == "cellar/2 soft eggs" && board.timers[0].portion?.group.text == "cellar/pot")
        _ = board.deadlinesPass(at: at(60))
        #expect(board.timers[0].phase == .cooking(deadline: at(360)) && !board.timers[0].isCue)
        // A message from before its eggs went in.
        #expect(!board.set([cue], at: at(61)).changed)
    }

    // MARK: What its kitchen says

    @Test(arguments: State.allCases) func theSameOnceMoreChangesNothing(state: State) {
        let phases: [EggTimer.Phase] = [
            .cooking(deadline: at(300)), .paused(remaining: .seconds(30)), .ringing(deadline: at(-5), silentAt: at(-5)),
            .snoozed(deadline: at(-5), until: at(60)), .missed(deadline: at(-5)),
        ]
        var board = TimerBoard()
        for phase in phases where phase.state == state {
            #expect(board.set([copy(phase: phase), copy("b", name: "tea", phase: phase)], at: at(0)).changed)
        }
        let before = board
        let again = board.set(board.timers.map { copy($0) }, at: at(1))
        #expect(again.effects.isEmpty && !again.changed && again.answer == 0 && board == before)
        // Nor does the time that has passed.
        for moment in [at(61), at(301), at(500)] {
            _ = board.deadlinesPass(at: moment)
            #expect(!board.set(before.timers.map { copy($0) }, at: moment).changed, "\(state) at \(moment)")
        }
    }

    @Test func aDeadlineThatWasDatedALittleOtherwiseChangesNothing() {
        var board = TimerBoard()
        _ = board.set([copy()], at: at(0))
        #expect(!board.set([copy(phase: .cooking(deadline: at(300.04)))], at: at(1)).changed)
        let moved = board.set([copy(phase: .cooking(deadline: at(300.2)))], at: at(2))
        #expect(board.timers[0].phase == .cooking(deadline: at(300.2)))
        #expect(moved.effects == [.wake(at: at(300.2)), .publish(.extended, board.timers[0])])
    }

    @Test func whatItsKitchenSaysCounts() {
        var board = TimerBoard()
        _ = board.set([copy()], at: at(0))
        let run = board.timers[0].runID
        let changes: [(EggTimer.Phase, TimerEvent)] = [
            (.paused(remaining: .seconds(200)), .paused), (.cooking(deadline: at(400)), .resumed),
            (.ringing(deadline: at(20), silentAt: at(20)), .rang), (.cooking(deadline: at(500)), .extended),
            (.missed(deadline: at(20)), .missed), (.snoozed(deadline: at(20), until: at(90)), .snoozed),
        ]
        for (number, (phase, timerEvent)) in changes.enumerated() {
            let effects = board.set([copy(phase: phase, alarm: Int64(number) + 2)], at: at(30)).effects
            #expect(board.timers[0].state == phase.state && board.timers[0].runID == run)
            #expect(effects.last == .publish(timerEvent, board.timers[0]))
            let isRinging = board.timers[0].state == .ringing
            #expect(effects.contains { if case .startAlarm = $0 { true } else { false } } == isRinging)
            #expect(board.timers[0].alarm == Int64(number) + 2)
        }
    }

    @Test func aRunThatHasEndedThereIsRemoved() {
        var board = TimerBoard()
        _ = board.set([copy(), copy("b", name: "tea")], at: at(0))
        _ = board.deadlinesPass(at: at(300))
        let (egg, tea) = (board.timers[0], board.timers[1])
        let step = board.set([], ended: ["a": .dismissed, "b": .replaced], at: at(301))
        #expect(board.timers.isEmpty)
        #expect(step.effects.contains(.publish(.dismissed, egg)) && step.effects.contains(.publish(.cancelled, tea)))
        #expect(step.effects.contains(.stopAlarm(egg.id)) && step.effects.records.isEmpty)
    }

    /// Its disk has died, so the egg is still in the pot.
    @Test func aRunThatItsKitchenHasLostRingsHere() {
        var board = TimerBoard()
        _ = board.set([copy()], at: at(0))
        for _ in 1...2 { #expect(!board.set([], at: at(30)).changed) }
        #expect(board.deadlinesPass(at: at(300)).effects.contains(.startAlarm(board.timers[0])))
    }

    @Test(arguments: [599.0, 601]) func aKitchenThatWasAwayForLongNoLongerTellsWhatHasEnded(seconds: Double) {
        var board = TimerBoard()
        _ = board.set([copy(phase: .cooking(deadline: at(3000)))], at: at(0))
        _ = board.set(nil, of: kitchen(unreachableSince: at(10)), at: at(10))
        // That it still can't be reached makes no difference, nor that it can before it tells its timers.
        #expect(!board.set(nil, of: kitchen(unreachableSince: at(400)), at: at(400)).changed)
        #expect(!board.set(nil, at: at(10 + seconds)).changed)
        _ = board.set([], at: at(10 + seconds))
        #expect(board.timers.isEmpty == (seconds > 600))
    }

    @Test func onlyTheKitchensThatAreFollowedHaveCopies() {
        var board = TimerBoard.with(soft)
        _ = board.set([copy()], at: at(0))
        _ = board.set([copy()], of: kitchen("2", "garden"), at: at(0))
        _ = board.deadlinesPass(at: at(300))
        _ = board.snooze(nil, at: at(301))
        _ = board.keepCopies(of: ["2"], at: at(302))
        #expect(board.timers.map(\.name.text) == ["egg", "garden/egg"] && board.copyAnswers.map(\.kitchen) == ["2"])
        #expect(!board.keepCopies(of: ["2"], at: at(303)).changed)
    }

    // MARK: Places

    @Test func thirtyTwoTimersAreCopies() {
        var board = TimerBoard()
        let many = (1...40).map { copy("\($0)", name: "egg \($0)") }
        #expect(board.set(many, at: at(0)).answer == 8 && board.timers.count == 32)
        #expect(board.set([copy()], of: kitchen("2", "garden"), at: at(0)).answer == 1)
        for number in 1...32 { _ = board.start(soft, name: name("own \(number)"), at: at(1)) }
        #expect(board.timers.count == 64)
        #expect(board.start(soft, at: at(1)).refusal == .tooManyTimers(limit: 64))
        // A run that is told twice has one copy.
        #expect(board.set([copy("1"), copy("1", name: "other")], ended: [:], at: at(2)).answer == 0)
    }

    @Test func onAFullBoardCopiesAreLeftOut() {
        var board = TimerBoard()
        for number in 1...63 { _ = board.start(soft, name: name("own \(number)"), at: at(0)) }
        #expect(board.set([copy(), copy("b", name: "tea")], at: at(0)).answer == 1 && board.timers.count == 64)
    }

    // MARK: Names

    @Test func copiesHaveNamesOfTheirOwn() {
        var board = TimerBoard()
        _ = board.start(soft, name: name("cellar/tea"), at: at(0))
        let other = kitchen("2345678", "cellar")
        _ = board.set([copy(), copy("b", name: "tea")], at: at(0))
        _ = board.set([copy(portion: pot(nil)), copy("b", portion: pot(nil))], of: other, at: at(0))
        let names = ["cellar/tea", "cellar/egg", "cellar 1/tea", "cellar/2 soft eggs", "cellar/2 hard eggs"]
        #expect(board.timers.map(\.name.text) == names)
        #expect(Set(board.timers.compactMap { $0.portion?.group.text }) == ["cellar/pot"])
        _ = board.set([copy("c")], of: kitchen("3456789", "cellar"), at: at(0))
        #expect(board.timers.last?.name.text == "cellar 3456/egg")
        // The longest ones have more bytes than other names.
        let long = String(repeating: "é", count: 32)
        _ = board.set([copy(name: long)], of: kitchen("4", long), at: at(0))
        #expect(board.timers.last?.name.text == "\(long)/\(long)")
    }

    @Test func aCopyIsRenamedWithItsTimerOrItsKitchen() {
        var board = TimerBoard()
        _ = board.set([copy()], at: at(0))
        let renamed = board.set([copy(name: "tea")], at: at(1))
        #expect(board.timers[0].name.text == "cellar/tea")
        #expect(renamed.effects == [.publish(.renamed, board.timers[0])])
        _ = board.set([copy(name: "tea")], of: kitchen("1", "garden"), at: at(2))
        #expect(board.timers[0].name.text == "garden/tea")
    }

    @Test func aNameOfACopyIsTaken() {
        var board = TimerBoard.with(soft)
        _ = board.set([copy()], at: at(0))
        let taken = name("cellar/egg")
        #expect(board.start(hard, name: taken, at: at(1)).refusal == .nameTaken(taken))
        #expect(board.rename(nil, to: taken, at: at(1)).refusal == .nameTaken(taken))
    }

    @Test func onlyItsWholeNameMeansACopy() {
        var board = TimerBoard()
        _ = board.set([copy()], at: at(0))
        #expect(board.name(typed: name("egg")) == .success(name("egg")))
        #expect(board.name(typed: name("soft")) == .success(name("soft")))
        #expect(board.name(typed: name("Cellar/Egg")) == .success(name("cellar/egg")))
        #expect(board.copies(meantBy: name("cellar/egg"), alone: false) == board.timers)
        #expect(board.copies(meantBy: name("egg"), alone: false).isEmpty)
    }

    @Test func otherCommandsDontMeanACopy() {
        var board = TimerBoard()
        _ = board.set([copy()], at: at(0))
        let before = board
        for name in [nil, name("cellar/egg")] {
            let none = Refusal.noSuchTimer(name ?? .standard)
            #expect(board.pause(name, at: at(1)).refusal == none && board.resume(name, at: at(1)).refusal == none)
            #expect(board.extend(name, by: .seconds(1), at: at(1)).refusal == none)
            #expect(board.cancel(name, at: at(1)).refusal == none)
            #expect(board.rename(name, to: .standardTime, at: at(1)).refusal == none)
        }
        #expect(board == before)
    }

    // MARK: Restarts

    @Test func aCopyIsRestoredAsAnyTimer() throws {
        var board = TimerBoard()
        _ = board.set([copy()], at: at(0))
        let first = boot("first", 60)
        let saved = board.timers.map { $0.saved(in: first) }
        var again = TimerBoard()
        _ = again.restore(saved, in: first)
        // Nothing is known of its kitchen yet.
        #expect(again.timers[0].origin?.kitchen.unreachableSince == at(60))
        #expect(again.timers[0].phase == board.timers[0].phase)
        let second = boot("second", -900, wall: 90, synchronised: false)
        var estimated = TimerBoard()
        _ = estimated.restore(saved, in: second)
        #expect(estimated.timers[0].isEstimated && estimated.timers[0].remaining(at: at(-900)) == .seconds(210))
        #expect(estimated.timers[0].origin?.kitchen.unreachableSince == at(-930))
        // What its kitchen says makes it exact.
        _ = estimated.set([copy(phase: .cooking(deadline: at(-700)))], at: at(-899))
        #expect(!estimated.isEstimated && !estimated.timers[0].isEstimated)
        #expect(estimated.timers[0].phase == .cooking(deadline: at(-700)))
    }

    @Test func aCopyOfUnknownAgeIsEstimated() {
        var board = TimerBoard()
        _ = board.set([copy(isEstimated: true)], at: at(0))
        #expect(board.timers[0].isEstimated && !board.isEstimated)
        #expect(board.set([copy()], at: at(1)).changed && !board.timers[0].isEstimated)
    }
}
