import CLinux
import EggClient
import EggLoop
import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

@testable import EggPage

/// An eggd that replies only when the test does, and the calls of a page to it.
private final class Fixture {
    private let folder = TemporaryFolder()
    private let claim: SocketClaim
    private let listener: Descriptor
    private let running: RunningLoop
    private let calls: EggdCalls

    init() throws {
        claim = try SocketClaim(folder.path("socket"))
        listener = try claim.bind()
        running = try RunningLoop()
        calls = try EggdCalls(Endpoint(path: claim.path), loop: running.loop)
    }

    func make(_ methods: String...) {
        for method in methods { calls.make([(method, .none)]) { _ in } }
    }

    /// Waits for the next call; its method, and the connection on which it waits for a reply.
    func next() throws -> (method: String, peer: RawPeer) {
        var entry = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, 20_000) == 1, "no call was sent")
        let peer = RawPeer(owning: accept4(listener.number, nil, nil, Int32(SOCK_CLOEXEC.rawValue)))
        let message = try #require(peer.receive())
        let method = try #require(decodeJSON(Call.self, Array(message.utf8))?.method)
        return (method, peer)
    }

    private struct Call: Decodable {
        let method: String
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
