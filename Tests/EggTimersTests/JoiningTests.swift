import EggTestSupport
import EggTimers
import Instants
import Testing

/// Timers that are found on disk after others were started: none is lost, and each can be meant by its name.
@Suite struct JoiningTests {
    private let boot = EggTimersTests.boot("first", 10)

    private func saved(_ board: TimerBoard) -> [SavedTimer] { board.timers.map { $0.saved(in: boot) } }

    private func pot(_ eggs: [(String, Int)]) throws -> GroupOrder {
        try #require(try EggMenu.presets.order(eggs.map { (egg: $0.0, count: $0.1) })?.get())
    }

    @Test func aTimerWhoseNameIsTakenGetsTheFirstFreeNumber() throws {
        var found = TimerBoard.with(hard)
        _ = found.start(hard, name: name("egg 2"), at: at(0))
        var board = TimerBoard.with(soft)
        _ = board.start(soft, name: name("egg 3"), at: at(0))
        let step = board.restore(saved(found), in: boot)
        // The one that is called "egg 2" keeps its name.
        #expect(board.timers.map(\.name.text) == ["egg", "egg 3", "egg 4", "egg 2"])
        #expect(board.timers.map(\.egg) == ["soft", "soft", "hard", "hard"])
        #expect(step.answer?.count == 2 && step.answer?.renamed.map(\.new.text) == ["egg 4"])
        let told = step.effects.compactMap {
            if case .publish(.restored, let timer) = $0 { timer.name.text } else { nil }
        }
        #expect(told == ["egg 4", "egg 2"])
    }

    @Test func aNumberTakesThePlaceOfANumber() {
        var board = TimerBoard.with(soft, name: name("egg 2"))
        _ = board.restore(saved(.with(hard, name: name("egg 2"))), in: boot)
        #expect(board.timers.map(\.name.text) == ["egg 2", "egg 3"])
    }

    @Test func aLongNameIsShortened() throws {
        for text in [
            String(repeating: "x", count: 64), String(repeating: "🥚", count: 16),
            "x\u{301}" + String(repeating: "\u{301}", count: 30),
        ] {
            var board = TimerBoard.with(soft, name: name(text))
            _ = board.restore(saved(.with(hard, name: name(text))), in: boot)
            let new = try #require(board.timers.last?.name.text)
            #expect(new.utf8.count <= TimerName.maxLength && new.hasSuffix("2") && TimerName(new)?.text == new)
        }
    }

    @Test func aPotFoundBesideAnotherIsAPotOfItsOwn() throws {
        var (found, board) = (TimerBoard(), TimerBoard())
        _ = found.cook(try pot([("soft", 2), ("hard", 1)]), at: at(0))
        _ = board.cook(try pot([("soft", 2), ("medium", 1)]), at: at(5))
        _ = board.restore(saved(found), in: boot)
        #expect(board.timers.map { $0.portion?.group.text } == ["pot", "pot", "pot 2", "pot 2"])
        #expect(
            board.timers.map(\.name.text) == ["2 soft eggs", "1 medium egg", "pot 2: 2 soft eggs", "1 hard egg"])
        #expect(board.pause(name("pot 2"), at: at(20)).answer?.timers.map(\.egg) == ["soft", "hard"])
    }

    @Test func aTimerAndAPotNeverShareAName() throws {
        var found = TimerBoard()
        _ = found.cook(try pot([("soft", 2), ("hard", 1)]), at: at(0))
        var board = TimerBoard.with(soft, name: .standardGroup)
        _ = board.restore(saved(found), in: boot)
        #expect(board.timers.map(\.name.text) == ["pot", "2 soft eggs", "1 hard egg"])
        #expect(board.timers.map { $0.portion?.group.text } == [nil, "pot 2", "pot 2"])
        var reversed = found
        _ = reversed.restore(saved(.with(soft, name: .standardGroup)), in: boot)
        #expect(reversed.timers.map(\.name.text) == ["2 soft eggs", "1 hard egg", "pot 2"])
    }

    @Test func withoutRoomARunIsRecordedAndTold() throws {
        var board = TimerBoard()
        for number in 1...TimerBoard.limit { _ = board.start(soft, name: name("new \(number)"), at: at(0)) }
        var found = TimerBoard.with(hard)
        _ = found.start(Order(egg: "custom", duration: .seconds(2)), name: name("due"), at: at(0))
        _ = found.start(soft, name: name("new 2"), at: at(0))
        let step = board.restore(saved(found), in: boot)
        #expect(board.timers.count == TimerBoard.limit)
        let runs = step.effects.compactMap { if case .record(let run) = $0 { run } else { nil } }
        #expect(runs.map(\.timer.name.text) == ["egg", "due", "new 65"])
        #expect(runs.map(\.ending) == [.cancelled, .missed, .cancelled])
        let told = step.effects.compactMap {
            if case .publish(let event, let timer) = $0 { "\(event) \(timer.name)" } else { nil }
        }
        #expect(told == ["cancelled egg", "missed due", "cancelled new 65"])
        #expect(step.answer?.count == 0 && step.answer?.ended.count == 3 && step.changed)
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func noTimerIsLostAndEveryNameMeansOneTimerOrOneGroup(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (found, before) = try (randomBoard(&random), randomBoard(&random))
        var board = before
        let step = board.restore(saved(found), in: boot)
        let restored = step.effects.compactMap { if case .publish(.restored, let timer) = $0 { timer } else { nil } }
        let ended = try #require(step.answer).ended
        #expect(restored.count + ended.count == found.timers.count, "seed \(seed): a timer is lost")
        #expect(board.timers.count <= TimerBoard.limit, "seed \(seed): too many")
        #expect(ended.isEmpty || board.timers.count == TimerBoard.limit, "seed \(seed): there was room")
        #expect(board.timers.prefix(before.timers.count).map(\.name) == before.timers.map(\.name), "seed \(seed)")
        let names = board.timers.map(\.name)
        let groups = Set(board.timers.compactMap { $0.portion?.group })
        #expect(Set(names).count == names.count, "seed \(seed): a name occurs twice")
        #expect(groups.isDisjoint(with: names), "seed \(seed): a timer and a group have one name")
        for name in names + groups { #expect(TimerName(name.text) == name, "seed \(seed): \(name) is no name") }
        // The eggs that were in one pot, and no others, still are.
        let old = Set(before.timers.compactMap { $0.portion?.group })
        for group in groups {
            let members = board.timers.filter { $0.portion?.group == group }
            let areOld = members.filter { timer in before.timers.contains { $0.name == timer.name } }
            #expect(areOld.count == (old.contains(group) ? members.count : 0), "seed \(seed): '\(group)' is mixed")
            #expect(board.rename(group, to: name("other"), at: boot.reading).refusal != nil)
        }
    }

    /// Timers and groups with few names, sometimes as many as are possible.
    private func randomBoard(_ random: inout SeededGenerator) throws -> TimerBoard {
        var board = TimerBoard()
        let long = String(repeating: "x", count: 64)
        let names = [
            "egg", "egg 2", "egg 3", "pot", "pot 2", "1 soft egg", "pot: 1 soft egg", "pot 2: 1 soft egg", long,
        ]
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let chosen = name(names.randomElement(using: &random) ?? "egg")
            switch Int.random(in: 0..<3, using: &random) {
            case 0: _ = board.start(soft, name: chosen, at: at(0))
            case 1:
                let order = try pot([("soft", 1), ("hard", 1), ("medium", 2)].shuffled(using: &random).dropLast())
                _ = board.cook(order, group: chosen, at: at(0))
            default: _ = board.rename(board.timers.randomElement(using: &random)?.name, to: chosen, at: at(0))
            }
        }
        let isFull = Bool.random(using: &random)
        for number in 1...60 where isFull { _ = board.start(soft, name: name("timer \(number)"), at: at(0)) }
        return board
    }
}
