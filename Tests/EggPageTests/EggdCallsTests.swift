import EggClient
import EggTestSupport
import EggWire
import Testing

@testable import EggPage

/// The calls of a page to an eggd that replies only when the test does.
private final class Fixture {
    private let eggd: ScriptedEggd
    private let running: RunningLoop
    private let calls: EggdCalls

    init() throws {
        eggd = try ScriptedEggd()
        running = try RunningLoop()
        calls = try EggdCalls(eggd.endpoint, loop: running.loop)
    }

    func make(_ methods: String...) {
        for method in methods {
            calls.make([EggdCall(method: String(method.split(separator: ".").last ?? ""))]) { _ in }
        }
    }

    /// Waits for the next call; its method, and the connection on which it waits for a reply.
    func next() throws -> (method: String, peer: RawPeer) {
        let call = try eggd.next()
        return (call.method, call.peer)
    }
}

@Suite struct EggdCallsTests {
    @Test func theAnswersToAlarmsAreSentWhileOtherCallsWaitForTheirReplies() throws {
        let fixture = try Fixture()
        fixture.make(Timers.Start.name)
        let start = try fixture.next()
        fixture.make(Timers.Examine.name)
        let examination = try fixture.next()
        var answers: [(method: String, peer: RawPeer)] = []
        for method in [Timers.Dismiss.name, Timers.Snooze.name, Timers.Dismiss.name] {
            fixture.make(method)
            answers.append(try fixture.next())
        }
        #expect(start.method == Timers.Start.name && examination.method == Timers.Examine.name)
        #expect(answers.map(\.method) == [Timers.Dismiss.name, Timers.Snooze.name, Timers.Dismiss.name])
    }

    @Test func changesAreMadeInTheOrderOfTheTaps() throws {
        let fixture = try Fixture()
        fixture.make(Timers.Start.name)
        let start = try fixture.next()
        fixture.make(Timers.Pause.name, Timers.Cancel.name, Timers.List.name)
        // A change that didn't wait would have been sent before this.
        #expect(try fixture.next().method == Timers.List.name)
        start.peer.send(message: #"{"parameters":{}}"#)
        let pause = try fixture.next()
        #expect(pause.method == Timers.Pause.name)
        pause.peer.send(message: #"{"parameters":{}}"#)
        #expect(try fixture.next().method == Timers.Cancel.name)
    }
}
