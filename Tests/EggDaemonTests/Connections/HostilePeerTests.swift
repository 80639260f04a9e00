import EggLoop
import EggSound
import EggTestSupport
import EggTimers
import EggWire
import Glibc
import Instants
import Testing
import Varlink

@testable import EggDaemon
@testable import EggSound

/// Clients that are slow, silent, half-closed, oversized or malformed: each loses its own connection at most.
@Suite final class HostilePeerTests: KitchenSuite {
    private let list = #"{"method":"io.eggtimer.Timers.List"}"#

    /// This many calls in one write.
    private func lists(_ count: Int) -> [UInt8] {
        Array(repeatElement(Array(list.utf8) + [0], count: count).joined())
    }

    /// The engine still answers, and a deadline still rings.
    private func expectServiceContinues(_ comment: Comment) throws {
        _ = try client.start("soft", name: "witness")
        _ = kitchen.output.heard()
        kitchen.pass(.minutes(5))
        #expect(kitchen.output.heard() == ["start"], comment)
        #expect(try client.call(Timers.Cancel.self, .init("witness")).timer.state == .ringing, comment)
    }

    @Test(arguments: ["nonsense", "[]", "42", "{}", #"{"method":7}"#, #"{"method":"#, "", #"{"method":null}"#])
    func aMalformedMessageClosesOnlyItsConnection(message: String) throws {
        let peer = try kitchen.peer()
        peer.send(message: message)
        #expect(peer.waitForClose())
        try expectServiceContinues("after \(message)")
    }

    @Test func aOnewayCallIsCarriedOutWithoutAReply() throws {
        let peer = try kitchen.peer()
        peer.send(message: #"{"method":"io.eggtimer.Timers.Start","parameters":{"egg":"soft"},"oneway":true}"#)
        peer.send(message: #"{"method":"io.eggtimer.Timers.Start","parameters":{"egg":"none"},"oneway":true}"#)
        peer.send(message: list)
        let reply = try #require(peer.receive())
        #expect(reply.contains(#""egg":"soft""#))
    }

    /// Trap 7: data of a client that has already disconnected.
    @Test func aThousandOnewayCallsFromClientsThatCloseAtOnceAreAllCarriedOut() throws {
        let padding = String(repeating: "x", count: 10_000)
        for number in 0..<1_000 {
            let peer = try kitchen.peer()
            peer.send(
                message:
                    #"{"padding":"\#(padding)","oneway":true,"method":"io.eggtimer.Timers.Start","parameters":{"durationMs":\#(2_000 + number)}}"#
            )
        }
        // They are read in the order in which the kernel reports them; round trips give the engine time to read them.
        var count: Int64 = 0
        for _ in 0..<10_000 where count < 1_000 {
            _ = try client.call(Timers.List.self, Nothing())
            count = kitchen.engine.enter { $0.connections.subscribers.snapshot().sequence }
        }
        #expect(count == 1_000)
    }

    /// Trap 8: a client that has finished sending still gets its reply, and costs nothing afterwards.
    @Test func aHalfClosedClientGetsItsReplies() throws {
        let peer = try kitchen.peer()
        peer.send(message: list)
        peer.send(message: list)
        peer.closeSending()
        #expect(peer.receive()?.contains("timers") == true)
        #expect(peer.receive()?.contains("timers") == true)
        #expect(peer.waitForClose())
    }

    @Test func aHalfClosedSubscriberStillReceivesEvents() throws {
        let peer = try kitchen.watchingPeer()
        peer.closeSending()
        _ = try client.start("soft")
        #expect(peer.receive()?.contains("started") == true)
    }

    @Test func aSubscriberThatSendsWithoutEndIsDisconnected() throws {
        let peer = try kitchen.watchingPeer()
        peer.send(lists(4_000))
        #expect(peer.waitForClose())
        try expectServiceContinues("after a watcher that sends")
    }

    @Test func aClientThatNeverReadsItsRepliesDelaysNobody() throws {
        for number in 0..<60 { _ = try client.start("soft", name: "pot \(number)") }
        let nonReader = try kitchen.peer()
        _ = fcntl(nonReader.descriptor, F_SETFL, O_NONBLOCK)
        // Many more replies than the socket holds; at some point it accepts no more calls either.
        for _ in 0..<5_000 where !nonReader.send(message: list) { break }
        try expectServiceContinues("beside a peer that never reads")
        let waiting = kitchen.engine.enter { engine in engine.connections.all.map(\.socket.waitingBytes).max() ?? 0 }
        #expect(waiting < 256 * 1024)
    }

    @Test func aFloodOfCallsDoesNotDelayADeadline() throws {
        _ = try client.start("soft", name: "witness")
        let flood = try kitchen.peer()
        flood.send(lists(1_500))
        kitchen.clock.advance(by: .minutes(5))
        // The test does not advance the engine here: the next call of the flood does.
        flood.send(message: list)
        for _ in 0..<1_501 { #expect(flood.receive() != nil) }
        #expect(kitchen.output.heard() == ["start"])
    }

    /// One call per connection in turn: a new connection does not wait for all calls of the earlier ones.
    @Test func aNewConnectionIsAnsweredBeforeManyWaitingCalls() throws {
        let peers = try (0..<900).map { _ in try kitchen.peer() }
        while kitchen.engine.enter({ $0.connections.all.count < 900 }) {}
        // For the engine, all of it arrives at the same time.
        kitchen.engine.executor.queue.suspend()
        for peer in peers { peer.send(lists(32)) }
        let newest = Result { try kitchen.peer() }
        // Two calls in one write, as `eggctl status` sends them.
        (try? newest.get())?.send(lists(2))
        kitchen.engine.executor.queue.resume()
        for _ in 0..<2 { #expect(try newest.get().receive()?.contains("timers") == true) }
        // The place of its last call among all connections and calls.
        let place = try #require(
            kitchen.engine.enter { engine in engine.connections[engine.connections.lastID]?.lastActivity })
        // Behind all others its place would be last; how many are served before it depends on the machine.
        #expect(place < 900 + 900 * 32 / 2)
    }

    @Test func ifAllConnectionsWatchANewOneIsRefused() throws {
        let kitchen = try Kitchen(maxConnections: 3)
        let watchers = try (0..<3).map { _ in try kitchen.watcher().client }
        let newest = try kitchen.client()
        let error = refusal { _ = try newest.call(Timers.List.self, Nothing()) }
        #expect(error == .tooManyConnections(limit: 3))
        kitchen.engine.report(.failing(DeviceFault("snd_pcm_open", device: "default", code: .busy)))
        for watcher in watchers { #expect(try watcher.nextEvent().event.kind == .sound) }
    }

    /// A kitchen with a limit of sixteen connections, and as many clients that have called one after the other.
    private func kitchenAtTheLimit() throws -> (kitchen: Kitchen, callers: [RawPeer]) {
        let kitchen = try Kitchen(maxConnections: 16)
        let callers = try (0..<16).map { _ in
            let caller = try kitchen.peer()
            caller.send(message: list)
            try #require(caller.receive() != nil)
            return caller
        }
        return (kitchen, callers)
    }

    @Test func atTheLimitEachNewConnectionReplacesTheOldestOne() throws {
        let (kitchen, callers) = try kitchenAtTheLimit()
        let newest = try kitchen.peer()
        let next = try kitchen.peer()
        // The connections that called longest ago are closed.
        #expect(callers[0].waitForClose() && callers[1].waitForClose())
        for peer in [newest, next] + callers[2...] {
            peer.send(message: list)
            #expect(peer.receive() != nil)
        }
    }

    @Test func aSilentConnectionIsClosedBeforeASubscriber() throws {
        let (kitchen, callers) = try kitchenAtTheLimit()
        callers[0].send(message: #"{"method":"io.eggtimer.Timers.Watch","more":true}"#)
        #expect(callers[0].receive()?.contains("snapshot") == true)
        let newest = try kitchen.peer()
        newest.send(message: list)
        #expect(newest.receive() != nil)
        #expect(callers[1].waitForClose())
        callers[15].send(message: #"{"method":"io.eggtimer.Timers.Start","parameters":{"egg":"soft"}}"#)
        #expect(callers[0].receive()?.contains("started") == true)
    }
}

/// Clients that have disconnected: their calls are carried out, and nothing of them remains.
@Suite final class DisconnectedPeerTests: KitchenSuite {
    /// Makes round trips until a condition of the engine is true.
    private func wait(for what: Comment, _ condition: @Sendable (isolated Engine) -> Bool) throws {
        for _ in 0..<20_000 where !kitchen.engine.enter(condition) { _ = try client.call(Timers.Eggs.self, .init()) }
        let isTrue = kitchen.engine.enter(condition)
        #expect(isTrue, what)
    }

    private func start(_ number: Int, oneway: Bool = false, padding: Int = 0) -> [UInt8] {
        let flag = oneway ? #","oneway":true"# : ""
        let more = padding > 0 ? #","padding":"\#(String(repeating: "x", count: padding))""# : ""
        return Array(
            #"{"method":"io.eggtimer.Timers.Start","parameters":{"egg":"soft","name":"\#(number)"}\#(flag)\#(more)}"#
                .utf8)
            + [0]
    }

    /// The hang-up is reported once; a reader that waited for a second report would wait for ever.
    @Test func onewayCallsOfManyKilobytesAreAllCarriedOut() throws {
        let peer = try kitchen.peer()
        let calls = (1...60).map { start($0, oneway: true, padding: 1_000) }
        peer.send(Array(calls.joined()))
        peer.hangUp()
        try wait(for: "sixty timers") { $0.board.timers.count == 60 }
        try wait(for: "nobody left but the client") { $0.connections.all.count == 1 }
    }

    @Test func onewayCallsBehindOneWhoseReplyCannotBeSentAreAlsoCarriedOut() throws {
        let peer = try kitchen.peer()
        let list = Array(#"{"method":"io.eggtimer.Timers.List"}"#.utf8) + [0]
        peer.send(list + start(1, oneway: true) + list + start(2, oneway: true))
        peer.hangUp()
        try wait(for: "two timers") { $0.board.timers.count == 2 }
        try wait(for: "nobody left but the client") { $0.connections.all.count == 1 }
    }

    /// A daemon that was stopped for a while must not start an egg for a client that has given up meanwhile.
    @Test func aCallWhoseClientHasClosedTheConnectionIsNotCarriedOut() throws {
        _ = try client.start("hard", name: "ringing")
        kitchen.pass(.minutes(12))
        kitchen.engine.executor.queue.suspend()
        let connected = Result {
            let peer = try kitchen.peer()
            peer.send(start(1))
            peer.send(message: #"{"method":"io.eggtimer.Timers.Dismiss"}"#)
            peer.send(start(2, oneway: true))
            peer.hangUp()
        }
        kitchen.engine.executor.queue.resume()
        try connected.get()
        try wait(for: "the oneway call") { $0.board.timers.count == 2 }
        try wait(for: "nobody left but the client") { $0.connections.all.count == 1 }
        let timers = try client.timers()
        #expect(timers.map(\.name) == ["ringing", "2"])
        #expect(timers.first?.state == .ringing)
    }

    @Test func anUnfinishedMessageLeavesNothingBehind() throws {
        for _ in 0..<50 {
            let peer = try kitchen.peer()
            peer.send(Array(#"{"method":"#.utf8))
            peer.hangUp()
        }
        try wait(for: "nobody left but the client") {
            $0.connections.all.count == 1 && $0.connections.unfinishedBytes == 0
        }
    }

    /// When nothing happens, no event is sent that would show the disconnection.
    @Test func aDisconnectedSubscriberIsNoticedWhileNothingHappens() throws {
        for _ in 0..<20 {
            try kitchen.watchingPeer().hangUp()
        }
        try wait(for: "no watcher") { $0.connections.subscribers.isEmpty && $0.connections.all.count == 1 }
    }

    @Test func aSubscriberThatSendsAndNeverReadsIsDisconnected() throws {
        for number in 0..<60 { _ = try client.start("soft", name: "pot \(number)") }
        let peer = try kitchen.watchingPeer()
        // Enough ticks to leave unsent output.
        for _ in 0..<100 { kitchen.engine.enter { $0.tick() } }
        let junk = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)
        for _ in 0..<200 where !peer.send(junk) { break }
        try wait(for: "no watcher") { $0.connections.subscribers.isEmpty && $0.connections.unfinishedBytes == 0 }
    }

    /// Swift normalises what it hashes and compares, in quadratic time for a run of combining marks.
    @Test func aKeyOfCombiningMarksIsAnUnknownKey() throws {
        let marks = String(repeating: "\u{301}\u{327}", count: 15_000)
        let peer = try kitchen.peer()
        peer.send(message: #"{"\#(marks)":1,"method":"io.eggtimer.Timers.List"}"#)
        #expect(peer.receive() == #"{"parameters":{"timers":[]}}"#)
        peer.send(message: #"{"method":"io.eggtimer.Timers.List","parameters":{"\#(marks)":1}}"#)
        #expect(peer.receive()?.contains("org.varlink.service.InvalidParameter") == true)
        #expect(errorName { _ = try client.start("so\(marks)") } == "org.varlink.service.InvalidParameter")
    }

    /// The machine may be busy, or a terminal slow: events of one moment never disconnect a subscriber.
    @Test func manyEventsWithinAMomentDoNotDisconnectASubscriber() throws {
        for number in 1...64 {
            _ = try client.start(ms: 60_000 + Int64(number), name: "\(number) \(String(repeating: "x", count: 60))")
        }
        let watcher = try kitchen.watcher().client
        kitchen.clock.advance(by: .seconds(60))
        for _ in 1...64 { kitchen.pass(.milliseconds(1)) }
        for _ in 1...64 { #expect(try watcher.nextEvent().event.kind == .rang) }
    }
}
