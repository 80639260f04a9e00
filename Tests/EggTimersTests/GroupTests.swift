import EggTimers
import Instants
import Testing

/// Tests eggs that are done at the same moment.
@Suite struct GroupTests {
    let pot = TimerName.standardGroup

    /// An order for eggs of the menu.
    func order(_ portions: (String, Int)..., menu: EggMenu = .presets) throws -> GroupOrder {
        try #require(try menu.order(portions.map { (egg: $0.0, count: $0.1) })?.get())
    }

    /// Two soft eggs and four hard ones, started at `at(0)`.
    func board(_ settings: TimerBoard.Settings = .init()) throws -> TimerBoard {
        var board = TimerBoard(settings: settings)
        _ = board.cook(try order(("soft", 2), ("hard", 4)), at: at(0))
        return board
    }

    /// Lets everything happen on time until a moment.
    private func pass(_ board: inout TimerBoard, to end: Instant) -> [Effect] {
        var effects: [Effect] = []
        while let wake = board.nextWake, wake <= end { effects += board.deadlinesPass(at: wake).effects }
        return effects
    }

    /// The names of the timers that an event of this kind is about.
    func published(_ effects: [Effect], _ kind: TimerEvent) -> [String] {
        effects.compactMap { if case .publish(kind, let timer) = $0 { timer.name.text } else { nil } }
    }

    // MARK: From the start to the end

    @Test func theLongestCooksAtOnceAndTheOthersWaitForTheirCue() throws {
        var board = TimerBoard()
        let step = board.cook(try order(("soft", 2), ("hard", 4), ("medium", 1)), at: at(0))
        #expect(board.timers.map(\.name.text) == ["2 soft eggs", "4 hard eggs", "1 medium egg"])
        #expect(board.timers.map(\.phase) == [420, 720, 300].map { .cooking(deadline: at($0)) })
        #expect(board.timers.map(\.isCue) == [true, false, true])
        #expect(board.timers.map(\.cue) == ["2 soft eggs in", "4 hard eggs in", "1 medium egg in"])
        #expect(board.timers.map(\.duration) == [.minutes(7), .minutes(12), .minutes(5)])
        #expect(step.answer?.timers == board.timers && step.answer?.replaced == [])
        #expect(step.answer?.rawEgg == .reference)
        #expect(step.effects == [.wake(at: at(300))] + board.timers.map { .publish(.started, $0) })
        #expect(step.changed)
    }

    @Test func aCueBecomesTheCountdownOfItsEggs() throws {
        var board = try board()
        let step = board.deadlinesPass(at: at(420))
        let eggs = try #require(board.timers.first)
        #expect(step.effects == [.wake(at: at(720)), .warn(eggs), .publish(.cued, eggs)])
        #expect(eggs.phase == .cooking(deadline: at(720)) && eggs.duration == .minutes(5))
        #expect(eggs.startedAt == at(420) && !eggs.isCue && eggs.name.text == "2 soft eggs")
        #expect(eggs.portion == Portion(group: pot, count: 2, afterCue: nil))
    }

    @Test func allRingTogetherAndAreAnsweredOnce() throws {
        for name in [nil, pot, name("4 hard eggs")] {
            var board = try board()
            let effects = pass(&board, to: at(720))
            #expect(board.timers.map(\.state) == [.ringing, .ringing])
            #expect(published(effects, .cued) == ["2 soft eggs"] && published(effects, .rang).count == 2)
            let step = board.dismiss(name, at: at(725))
            #expect(step.answer?.count == 2 && board.timers.isEmpty)
            #expect(step.effects.records.map(\.timer.startedAt) == [at(420), at(0)])
            #expect(step.effects.records.map(\.timer.duration) == [.minutes(5), .minutes(12)])
            #expect(step.effects.records.allSatisfy { $0.ending == .dismissed && $0.overdue == .seconds(5) })
        }
    }

    @Test func eggsOfTheSameTimeHaveNoCue() throws {
        let menu = EggMenu(eggs: [
            Egg(name: "a", duration: .minutes(3), description: ""),
            Egg(name: "onsen egg", duration: .minutes(3), description: ""),
        ])
        var board = TimerBoard()
        _ = board.cook(try order(("a", 1), ("onsen egg", 3), menu: menu), at: at(0))
        #expect(board.timers.map(\.isCue) == [false, false])
        #expect(board.timers.map(\.name.text) == ["1 a egg", "3 onsen eggs"])
    }

    @Test func aCueDoesNotDisturbAnAlarm() throws {
        var board = try board()
        _ = board.start(soft, name: name("left"), at: at(100))
        _ = board.deadlinesPass(at: at(400))
        let effects = board.deadlinesPass(at: at(420)).effects
        #expect(effects.warnings == 0 && published(effects, .cued) == ["2 soft eggs"])
    }

    @Test func aCueHasNoWarningAndItsEggsHaveOne() throws {
        var board = try board(.init(warning: .seconds(30)))
        let cue = board.deadlinesPass(at: at(420)).effects
        #expect(published(cue, .warned).isEmpty && published(cue, .cued) == ["2 soft eggs"])
        let warning = board.deadlinesPass(at: at(690)).effects
        #expect(published(warning, .warned) == ["2 soft eggs", "4 hard eggs"])
    }

    @Test func theSoundDeviceIsNotPreparedForACue() throws {
        var board = try board(.init(leadIn: .seconds(2)))
        #expect(board.nextWake == at(420))
        _ = board.deadlinesPass(at: at(420))
        #expect(board.nextWake == at(718))
    }

    // MARK: The group as a whole

    @Test func pausingOnePausesAll() throws {
        for name in [nil, pot, name("2 soft eggs"), name("4 hard eggs")] {
            var board = try board()
            let paused = board.pause(name, at: at(400))
            #expect(paused.answer?.timers == board.timers && board.timers.map(\.state) == [.paused, .paused])
            #expect(published(paused.effects, .paused).count == 2 && board.nextWake == nil)
            #expect(board.pause(name, at: at(401)).refusal != nil)
            let resumed = board.resume(name, at: at(1_000))
            #expect(
                resumed.answer?.timers.map(\.phase) == [.cooking(deadline: at(1_020)), .cooking(deadline: at(1_320))])
            let effects = pass(&board, to: at(1_320))
            #expect(published(effects, .cued) == ["2 soft eggs"])
            #expect(
                board.timers.map(\.phase)
                    == Array(repeating: .ringing(deadline: at(1_320), silentAt: at(1_920)), count: 2))
            // The pause came before these eggs were in the water.
            #expect(board.timers.map(\.pauses.count) == [0, 1])
        }
    }

    @Test func extendingOneMovesTheCommonMoment() throws {
        var board = try board()
        let step = board.extend(name("4 hard eggs"), by: .minutes(1), at: at(100))
        #expect(step.answer?.timers.map(\.duration) == [.minutes(8), .minutes(13)])
        #expect(board.timers.map(\.phase) == [.cooking(deadline: at(480)), .cooking(deadline: at(780))])
        _ = pass(&board, to: at(480))
        #expect(board.timers.map(\.phase) == [.cooking(deadline: at(780)), .cooking(deadline: at(780))])
        #expect(board.timers.first?.duration == .minutes(5))
    }

    @Test func anExtensionThatIsImpossibleForOneChangesNone() throws {
        var board = try board()
        let before = board
        let step = board.extend(pot, by: .seconds(-330), at: at(100))
        #expect(
            step.refusal == .invalidDuration(.seconds(-330), allowed: .seconds(-319) ... .seconds(355_680)))
        #expect(board == before && step.effects.isEmpty)
        #expect(board.extend(pot, by: .seconds(-319), at: at(100)).answer?.timer.remaining(at: at(100)) == .seconds(1))
    }

    @Test func whatRingsTogetherCooksOnTogether() throws {
        var board = try board()
        _ = pass(&board, to: at(720))
        let step = board.extend(name("2 soft eggs"), by: .minutes(1), at: at(730))
        #expect(board.timers.map(\.phase) == [.cooking(deadline: at(790)), .cooking(deadline: at(790))])
        #expect(step.effects.count { if case .stopAlarm = $0 { true } else { false } } == 2)
    }

    @Test func snoozingOneSnoozesAll() throws {
        var board = try board()
        #expect(board.snooze(pot, at: at(1)).refusal == .wrongState(pot, .cooking))
        _ = pass(&board, to: at(720))
        #expect(board.snooze(name("2 soft eggs"), for: .minutes(2), at: at(721)).answer?.count == 2)
        #expect(board.timers.allSatisfy { $0.phase == .snoozed(deadline: at(720), until: at(841)) })
    }

    @Test func theNameOfTheGroupCancelsAllAndThatOfATimerOnlyThisOne() throws {
        var board = try board()
        let one = board.cancel(name("2 soft eggs"), at: at(10))
        #expect(
            one.answer?.timers.map(\.name.text) == ["2 soft eggs"] && board.timers.map(\.name.text) == ["4 hard eggs"])
        #expect(one.effects.records.isEmpty, "these eggs were never in the water")
        #expect(board.timers.first?.phase == .cooking(deadline: at(720)))
        _ = board.cook(try order(("soft", 2), ("hard", 4)), at: at(20))
        let all = board.cancel(pot, at: at(30))
        #expect(all.answer?.timers.count == 2 && board.timers.isEmpty && board.nextWake == nil)
        #expect(published(all.effects, .cancelled).count == 2 && all.effects.records.map(\.timer.egg) == ["hard"])
    }

    @Test func withoutANameTheOnlyGroupIsMeant() throws {
        var board = try board()
        #expect(board.pause(nil, at: at(1)).answer?.timers.count == 2)
        _ = board.start(soft, name: name("left"), at: at(2))
        #expect(board.resume(nil, at: at(3)).refusal == .noSuchTimer(.standard))
        _ = board.start(soft, at: at(4))
        #expect(board.cancel(nil, at: at(5)).answer?.timers.map(\.name) == [.standard])
    }

    @Test func anUnknownNameIsRefused() throws {
        var board = try board()
        #expect(board.pause(name("pan"), at: at(1)).refusal == .noSuchTimer(name("pan")))
        #expect(board.dismiss(name("pan"), at: at(1)).answer == [])
        #expect(board.rename(pot, to: name("pan"), at: at(1)).refusal == .noSuchTimer(pot))
    }

    @Test func aRenamedTimerStaysInItsGroup() throws {
        var board = try board()
        _ = board.rename(name("2 soft eggs"), to: name("ours"), at: at(1))
        #expect(board.pause(name("ours"), at: at(2)).answer?.timers.count == 2)
    }

    @Test func aTimerThatIsStartedAgainLeavesItsGroup() throws {
        var board = try board()
        let step = board.start(soft, name: name("2 soft eggs"), at: at(10))
        #expect(step.answer?.replaced?.isCue == true && step.effects.records.isEmpty)
        #expect(board.timers.map { $0.portion == nil } == [true, false])
        #expect(board.pause(pot, at: at(11)).answer?.timers.map(\.name.text) == ["4 hard eggs"])
    }

    // MARK: Names

    @Test func aGroupIsResetAsAWhole() throws {
        var board = try board()
        _ = pass(&board, to: at(720))
        let step = board.cook(try order(("soft", 2), ("medium", 1)), at: at(725))
        #expect(step.answer?.replaced.map(\.state) == [.ringing, .ringing])
        #expect(board.timers.map(\.name.text) == ["2 soft eggs", "1 medium egg"])
        #expect(board.timers.map(\.isCue) == [true, false])
        #expect(step.effects.count { if case .stopAlarm = $0 { true } else { false } } == 2)
        #expect(step.effects.records.map(\.ending) == [.replaced, .replaced])
        #expect(published(step.effects, .cancelled) == ["4 hard eggs"])
        #expect(published(step.effects, .replaced) == ["2 soft eggs"])
        #expect(published(step.effects, .started) == ["1 medium egg"])
    }

    @Test func groupsWithOtherNamesRunBesideEachOther() throws {
        var board = try board()
        _ = board.cook(try order(("soft", 2), ("hard", 1)), group: name("left"), at: at(60))
        #expect(
            board.timers.map(\.name.text) == ["2 soft eggs", "4 hard eggs", "left: 2 soft eggs", "left: 1 hard egg"])
        #expect(board.pause(name("left"), at: at(61)).answer?.timers.count == 2)
        #expect(board.timers.map(\.state) == [.cooking, .cooking, .paused, .paused])
        #expect(board.pause(nil, at: at(62)).refusal == .noSuchTimer(.standard))
    }

    @Test func namesThatOthersHaveAreRefused() throws {
        var board = TimerBoard.with(soft, name: name("2 soft eggs"))
        let eggs = try order(("soft", 2), ("hard", 1))
        #expect(board.cook(eggs, at: at(1)).refusal == .nameTaken(name("2 soft eggs")))
        #expect(board.cook(eggs, group: name("2 soft eggs"), at: at(1)).refusal == .nameTaken(name("2 soft eggs")))
        board = try self.board()
        #expect(board.start(soft, name: pot, at: at(1)).refusal == .nameTaken(pot))
        #expect(board.rename(name("2 soft eggs"), to: pot, at: at(1)).refusal == .nameTaken(pot))
        #expect(board.timers.count == 2)
        let long = String(repeating: "x", count: 60)
        #expect(board.cook(eggs, group: name(long), at: at(1)).refusal == .invalidName("\(long): 2 soft eggs"))
    }

    @Test func aFullBoardRefusesAGroup() throws {
        var board = TimerBoard()
        for number in 1...63 { _ = board.start(soft, name: name("egg \(number)"), at: at(0)) }
        let eggs = try order(("soft", 2), ("hard", 1))
        #expect(board.cook(eggs, at: at(1)).refusal == .tooManyTimers(limit: 64))
        _ = board.cancel(name("egg 1"), at: at(1))
        #expect(board.cook(eggs, at: at(1)).answer?.timers.count == 2)
        // The group that is reset makes room for itself.
        #expect(board.cook(eggs, at: at(2)).answer?.timers.count == 2)
    }

    // MARK: Orders

    @Test func anOrderIsCheckedByTheMenu() throws {
        let menu = EggMenu(eggs: EggMenu.presets.eggs + [Egg(name: "poached", duration: .minutes(3), description: "")])
        func answer(_ portions: (String, Int)..., properties: RawEgg.Properties = .init()) -> Result<
            GroupOrder, Refusal
        >? {
            menu.order(portions.map { (egg: $0.0, count: $0.1) }, properties: properties)
        }
        #expect(answer() == nil && answer(("soft", 0)) == nil && answer(("soft", 100)) == nil)
        #expect(answer(("soft", 1), ("soft", 2)) == nil)
        #expect(
            answer(("soft", 1), ("sotf", 2))
                == .failure(.noSuchEgg("sotf", known: ["soft", "medium", "hard", "poached"])))
        let large = RawEgg.Properties(grams: 68)
        let mixed = try #require(try answer(("soft", 1), ("poached", 2), properties: large)?.get())
        #expect(mixed.portions.map(\.order.duration) == [.seconds(334), .minutes(3)] && mixed.rawEgg?.grams == 68)
        #expect(answer(("poached", 2), properties: large) == .failure(.fixedTime("poached")))
        #expect(
            answer(("soft", 1), properties: .init(grams: 500)) == .failure(.impossible("soft", .outOfRange(.mass, 500)))
        )
    }
}
