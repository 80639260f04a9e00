import EggWire
import Testing

@testable import EggClient
@testable import EggCommands

extension WaitedTimers {
    /// Takes an event after which the history must not be read.
    fileprivate mutating func handle(_ reply: Timers.Watch.Reply) -> [End] {
        handle(reply) {
            Issue.record("the history was read")
            return []
        }
    }
}

@Suite struct WaitedTimersTests {
    private func reply(
        _ kind: Timers.EventKind, _ name: String? = "egg", _ timers: [Timers.Timer] = []
    ) -> Timers.Watch.Reply {
        .init(event: .init(kind: kind, timer: name, sequence: 1), timers: timers, soundOut: nil)
    }

    private func run(_ ending: Timers.Ending, name: String = "egg", egg: String = "soft") -> Timers.Run {
        Timers.Run(
            name: name, egg: egg, startedAtUnixMs: 0, durationMs: 300_000, ending: ending, endedAtUnixMs: 0,
            overdueMs: 0, pauses: [], id: name)
    }

    @Test(arguments: [Timers.State.ringing, .snoozed, .missed])
    func aTimerThatIsDueIsDone(state: Timers.State) {
        var waited = WaitedTimers([.example(state)])
        #expect(waited.begin() == [.init(timer: .example(state), isDone: true)])
        #expect(waited.isOver && waited.areDone)
        // The same when it becomes due, by whatever event that is known.
        var later = WaitedTimers([.example(.cooking)])
        #expect(later.begin().isEmpty && !later.isOver)
        #expect(later.handle(reply(.tick, nil, [.example(state)])).map(\.isDone) == [true])
        #expect(later.isOver)
    }

    @Test(arguments: [Timers.EventKind.dismissed, .missed])
    func aTimerWhoseAlarmIsOverIsDone(kind: Timers.EventKind) {
        var waited = WaitedTimers([.example(.cooking)])
        #expect(waited.handle(reply(kind)) == [.init(timer: .example(.cooking), isDone: true)])
        #expect(waited.isOver && waited.areDone)
    }

    @Test func aCancelledTimerIsNotDone() {
        var waited = WaitedTimers([.example(.cooking)])
        #expect(waited.handle(reply(.cancelled, "other")).isEmpty)
        #expect(waited.handle(reply(.cancelled)) == [.init(timer: .example(.cooking), isDone: false)])
        #expect(waited.isOver && !waited.areDone)
    }

    @Test(arguments: [Timers.EventKind.started, .replaced, .paused, .resumed, .extended, .warned])
    func aTimerThatContinuesIsWaitedFor(kind: Timers.EventKind) {
        var waited = WaitedTimers([.example(.cooking)])
        let timer = Timers.Timer.example(kind == .paused ? .paused : .cooking, egg: "hard")
        #expect(waited.handle(reply(kind, "egg", [timer])).isEmpty && !waited.isOver)
        #expect(waited.handle(reply(.dismissed)).map(\.timer.egg) == ["hard"])
    }

    @Test func aRenamedTimerIsWaitedForUnderItsNewName() {
        var waited = WaitedTimers([.example(.cooking)])
        #expect(waited.handle(reply(.snapshot, nil, [.example(.cooking)])).isEmpty)
        #expect(waited.handle(reply(.renamed, "left", [.example(.cooking).with { $0.name = "left" }])).isEmpty)
        #expect(waited.handle(reply(.cancelled, "egg")).isEmpty)
        #expect(waited.handle(reply(.cancelled, "left")).map(\.isDone) == [false])
    }

    @Test func allTimersAreWaitedFor() {
        var waited = WaitedTimers([.example(.cooking), .example(.cooking, name: "left")])
        #expect(waited.handle(reply(.cancelled)).count == 1 && !waited.isOver)
        #expect(waited.handle(reply(.rang, "left", [.example(.ringing, name: "left")])).map(\.isDone) == [true])
        #expect(waited.isOver && !waited.areDone)
    }

    @Test(arguments: [
        (Timers.Ending.dismissed, true), (.missed, true), (.cancelled, false), (.replaced, false),
    ])
    func aTimerThatEndedMeanwhileIsFoundInTheHistory(ending: Timers.Ending, isDone: Bool) {
        var timer = Timers.Timer.example(.cooking)
        timer.id = "its own"
        var own = run(ending)
        own.id = timer.id
        var waited = WaitedTimers([timer])
        let ends = waited.handle(reply(.snapshot, nil)) { [run(.dismissed), own, run(.dismissed)] }
        #expect(ends.map(\.isDone) == [isDone] && waited.isOver)
    }

    @Test func aTimerThatIsStillThereIsNotLookedUp() {
        var waited = WaitedTimers([.example(.cooking)])
        #expect(waited.handle(reply(.snapshot, nil, [.example(.paused)])).isEmpty && !waited.isOver)
        // Only a snapshot has all timers for sure.
        #expect(waited.handle(reply(.tick, nil)).isEmpty && !waited.isOver)
    }

    @Test func aTimerThatIsNowhereIsNotDone() {
        var waited = WaitedTimers([.example(.cooking)])
        #expect(waited.handle(reply(.snapshot, nil)) { [] } == [.init(timer: .example(.cooking), isDone: false)])
        #expect(waited.isOver && !waited.areDone)
    }
}

@Suite struct LastEggTests {
    private let run = Timers.Run(
        name: "left", egg: "hard", startedAtUnixMs: 0, durationMs: 720_000, ending: .dismissed, endedAtUnixMs: 0,
        overdueMs: 0, pauses: [], id: "1")

    @Test func itIsTheOneThatIsDone() {
        let older = Timers.Timer.example(.missed, name: "old")
        #expect(LastEgg([older, .example(.ringing), .example(.cooking, name: "x")], [run])?.name == "egg")
        #expect(LastEgg([older], [])?.durationMs == 300_000)
    }

    @Test func itIsOtherwiseTheNewestInTheHistory() {
        let last = LastEgg([.example(.cooking), .example(.paused, name: "x")], [run])
        #expect(last?.name == "left" && last?.egg == "hard" && last?.durationMs == 720_000)
        #expect(LastEgg([.example(.cooking)], []) == nil)
    }
}
