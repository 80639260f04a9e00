import EggClient
import EggLoop
import EggTestSupport
import EggWire
import Glibc
import HTTP
import POSIX
import Synchronization
import Testing
import Varlink

@testable import EggPage

/// Pages at a hub of their own, whose eggd replies only when the test does. A page at `/token` was opened by the token.
private final class Fixture {
    let eggd: PlayedEggd
    let running: RunningLoop
    let hub: EventHub
    private let server: Server
    private let port: UInt16

    init(signIntervals: (counting: Duration, idle: Duration) = EventHub.signIntervals) throws {
        let (eggd, running) = (try PlayedEggd(), try RunningLoop())
        let listener = try ListeningSocket.open(at: IPEndpoint(.loopback, port: 0))
        port = try #require(ListeningSocket.endpoint(of: listener.number)).port
        let number = listener.release()
        (hub, server) = try running.sync {
            let calls = try EggdCalls(eggd.endpoint)
            try calls.serve(on: running.loop)
            let hub = EventHub(calls, loop: running.loop, signIntervals: signIntervals)
            let server = try Server(loop: running.loop) { request, exchange in
                hub.add(exchange.stream(headers: []), byToken: request.path == "/token")
            }
            try server.listen(on: Descriptor(owning: number))
            return (hub, server)
        }
        (self.eggd, self.running) = (eggd, running)
    }

    deinit { running.sync { server.stop() } }

    /// Opens a page, which has been told when to connect again.
    func page(_ path: String = "/") throws -> WebClient {
        let client = try WebClient(port: port)
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try client.head()
        #expect(try client.event() == "retry: 1000")
        return client
    }

    /// Ends the pages that were opened by the token, as the loop does it.
    func replaceToken() {
        running.loop.post { [hub] in hub.closeStreamsByToken() }
    }

    /// The watch that the hub has begun.
    func watch() throws -> RawPeer {
        let call = try eggd.next()
        #expect(call.method == Timers.Watch.name && call.text.contains(#""ticks":false"#))
        return call.peer
    }

    static func event(_ kind: String, sequence: Int = 1, timers: String = "[]") -> String {
        #"{"parameters":{"event":{"kind":"\#(kind)","sequence":\#(sequence)},"timers":\#(timers)},"continues":true}"#
    }

    /// An egg that cooks, with the temperature of its yolk.
    static func timers(yolk: Int) throws -> String {
        var timer = Timers.Timer(
            name: "egg", egg: "soft", state: .cooking, durationMs: 300_000, remainingMs: 100_000, overdueMs: 0,
            progress: 0.6, endsAtUnixMs: nil)
        timer.yolkCelsius = Double(yolk)
        return String(decoding: try encodeJSON([timer]), as: UTF8.self)
    }
}

@Suite(.timeLimit(.minutes(1))) struct EventHubTests {
    @Test func onlyAPageCausesAWatchAndAllShareIt() throws {
        let fixture = try Fixture()
        #expect(!fixture.eggd.isAsked)
        let first = try fixture.page()
        let watch = try fixture.watch()
        watch.send(message: Fixture.event("snapshot"))
        #expect(try first.event()?.contains(#""kind":"snapshot""#) == true)
        // A further page gets what is known at once.
        let second = try fixture.page()
        #expect(try second.event()?.contains(#""kind":"snapshot""#) == true)
        watch.send(message: Fixture.event("sound", sequence: 2))
        for page in [first, second] {
            let event = try page.event()
            #expect(event?.hasPrefix("data: {") == true && event?.contains(#""kind":"sound""#) == true)
        }
        // To a new page, the last event is a snapshot.
        #expect(try fixture.page().event()?.contains(#""kind":"snapshot""#) == true)
        #expect(!fixture.eggd.isAsked)
    }

    @Test func anotherTokenEndsThePagesThatTheOldOneOpened() throws {
        let fixture = try Fixture()
        let (own, other) = (try fixture.page(), try fixture.page("/token"))
        let watch = try fixture.watch()
        watch.send(message: Fixture.event("snapshot"))
        _ = (try own.event(), try other.event())
        fixture.replaceToken()
        #expect(try other.event() == nil)
        watch.send(message: Fixture.event("sound", sequence: 2))
        #expect(try own.event()?.contains(#""kind":"sound""#) == true)
    }

    @Test func withoutAPageTheWatchEnds() throws {
        let fixture = try Fixture()
        let page = try fixture.page("/token")
        let watch = try fixture.watch()
        watch.send(message: Fixture.event("snapshot"))
        _ = try page.event()
        fixture.replaceToken()
        #expect(watch.waitForClose())
        // The next page begins anew, and is told nothing old.
        let next = try fixture.page()
        let second = try fixture.watch()
        second.send(message: Fixture.event("snapshot", sequence: 9))
        #expect(try next.event()?.contains(#""sequence":9"#) == true)
        second.hangUp()
    }

    @Test func allPagesAreToldThatEggdIsLostAndThatItIsThereAgain() throws {
        let fixture = try Fixture()
        let page = try fixture.page()
        let watch = try fixture.watch()
        watch.send(message: Fixture.event("snapshot"))
        _ = try page.event()
        watch.hangUp()
        #expect(try page.event()?.hasPrefix("event: gone\ndata: {\"") == true)
        #expect(try fixture.page().event()?.hasPrefix("event: gone\n") == true)
        let second = try fixture.watch()
        second.send(message: Fixture.event("snapshot"))
        #expect(try page.event()?.contains(#""kind":"snapshot""#) == true)
        second.hangUp()
    }

    /// A page that misses a message finds the number changed in the next.
    @Test func eachMessageTellsHowOftenTheEggsHaveChanged() throws {
        let fixture = try Fixture()
        let page = try fixture.page()
        let watch = try fixture.watch()
        watch.send(message: Fixture.event("snapshot"))
        #expect(try page.event()?.contains(#""menuChanges":0"#) == true)
        watch.send(message: Fixture.event("kitchen", sequence: 2))
        let event = try page.event()
        #expect(event?.contains(#""kind":"kitchen""#) == true && event?.contains(#""menuChanges":1"#) == true)
        watch.send(message: Fixture.event("sound", sequence: 3))
        #expect(try page.event()?.contains(#""menuChanges":1"#) == true)
        watch.hangUp()
    }

    /// A page that was opened before an update of eggweb shows `soundOut` and `storeOut` as they are.
    @Test func troublesAreTextsWithTheirDetailsBesideThem() throws {
        let fixture = try Fixture()
        let page = try fixture.page()
        let watch = try fixture.watch()
        let event = #""event":{"kind":"sound","sequence":1},"timers":[]"#
        watch.send(message: #"{"parameters":{\#(event),"soundOut":"no card","storeOut":"no disk"},"continues":true}"#)
        let troubled = try page.event() ?? ""
        let detail = #""soundDetail":"\u0011eggd reports: {reason}\u0012reason\u0013\u0011no card\u0014.\u0014""#
        #expect(troubled.contains(detail) && troubled.contains(#""soundOut":"\u0011No sound: "#), "\(troubled)")
        #expect(troubled.contains(#""storeOut":"\u0011Timers are not saved: "#))
        watch.send(message: #"{"parameters":{\#(event)},"continues":true}"#)
        let fine = try page.event() ?? ""
        #expect(["soundOut", "soundDetail", "storeOut", "storeDetail"].allSatisfy { fine.contains("\"\($0)\":null") })
        watch.hangUp()
    }

    // MARK: Signs of life

    @Test func aPageHearsSomethingAlsoWhileNothingHappens() throws {
        let fixture = try Fixture(signIntervals: (.seconds(60), .milliseconds(50)))
        let page = try fixture.page()
        let watch = try fixture.watch()
        let last = #"{"method":"Cancel","name":"egg","egg":"soft","timers":1}"#
        let event = #""event":{"kind":"cancelled","sequence":7},"timers":[],"undoMs":60000,"lastChange":\#(last)"#
        watch.send(message: #"{"parameters":{\#(event)},"continues":true}"#)
        let started = try #require(try page.event())
        let cancelled = #"{label} cancelled\u0013{label} cancelled\u00131"#
        #expect(
            started.contains(#""removal":"\u0011\#(cancelled)\u0012label\u0013\u0015\u0011soft egg\u0014\u0014""#))
        #expect(started.contains(#""undo":"\u0011cancel of {label}\u0012label\u0013\u0011soft egg\u0014\u0014""#))
        #expect(started.contains(#""kind":"cancelled""#) && !started.contains(#""undoMs":0"#), "\(started)")
        for _ in 1...2 {
            let sign = try #require(try page.event())
            #expect(sign.contains(#""kind":"tick","sequence":7"#) && !sign.contains(#""ageMs":0,"#), "\(sign)")
            #expect(sign.contains(#""undoMs":59"#), "a sign offers no whole minute once more: \(sign)")
        }
        // eggd is not asked for it.
        #expect(!fixture.eggd.isAsked)
        watch.hangUp()
        while try page.event()?.hasPrefix("event: gone\n") == false {}
        #expect(try page.event()?.hasPrefix("event: gone\n") == true)
    }

    @Test func whileAnEggCooksTheSignHasItsTemperature() throws {
        let fixture = try Fixture(signIntervals: (.milliseconds(50), .seconds(60)))
        let page = try fixture.page()
        let watch = try fixture.watch()
        let event = #""event":{"kind":"started","sequence":1},"timers":\#(try Fixture.timers(yolk: 20)),"undoMs":60000"#
        watch.send(message: #"{"parameters":{\#(event)},"continues":true}"#)
        #expect(try page.event()?.contains(#""yolkCelsius":20"#) == true)
        let question = try fixture.eggd.next()
        #expect(question.method == Timers.List.name)
        question.peer.send(message: #"{"parameters":{"timers":\#(try Fixture.timers(yolk: 30))}}"#)
        let sign = try page.event()
        #expect(sign?.contains(#""kind":"tick""#) == true && sign?.contains(#""yolkCelsius":30"#) == true)
        #expect(sign?.contains(#""undoMs":59"#) == true, "eggd's reply says nothing about undo")
        // What happens before the answer to the next question is newer than it.
        let next = try fixture.eggd.next()
        watch.send(message: Fixture.event("paused", sequence: 2))
        #expect(try page.event()?.contains(#""kind":"paused""#) == true)
        next.peer.send(message: #"{"parameters":{"timers":\#(try Fixture.timers(yolk: 40))}}"#)
        watch.send(message: Fixture.event("sound", sequence: 3))
        #expect(try page.event()?.contains(#""kind":"sound""#) == true)
        watch.hangUp()
    }

    @Test func anEggdThatDoesNotAnswerIsReportedUntilItDoes() throws {
        let fixture = try Fixture(signIntervals: (.milliseconds(50), .seconds(60)))
        let page = try fixture.page()
        let watch = try fixture.watch()
        watch.send(message: Fixture.event("snapshot", timers: try Fixture.timers(yolk: 20)))
        _ = try page.event()
        let question = try fixture.eggd.next()
        let gone = try #require(try page.event())
        #expect(gone.hasPrefix("event: gone\n") && gone.contains(Trouble.stalled.message), "\(gone)")
        question.peer.send(message: #"{"parameters":{"timers":\#(try Fixture.timers(yolk: 30))}}"#)
        #expect(try page.event()?.contains(#""yolkCelsius":30"#) == true)
        watch.hangUp()
    }

    @Test func theTokenIsReadBeforeEachMessage() throws {
        let fixture = try Fixture()
        let count = Mutex(0)
        fixture.running.sync { fixture.hub.beforeMessage = { count.withLock { $0 += 1 } } }
        let page = try fixture.page()
        let watch = try fixture.watch()
        for sequence in 1...3 {
            watch.send(message: Fixture.event(sequence == 1 ? "snapshot" : "sound", sequence: sequence))
            _ = try page.event()
            #expect(count.withLock { $0 } == sequence)
        }
    }
}
