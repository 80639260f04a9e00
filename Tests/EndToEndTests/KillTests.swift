import EggTestSupport
import EggTimers
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// Promise one, under SIGKILL: after every kill the acknowledged timers exist, and no others.
@Suite struct KillTests {
    /// `script/soak` asks for more.
    private static let kills = ProcessInfo.processInfo.environment["EGG_KILLS"].flatMap { Int($0) } ?? 30

    @Test func killsLoseNothingThatWasAcknowledged() throws {
        let folder = TemporaryFolder()
        let callers = (1...3).map { Caller(number: $0) }
        var random = SeededGenerator(seed: 500)
        var checked = 0
        for kill in 1...Self.kills {
            let daemon = try RunningDaemon(folder: folder)
            let timers = try daemon.timers()
            for caller in callers { checked += caller.check(timers, "after kill \(kill - 1)") }
            #expect(timers.count == callers.map(\.timerCount).reduce(0, +), "a timer that nobody started")
            let (group, replied) = (DispatchGroup(), DispatchSemaphore(value: 0))
            let socket = daemon.socket
            for caller in callers {
                let seed = UInt64.random(in: 0...UInt64.max, using: &random)
                group.enter()
                Thread.detachNewThread {
                    caller.makeCalls(at: socket, SeededGenerator(seed: seed)) { replied.signal() }
                    group.leave()
                }
            }
            // On a busy machine, the first reply may take longer than all others.
            try #require(replied.wait(timeout: .now() + 60) == .success)
            usleep(UInt32.random(in: 0...60_000, using: &random))
            try daemon.kill()
            try #require(group.wait(timeout: .now() + 60) == .success)
        }
        let acknowledged = callers.map(\.acknowledged).reduce(0, +)
        #expect(acknowledged > Self.kills, "too little happened between the kills to show anything")
        print("\(Self.kills) kills: \(acknowledged) commands were acknowledged, \(checked) timers as expected")
    }
}

/// A client with timers of its own that records what was acknowledged.
private final class Caller: @unchecked Sendable {
    // Used by one thread at a time: the calling thread and, after that has ended, the test's.

    /// The state in which a timer must be found.
    private enum Expected: Equatable {
        case absent
        /// Cooking towards this instant of the wall clock, or ringing since then.
        case cooking(durationMs: Int64, endsAtUnixMs: Int64)
        case paused(durationMs: Int64, remainingMs: Int64)
        /// Of this duration; its end was never acknowledged.
        case startedUnacknowledged(durationMs: Int64)
        case pausedUnacknowledged(durationMs: Int64)
        /// Of this duration and with this end; or both later by the same time, if it rang when it was extended.
        case extendedUnacknowledged(durationMs: Int64, endsAtUnixMs: Int64)

        init(_ timer: Timers.Timer?) {
            switch timer?.state {
            case nil: self = .absent
            case .paused: self = .paused(durationMs: timer?.durationMs ?? 0, remainingMs: timer?.remainingMs ?? 0)
            default: self = .cooking(durationMs: timer?.durationMs ?? 0, endsAtUnixMs: timer?.endsAtUnixMs ?? 0)
            }
        }

        /// Whether a timer is in this state.
        func isMet(by timer: Timers.Timer?) -> Bool {
            let isRunning = timer?.state == .cooking || timer?.state == .ringing
            switch self {
            case .absent: return timer == nil
            case .cooking(let duration, let end):
                return isRunning && timer?.durationMs == duration && isSameMoment(timer?.endsAtUnixMs, end)
            case .paused(let duration, let remaining):
                return timer?.state == .paused && timer?.durationMs == duration && timer?.remainingMs == remaining
            case .startedUnacknowledged(let duration): return isRunning && timer?.durationMs == duration
            case .pausedUnacknowledged(let duration): return timer?.state == .paused && timer?.durationMs == duration
            case .extendedUnacknowledged(let duration, let end):
                let (longer, later) = ((timer?.durationMs ?? 0) - duration, (timer?.endsAtUnixMs ?? 0) - end)
                return isRunning && longer >= 0 && isSameMoment(longer, later)
            }
        }
    }

    private let names: [String]
    private var expectedStates: [String: Expected] = [:]
    /// The result of the current call for a timer; no reply has said whether it was carried out.
    private var pending: (name: String, expected: Expected)?
    private(set) var acknowledged = 0

    init(number: Int) {
        names = (1...3).map { "pot \(number).\($0)" }
    }

    /// The number of its timers.
    private(set) var timerCount = 0

    /// Compares the restored timers with the acknowledged ones, and takes them as the new expectation.
    func check(_ timers: [Timers.Timer], _ when: String) -> Int {
        timerCount = 0
        for name in names {
            let timer = timers.first { $0.name == name }
            let known = expectedStates[name] ?? .absent
            let possible = [known] + (pending?.name == name ? [pending?.expected].compactMap { $0 } : [])
            #expect(
                possible.contains { $0.isMet(by: timer) },
                "\(when): \(name) was to be one of \(possible), and is \(String(describing: timer))")
            expectedStates[name] = Expected(timer)
            if timer != nil { timerCount += 1 }
        }
        pending = nil
        return timerCount
    }

    /// Makes random calls until the daemon has ended, and tells of each reply.
    func makeCalls(at socket: String, _ generator: SeededGenerator, didReply: () -> Void) {
        var random = generator
        guard let client = try? Client(connectingTo: socket) else { return }
        while let name = names.randomElement(using: &random), call(client, name, &random) { didReply() }
    }

    /// One random call; false when the daemon has ended.
    private func call(_ client: Client, _ name: String, _ random: inout SeededGenerator) -> Bool {
        let expected = expectedStates[name] ?? .absent
        switch (Int.random(in: 0..<6, using: &random), expected) {
        case (0, .cooking(let duration, _)):
            return take(name, .pausedUnacknowledged(durationMs: duration)) { () throws(ClientError) in
                Expected(try client.call(Timers.Pause.self, .init(name)).timer)
            }
        case (_, .paused(let duration, _)) where Bool.random(using: &random):
            return take(name, .startedUnacknowledged(durationMs: duration)) { () throws(ClientError) in
                Expected(try client.call(Timers.Resume.self, .init(name)).timer)
            }
        case (1, .cooking(let duration, let end)):
            let more = Int64.random(in: 1...30_000, using: &random)
            return take(name, .extendedUnacknowledged(durationMs: duration + more, endsAtUnixMs: end + more)) {
                () throws(ClientError) in
                Expected(try client.call(Timers.Extend.self, .init(name: name, byMs: more)).timer)
            }
        case (2, _):
            return take(name, .absent) { () throws(ClientError) in
                _ = try client.call(Timers.Cancel.self, .init(name))
                return .absent
            }
        case (3, _):
            // Dismisses what rings and leaves the other timers alone.
            return take(name, .absent) { () throws(ClientError) in
                try client.call(Timers.Dismiss.self, .init(name)).timers.isEmpty ? expected : .absent
            }
        default:
            // One in three rings within the test.
            let isShort = Int.random(in: 0..<3, using: &random) == 0
            let duration = isShort ? 1_000 : Int64.random(in: 600_000...6_000_000, using: &random)
            return take(name, .startedUnacknowledged(durationMs: duration)) { () throws(ClientError) in
                Expected(try client.call(Timers.Start.self, .init(durationMs: duration, name: name)).timer)
            }
        }
    }

    /// Makes a call and records its reply as acknowledged; a refused call changes nothing.
    private func take(_ name: String, _ possible: Expected, _ call: () throws(ClientError) -> Expected) -> Bool {
        pending = (name, possible)
        do {
            expectedStates[name] = try call()
            acknowledged += 1
        } catch .refused {
            acknowledged += 1
        } catch {
            return false
        }
        pending = nil
        return true
    }
}

/// Calls that are repeated with their key, as a broker repeats a message whose receipt it doesn't know.
@Suite struct KeyTests {
    /// A call that is repeated after a kill is carried out once.
    @Test func aCallThatIsRepeatedAfterAKillIsCarriedOutOnce() throws {
        let folder = TemporaryFolder()
        var daemon = try RunningDaemon(folder: folder)
        let start = Timers.Start.Parameters(durationMs: 1_000_000, key: "start")
        let started = try daemon.client().call(Timers.Start.self, start)
        for round in 0..<4 {
            let extend = Timers.Extend.Parameters(byMs: 1000, key: "extend \(round)")
            let client = try daemon.client()
            try client.send(Timers.Extend.self, extend)
            // Some rounds are killed before anything was saved, and some afterwards.
            if round == 1 { _ = try daemon.timers() }
            if round == 2 { _ = try client.receive(Timers.Extend.self) }
            try daemon.kill()
            daemon = try RunningDaemon(folder: folder)
            let next = try daemon.client()
            let answers = [try next.call(Timers.Extend.self, extend), try next.call(Timers.Extend.self, extend)]
            #expect(answers[0] == answers[1])
            #expect(answers[0].timer.durationMs == 1_000_000 + Int64(round + 1) * 1000)
        }
        #expect(try daemon.client().call(Timers.Start.self, start) == started)
        let timers = try daemon.timers()
        #expect(timers.map(\.id) == [started.timer.id] && timers.map(\.durationMs) == [1_004_000])
    }
}
