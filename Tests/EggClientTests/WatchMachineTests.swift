import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

@testable import EggClient

/// A watch whose clock is moved only by the test.
private struct Bench {
    var machine: WatchMachine
    var now: WatchMachine.Instant
    private(set) var told: [String] = []

    init(ticks: Bool = true, maxDelay: Duration = .seconds(5)) {
        now = SuspendingClock.now
        machine = WatchMachine(now: now, ticks: ticks, timeout: .seconds(15), maxDelay: maxDelay)
    }

    /// Lets time pass; returns the machine's actions as text.
    mutating func pass(_ time: Duration) -> [String] {
        now += time
        return machine.advance(to: now).map(Self.word)
    }

    mutating func fail(_ error: ClientError = .connectionLost) -> [String] {
        machine.failed(.client(error), at: now).map(Self.word)
    }

    mutating func receive(_ kind: Timers.EventKind, _ sequence: Int64, _ timers: [Timers.Timer] = []) -> [String] {
        let event = Timers.Event(kind: kind, timer: nil, sequence: sequence)
        return machine.received(.init(event: event, timers: timers, soundOut: nil), at: now).map(Self.word)
    }

    /// Connects and takes a snapshot.
    mutating func begin(_ sequence: Int64 = 0, _ timers: [Timers.Timer] = []) -> [String] {
        let actions = pass(.zero)
        guard actions == ["connect"] else { return actions }
        machine.connected(at: now)
        return receive(.snapshot, sequence, timers)
    }

    /// From now to the next wake.
    var wait: Duration? { machine.nextWake.map { $0 - now } }

    private static func word(_ action: WatchMachine.Action) -> String {
        switch action {
        case .connect: "connect"
        case .disconnect: "disconnect"
        case .report(.event(let reply)): "\(reply.event.kind) \(reply.event.sequence)"
        case .report(.resumed(_, let gap)):
            "resumed, ended \(gap.ended.map(\.name)), missed \(gap.missedEvents.map(String.init) ?? "unknown")"
        case .report(.lost(.client(let error))): "lost: \(error)"
        case .report(.lost(.foreignServer)): "lost: foreign"
        case .report(.stalled): "stalled"
        }
    }
}

private func timer(_ state: Timers.State, name: String = "egg") -> Timers.Timer {
    Timers.Timer(
        name: name, egg: "soft", state: state, durationMs: 300_000, remainingMs: 200_000, overdueMs: 0, progress: 0.3,
        endsAtUnixMs: nil, id: name)
}

@Suite struct WatchMachineTests {
    @Test func aWatchConnectsAtOnceAndReportsEventsInOrder() {
        var bench = Bench()
        #expect(bench.begin() == ["snapshot 0"])
        #expect(bench.wait == nil)
        #expect(bench.receive(.started, 1, [timer(.cooking)]) == ["started 1"])
        #expect(bench.receive(.tick, 2, [timer(.cooking)]) == ["tick 2"])
    }

    @Test func anUnreachableDaemonIsReportedOnceAndRetriedWithBackOff() {
        var bench = Bench()
        #expect(bench.pass(.zero) == ["connect"])
        let refused = ClientError.cannotConnect(path: "/eggd.sock", code: ECONNREFUSED)
        #expect(bench.fail(refused).count == 1)
        for milliseconds in [250, 500, 1000, 2000, 4000, 5000, 5000, 5000] {
            #expect(bench.wait == .milliseconds(milliseconds))
            #expect(bench.pass(.milliseconds(milliseconds - 1)) == [])
            #expect(bench.pass(.milliseconds(1)) == ["connect"])
            #expect(bench.fail(refused) == [])
        }
    }

    @Test func aWatchThatRunsForDaysRetriesOnceAMinuteButAtOnceAfterARestart() {
        var bench = Bench(maxDelay: .seconds(60))
        _ = bench.begin()
        _ = bench.pass(.seconds(1))
        #expect(bench.fail() == [])
        #expect(bench.wait == .zero)
        for milliseconds in [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000, 60_000] {
            #expect(bench.pass(bench.wait ?? .zero) == ["connect"])
            _ = bench.fail(.cannotConnect(path: "/eggd.sock", code: ECONNREFUSED))
            #expect(bench.wait == .milliseconds(milliseconds))
        }
    }

    @Test func aBusyDaemonIsNotReportedAsLostBeforeTheTimeout() {
        var bench = Bench()
        let busy = ClientError.cannotConnect(path: "/eggd.sock", code: EAGAIN)
        let begin = bench.now
        #expect(bench.pass(.zero) == ["connect"])
        while bench.now - begin < .seconds(15) {
            #expect(bench.fail(busy) == [])
            guard let wait = bench.wait else { return #expect(Bool(false), "nothing more is to happen") }
            #expect(bench.pass(wait) == ["connect"])
        }
        #expect(bench.fail(busy).count == 1)
    }

    @Test func aWatchWithoutASnapshotDisconnectsAfterTheTimeout() {
        var bench = Bench()
        #expect(bench.pass(.zero) == ["connect"])
        bench.machine.connected(at: bench.now)
        #expect(bench.wait == .seconds(15))
        #expect(bench.pass(.milliseconds(14_999)) == [])
        #expect(bench.pass(.milliseconds(1)) == ["disconnect", "lost: timedOut"])
        #expect(bench.wait == .milliseconds(250))
    }

    @Test(arguments: [Timers.State.cooking, .snoozed])
    func withoutTicksAMissingEndIsReportedOnce(state: Timers.State) {
        var bench = Bench(ticks: false)
        var (egg, pasta) = (timer(state), timer(.cooking))
        (egg.remainingMs, pasta.remainingMs) = (60_000, 61_000)
        #expect(bench.begin(0, [pasta, egg]) == ["snapshot 0"])
        #expect(bench.wait == .seconds(65))
        #expect(bench.pass(.seconds(65)) == ["stalled"])
        #expect(bench.wait == nil)
        #expect(bench.receive(.rang, 1, [timer(.ringing)]) == ["rang 1"])
        #expect(bench.wait == nil)
    }

    @Test(arguments: [Timers.State.cooking, .snoozed])
    func missingTicksAreReportedOnce(state: Timers.State) {
        var bench = Bench()
        #expect(bench.begin(0, [timer(state)]) == ["snapshot 0"])
        #expect(bench.pass(.seconds(4)) == [])
        #expect(bench.receive(.tick, 1, [timer(state)]) == ["tick 1"])
        #expect(bench.wait == .seconds(5))
        #expect(bench.pass(.seconds(5)) == ["stalled"])
        #expect(bench.wait == nil)
        // The connection continues, and can stall once more.
        #expect(bench.receive(.tick, 2, [timer(state)]) == ["tick 2"])
        #expect(bench.pass(.seconds(5)) == ["stalled"])
    }

    @Test(arguments: [Timers.State.paused, .ringing, .missed])
    func noTicksAreExpectedOfATimerThatDoesNotCountDown(state: Timers.State) {
        var bench = Bench()
        #expect(bench.begin(0, [timer(state)]) == ["snapshot 0"])
        #expect(bench.wait == nil)
    }

    @Test func aLostConnectionIsReplacedAtOnceWithoutAReport() {
        var bench = Bench()
        _ = bench.begin(7, [timer(.cooking)])
        _ = bench.pass(.seconds(1))
        #expect(bench.fail() == [])
        #expect(bench.wait == .zero)
        // A restarted daemon counts its events from the beginning.
        #expect(bench.begin(0, [timer(.cooking)]) == ["resumed, ended [], missed unknown"])
    }

    @Test func aDaemonThatClosesEveryConnectionIsRetriedWithBackOff() {
        var bench = Bench()
        _ = bench.begin(0)
        #expect(bench.fail() == ["lost: connectionLost"])
        for milliseconds in [250, 500, 1000] {
            #expect(bench.wait == .milliseconds(milliseconds))
            bench.now += .milliseconds(milliseconds)
            #expect(bench.begin(0) == ["resumed, ended [], missed unknown"])
            #expect(bench.fail() == ["lost: connectionLost"])
        }
        // After a connection that lasted a while, the back-off starts again.
        bench.now += .seconds(2)
        _ = bench.begin(0)
        _ = bench.pass(.seconds(1))
        #expect(bench.fail() == [])
        #expect(bench.wait == .zero)
    }

    @Test func aWatchThatReadTooSlowlyLearnsHowManyEventsItMissed() {
        var bench = Bench()
        _ = bench.begin(7, [timer(.paused)])
        _ = bench.pass(.seconds(1))
        _ = bench.fail()
        #expect(bench.begin(29, [timer(.paused)]) == ["resumed, ended [], missed 22"])
    }

    @Test func timersThatEndedMeanwhileAreReported() {
        var bench = Bench()
        _ = bench.begin(7, [timer(.cooking), timer(.ringing, name: "left"), timer(.cooking, name: "right")])
        _ = bench.pass(.seconds(1))
        _ = bench.fail()
        _ = bench.pass(.zero)
        #expect(bench.fail(.cannotConnect(path: "/", code: ENOENT)).count == 1)
        bench.now += .seconds(1)
        // Another run may have the name of one that has ended.
        var next = timer(.cooking, name: "right")
        next.id = "other"
        #expect(bench.begin(9, [timer(.cooking), next]) == ["resumed, ended [\"left\", \"right\"], missed unknown"])
    }

    @Test(arguments: [(Int64.min, Int64.max), (.max, .min)])
    func impossibleSequenceNumbersGiveNoCount(before: Int64, after: Int64) {
        var bench = Bench()
        _ = bench.begin(before)
        _ = bench.pass(.seconds(1))
        _ = bench.fail()
        #expect(bench.begin(after) == ["resumed, ended [], missed unknown"])
    }
}

@Suite struct EndpointTests {
    @Test(arguments: [
        (0, UInt32(1000), true), (1000, 1000, true), (1001, 1000, false), (65534, 1000, false), (-1, 1000, false),
        (1000, 0, true), (0, 0, true), (-1, 0, false),
    ])
    func onlyServersOfTheUserAndOfRootAreTrusted(server: Int, client: UInt32, isTrusted: Bool) {
        #expect(Endpoint.isTrusted(server: server, client: client) == isTrusted)
    }

    /// As eggd does: the XDG specification has absolute paths only.
    @Test func aRelativeRuntimeFolderIsIgnored() {
        func path(_ folder: String?) -> String? {
            withEnvironment(["EGGD_SOCKET": nil, "XDG_RUNTIME_DIR": folder]) { Endpoint.find()?.path }
        }
        #expect(path("/run/egg") == "/run/egg/eggd.sock")
        #expect(path("run") == path(nil))
    }
}
