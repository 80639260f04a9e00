import EggTimers
import Instants
import Testing

/// The names of timers that are started without one, and the timer that a command without a name means.
@Suite struct StandardNameTests {
    private let pasta = Order(egg: "custom", duration: .minutes(10))

    @Test func aTimeLeavesTheEggAloneAndAnEggTheTime() throws {
        var board = TimerBoard()
        _ = board.start(soft, at: at(0))
        #expect(board.start(pasta, at: at(10)).answer?.replaced == nil)
        #expect(board.timers.map(\.name.text) == ["egg", "timer"])
        #expect(board.timers.first?.phase == .cooking(deadline: at(300)))
        #expect(board.start(hard, at: at(20)).answer?.replaced?.egg == "soft")
        #expect(board.timers.map(\.egg) == ["hard", "custom"])
        #expect(board.timers.map(\.phase) == [.cooking(deadline: at(740)), .cooking(deadline: at(610))])
    }

    @Test func anotherTimeReplacesTheTime() {
        var board = TimerBoard()
        _ = board.start(soft, at: at(0))
        _ = board.start(pasta, at: at(0))
        let replaced = board.start(Order(egg: "custom", duration: .minutes(2)), at: at(5)).answer?.replaced
        #expect(replaced?.name.text == "timer" && replaced?.duration == .minutes(10))
        #expect(board.timers.map(\.duration) == [.minutes(5), .minutes(2)])
    }

    @Test func anEggOfTheMenuWithAnotherTimeIsAnEgg() throws {
        var board = TimerBoard.with(hard)
        let order = try #require(try EggMenu.presets.order(egg: "soft", duration: .minutes(9))?.get())
        #expect(board.start(order, at: at(1)).answer?.replaced?.egg == "hard")
        #expect(board.timers.map(\.name.text) == ["egg"])
    }

    @Test func aNameThatIsGivenCounts() {
        var board = TimerBoard.with(soft)
        #expect(board.start(pasta, name: name("egg"), at: at(1)).answer?.replaced?.egg == "soft")
        _ = board.start(soft, name: name("timer"), at: at(2))
        #expect(board.timers.map(\.name.text) == ["egg", "timer"] && board.timers.map(\.egg) == ["custom", "soft"])
    }

    @Test(arguments: [
        (["egg", "timer", "left"], "egg"), (["timer", "egg"], "egg"), (["left", "timer"], "timer"),
        (["timer"], "timer"), (["left"], "left"), (["left", "right"], nil), ([], nil),
    ])
    func withoutANameTheEggIsMeantElseTheTimeElseTheOnlyOne(names: [String], meant: String?) {
        var board = TimerBoard()
        for text in names { _ = board.start(soft, name: name(text), at: at(0)) }
        func expect(_ step: Step<Changed>) {
            #expect(step.answer?.timers.map(\.name.text) == meant.map { [$0] })
            #expect(step.refusal == (meant == nil ? .noSuchTimer(.standard) : nil))
        }
        expect(board.pause(nil, at: at(1)))
        expect(board.resume(nil, at: at(2)))
        expect(board.extend(nil, by: .seconds(30), at: at(3)))
        var renamed = board
        let step = renamed.rename(nil, to: name("pan"), at: at(4))
        #expect(step.answer?.name.text == (meant == nil ? nil : "pan") && renamed.timers.count == names.count)
        #expect(meant.map { left in !renamed.timers.contains { $0.name.text == left } } ?? true)
        expect(board.cancel(nil, at: at(5)))
    }

    /// A group can have these names as well.
    @Test(arguments: ["egg", "timer"]) func aGroupWithTheNameIsMeant(text: String) throws {
        let order = try #require(try EggMenu.presets.order([("soft", 2), ("hard", 4)])?.get())
        var board = TimerBoard.with(soft, name: name("left"))
        _ = board.cook(order, group: name(text), at: at(0))
        #expect(board.pause(nil, at: at(1)).answer?.timers.compactMap { $0.portion?.count } == [2, 4])
        #expect(board.rename(nil, to: name("pan"), at: at(2)).refusal == .noSuchTimer(.standard))
    }

    /// The last timer of a group is also the only timer.
    @Test func theOnlyTimerIsMeantAlsoOfAGroup() throws {
        let order = try #require(try EggMenu.presets.order([("soft", 2), ("hard", 4)])?.get())
        var board = TimerBoard()
        _ = board.cook(order, at: at(0))
        #expect(board.rename(nil, to: name("pan"), at: at(1)).refusal == .noSuchTimer(.standard))
        _ = board.cancel(name("2 soft eggs"), at: at(2))
        #expect(board.pause(nil, at: at(3)).answer?.timers.map(\.name.text) == ["4 hard eggs"])
        #expect(board.rename(nil, to: name("pan"), at: at(4)).answer?.name.text == "pan")
    }
}
