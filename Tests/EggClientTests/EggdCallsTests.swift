import EggClient
import EggLoop
import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// Calls to an eggd that replies only when the test does.
private final class Fixture {
    private let eggd: PlayedEggd
    let calls: EggdCalls
    /// How calls have ended, in the order of their ends.
    private(set) var endings: [String] = []

    init(lifetime: Duration = .seconds(60), answerTime: Duration? = nil) throws {
        eggd = try PlayedEggd()
        calls = try EggdCalls(Endpoint(path: eggd.path), lifetime: lifetime, answerTime: answerTime)
    }

    /// Makes calls of these methods together.
    func make(_ methods: String...) {
        calls.make(methods.map { EggdCall(method: $0) }) { [unowned self] endings in
            for (method, ending) in zip(methods, endings) { self.endings.append("\(method): \(name(ending))") }
        }
    }

    private func name(_ ending: EggdCalls.Ending) -> String {
        switch ending {
        case .reply: "reply"
        case .impossible(let reason): reason
        case .refused(let error): error.name
        case .unreachable(let error): "unreachable, \(error)"
        case .uncertain(let error): "uncertain, \(error)"
        case .late: "late"
        }
    }

    /// The connection that waits; nil if there is none.
    func accept() throws -> RawPeer? { eggd.isAsked ? try eggd.accept() : nil }

    /// The next connection, on which this method has been called.
    func accept(_ method: String) throws -> RawPeer {
        let peer = try #require(try accept(), "no call of \(method)")
        #expect(peer.receive()?.contains(#"Timers.\#(method)""#) == true)
        return peer
    }

    /// Waits until something has arrived, or a deadline has passed.
    func wait() {
        var entry = pollfd(fd: calls.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 60_000) == 1)
        calls.advance()
    }

    func reply(_ peer: RawPeer) {
        peer.send(message: #"{"parameters":{}}"#)
        wait()
    }

    /// Whether `advance` must be called.
    var isReadable: Bool {
        var entry = pollfd(fd: calls.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }
}

@Suite struct EggdCallsTests {
    @Test func changesAreMadeInTheirOrderAndNothingElseWaitsForThem() throws {
        let fixture = try Fixture()
        for method in ["Start", "Pause", "Cancel", "Examine", "List", "Dismiss", "Snooze", "Dismiss"] {
            fixture.make(method)
        }
        let start = try fixture.accept("Start")
        // eggd replies to a dismissal when it is saved, which may take long; the next alarm's must not wait for it.
        let others = try ["Examine", "List", "Dismiss", "Snooze", "Dismiss"].map(fixture.accept)
        #expect(try fixture.accept() == nil)
        fixture.reply(start)
        let pause = try fixture.accept("Pause")
        #expect(try fixture.accept() == nil && fixture.calls.hasChanges)
        pause.send(message: #"{"error":"io.eggtimer.Timers.NothingToUndo"}"#)
        fixture.wait()
        let cancel = try fixture.accept("Cancel")
        for peer in others { fixture.reply(peer) }
        fixture.reply(cancel)
        #expect(
            fixture.endings == [
                "Start: reply", "Pause: io.eggtimer.Timers.NothingToUndo", "Examine: reply", "List: reply",
                "Dismiss: reply", "Snooze: reply", "Dismiss: reply", "Cancel: reply",
            ])
        #expect(!fixture.calls.hasChanges)
    }

    @Test func callsThatAreMadeTogetherUseOneConnection() throws {
        let fixture = try Fixture()
        fixture.make("Pause", "Cancel")
        let peer = try fixture.accept("Pause")
        fixture.reply(peer)
        #expect(fixture.endings.isEmpty && peer.receive()?.contains("Cancel") == true)
        peer.hangUp()
        fixture.wait()
        #expect(fixture.endings == ["Pause: reply", "Cancel: uncertain, client(Varlink.ClientError.connectionLost)"])
    }

    /// systemd accepts connections to the socket of an eggd that isn't running; one that hangs does as well.
    @Test func aCallThatEggdDoesNotAnswerInTimeIsNeverCarriedOut() throws {
        let fixture = try Fixture(answerTime: .milliseconds(50))
        fixture.make("Start")
        #expect(fixture.endings.isEmpty)
        fixture.wait()
        #expect(fixture.endings == ["Start: unreachable, client(Varlink.ClientError.timedOut)"])
        let peer = try #require(try fixture.accept())
        #expect(peer.receive() == #"{"method":"org.varlink.service.GetInfo"}"#)
        #expect(peer.waitForClose())
    }

    @Test func anEggdThatAnswersGetsTheCall() throws {
        let fixture = try Fixture(answerTime: .seconds(60))
        fixture.make("Start")
        let peer = try #require(try fixture.accept())
        #expect(peer.receive()?.contains("GetInfo") == true)
        let information = #"{"vendor":"","product":"","version":"","url":"","interfaces":[]}"#
        peer.send(message: #"{"parameters":\#(information)}"#)
        fixture.wait()
        #expect(peer.receive()?.contains("Timers.Start") == true)
        fixture.reply(peer)
        #expect(fixture.endings == ["Start: reply"])
    }

    @Test(arguments: [false, true]) func aChangeThatHasWaitedTooLongIsNotMade(_ isTogether: Bool) throws {
        let fixture = try Fixture(lifetime: .milliseconds(50))
        if isTogether {
            fixture.make("Start", "Pause")
        } else {
            fixture.make("Start")
            fixture.make("Pause")
        }
        let start = try fixture.accept("Start")
        usleep(60_000)
        fixture.reply(start)
        #expect(try fixture.endings == ["Start: reply", "Pause: late"] && fixture.accept() == nil)
    }

    /// The last egg is read first, which may take long.
    @Test func anEggIsNotStartedAgainTooLate() throws {
        let fixture = try Fixture(lifetime: .milliseconds(50))
        var isLate = false
        fixture.calls.make([.again(nil)]) { if case .late? = $0.first { isLate = true } }
        let peer = try fixture.accept("List")
        peer.send(message: #"{"parameters":{"timers":[]}}"#)
        fixture.wait()
        usleep(60_000)
        let run = """
            {"name":"egg","egg":"soft","startedAtUnixMs":0,"durationMs":300000,"ending":"dismissed","endedAtUnixMs":300000,\
            "overdueMs":0,"pauses":[],"id":"1"}
            """
        peer.send(message: #"{"parameters":{"runs":[\#(run)]}}"#)
        while !isLate { fixture.wait() }
        #expect(try fixture.accept() == nil)
    }

    @Test func tooManyCallsOfOneKindAreNotMade() throws {
        let fixture = try Fixture()
        for _ in 0..<65 { fixture.make("Start") }
        fixture.make("Dismiss")
        #expect(fixture.endings.isEmpty)
        fixture.wait()
        #expect(fixture.endings == ["Start: late"])
        _ = try fixture.accept("Start")
        _ = try fixture.accept("Dismiss")
    }

    @Test func withoutEggdEveryCallIsUnreachable() throws {
        let folder = TemporaryFolder()
        let calls = try EggdCalls(Endpoint(path: folder.path("socket")))
        var unreachable = 0
        for method in ["Start", "Pause"] {
            calls.make([EggdCall(method: method)]) { endings in
                if case .unreachable(.client(.cannotConnect)) = endings.first { unreachable += 1 }
            }
        }
        #expect(unreachable == 0)
        calls.advance()
        #expect(unreachable == 2)
    }

    @Test func nothingWakesAProgramWithoutCalls() throws {
        let fixture = try Fixture()
        #expect(!fixture.isReadable)
        fixture.make("List")
        #expect(!fixture.isReadable)
        fixture.reply(try fixture.accept("List"))
        #expect(!fixture.isReadable && fixture.endings == ["List: reply"])
    }

    @Test func aLoopServesThem() throws {
        let (fixture, running, isDone) = (try Fixture(), try RunningLoop(), Semaphore())
        try running.sync {
            try fixture.calls.serve(on: running.loop)
            fixture.calls.make([EggdCall(method: "List")]) { _ in isDone.signal() }
        }
        let peer = try fixture.accept("List")
        peer.send(message: #"{"parameters":{}}"#)
        #expect(isDone.wait(upTo: .seconds(60)))
    }
}
