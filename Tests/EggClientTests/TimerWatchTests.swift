import EggClient
import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// Tests a watch with real sockets: with eggd itself, and with misbehaving servers.
@Suite struct TimerWatchTests {
    private let folder = TemporaryFolder()

    private func reply(_ kind: Timers.EventKind, _ sequence: Int64) -> Timers.Watch.Reply {
        .init(event: .init(kind: kind, timer: nil, sequence: sequence), timers: [], soundOut: nil)
    }

    /// The kind of the next event; throws when something else or nothing is reported.
    private func event(_ watch: TimerWatch) throws -> Timers.EventKind {
        let report = watch.wait(until: .now + .seconds(30))
        guard case .event(let reply) = report else {
            Issue.record("\(String(describing: report)) instead of an event")
            throw CancellationError()
        }
        return reply.event.kind
    }

    @Test func aWatchSurvivesARestartOfTheDaemonAndFindsTheEggAgain() throws {
        let daemon = try RunningDaemon(folder: folder)
        let endpoint = Endpoint(path: daemon.socket)
        let watch = TimerWatch(endpoint)
        #expect(try event(watch) == .snapshot)
        _ = try endpoint.connect().call(Timers.Start.self, .init(egg: "soft"))
        #expect(try event(watch) == .started)
        try daemon.kill()
        while true {
            let report = try #require(watch.wait(until: .now + .seconds(30)))
            // A tick may already have been sent.
            if case .event = report { continue }
            guard case .lost = report else {
                Issue.record("\(report) instead of a lost report")
                return
            }
            break
        }
        #expect(watch.descriptor == nil && watch.nextWake != nil)
        let another = try RunningDaemon(folder: folder)
        let report = try #require(watch.wait(until: .now + .seconds(30)))
        guard case .resumed(let reply, let gap) = report else {
            Issue.record("\(report) instead of a resumed report")
            return
        }
        #expect(reply.event.kind == .snapshot && reply.timers.map(\.name) == ["egg"] && gap.ended.isEmpty)
        #expect(another.socket == daemon.socket)
    }

    /// A daemon that is newer than its client.
    @Test func aWatchSurvivesAnEventOfAnUnknownKind() throws {
        let eggd = try PlayedEggd()
        let watch = TimerWatch(Endpoint(path: eggd.path))
        #expect(watch.next() == nil)
        let peer = try eggd.accept()
        peer.send(Reply.encode(reply(.snapshot, 3), continues: true))
        #expect(try event(watch) == .snapshot)
        peer.send(
            message: #"{"parameters":{"event":{"kind":"scrambled","sequence":4},"timers":[]},"continues":true}"#)
        #expect(try event(watch) == .snapshot)
        peer.send(Reply.encode(reply(.sound, 5), continues: true))
        #expect(try event(watch) == .sound)
    }

    @Test func anEventLoopNeedsOnlyTheDescriptorAndTheNextWake() throws {
        let daemon = try RunningDaemon(folder: folder)
        let watch = TimerWatch(Endpoint(path: daemon.socket))
        // The call has been sent; the snapshot may or may not have arrived yet.
        var first = watch.next()
        while first == nil {
            var entry = pollfd(fd: try #require(watch.descriptor), events: Int16(POLLIN), revents: 0)
            #expect(poll(&entry, 1, try #require(watch.nextWake).pollTimeout) == 1)
            first = watch.next()
        }
        guard case .event(let reply) = first else {
            Issue.record("no event")
            return
        }
        #expect(reply.event.kind == .snapshot)
        #expect(watch.next() == nil && watch.nextWake == nil)
    }

    @Test func aWatchReconnectsAfterAMessageWasCutOff() throws {
        let eggd = try PlayedEggd()
        let watch = TimerWatch(Endpoint(path: eggd.path))
        #expect(watch.next() == nil)
        let first = try eggd.accept()
        #expect(first.receive() == #"{"method":"io.eggtimer.Timers.Watch","more":true,"parameters":{}}"#)
        first.send(Reply.encode(reply(.snapshot, 3), continues: true) + Array(#"{"parameters":{"#.utf8))
        #expect(try event(watch) == .snapshot)
        first.hangUp()
        guard case .lost(.client(.connectionLost)) = watch.wait(until: .now + .seconds(30)) else {
            Issue.record("no lost report")
            return
        }
        // Waits until the watch has called again.
        while watch.descriptor == nil { _ = watch.wait(until: watch.nextWake) }
        let second = try eggd.accept()
        #expect(second.receive() == #"{"method":"io.eggtimer.Timers.Watch","more":true,"parameters":{}}"#)
        second.send(Reply.encode(reply(.snapshot, 5), continues: true))
        guard case .resumed = watch.wait(until: .now + .seconds(30)) else {
            Issue.record("no resumed report")
            return
        }
    }

    @Test func aWatchWithoutTicksAsksForNone() throws {
        let eggd = try PlayedEggd()
        let watch = TimerWatch(Endpoint(path: eggd.path), ticks: false)
        #expect(watch.next() == nil)
        let server = try eggd.accept()
        #expect(server.receive() == #"{"method":"io.eggtimer.Timers.Watch","more":true,"parameters":{"ticks":false}}"#)
    }

    @Test func aServerThatDoesNotSpeakVarlinkIsReportedAsLost() throws {
        let eggd = try PlayedEggd()
        let watch = TimerWatch(Endpoint(path: eggd.path))
        #expect(watch.next() == nil)
        let server = try eggd.accept()
        server.send(message: "220 mail.example.org")
        guard case .lost(.client(.malformedReply)) = watch.wait(until: .now + .seconds(30)) else {
            Issue.record("no lost report")
            return
        }
    }

    @Test func withoutASocketTheReasonIsReported() {
        let path = folder.path("socket")
        guard case .lost(.client(.cannotConnect(path, ENOENT))) = TimerWatch(Endpoint(path: path)).next() else {
            Issue.record("no lost report")
            return
        }
    }

    @Test func aServerWithAFullQueueDoesNotBlockTheWatch() throws {
        let eggd = try PlayedEggd()
        var others: [Client] = []
        while let client = try? Client(connectingTo: eggd.path, waits: false) { others.append(client) }
        let watch = TimerWatch(Endpoint(path: eggd.path))
        #expect(watch.next() == nil)
        #expect(watch.descriptor == nil && watch.nextWake != nil)
    }
}
