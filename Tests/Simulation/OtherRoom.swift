import EggClient
import EggConfig
import EggTimers
import EggWire
import Instants
import MQTT
import Varlink

@testable import EggBridge
@testable import EggDaemon

/// A room that follows the kitchen: what its `eggmqtt` decides, and a board like that of eggd, with clocks and power of its
/// own. It does no I/O, so that it can be told afterwards what happened while the kitchen's machine was off.
struct OtherRoom {
    /// A message on its way to the room, and what the kitchen knew when it made it.
    struct Parcel {
        var message: MQTTMessage
        let number: Int
        /// When the kitchen's exact countdowns end, by their runs.
        let dues: [String: TrueTime]
    }

    /// A copy that is promised to ring.
    private struct Copied {
        let due: TrueTime
        let since: TrueTime
    }

    static let name = "Living room"
    /// A copy's deadline agrees with that of its kitchen to a second, and a difference of 0.15 s counts as none.
    private static let slack: Duration = .milliseconds(1_200)

    private let own = BridgedKitchen(id: "0123456789ab", name: name, access: .answer, prefix: "eggtimer")
    private var following: Following
    private var board = TimerBoard()
    private var saved: [SavedTimer] = []
    private var boots = 0
    /// When the boot clock began.
    private var zero: TrueTime
    /// Since when it has been on; nil while it isn't.
    private(set) var onSince: TrueTime?
    /// The error of the wall clock, which isn't synchronised then.
    private var wallError = Duration.zero
    private var last = 0
    private var dues: [String: TrueTime] = [:]
    private var copied: [String: Copied] = [:]
    private var rang: [String: [TrueTime]] = [:]

    /// A room whose machine is off.
    init() {
        (following, zero) = (Following(own, []), .beginning)
    }

    private func instant(_ now: TrueTime) -> Instant { Instant(sinceBoot: now - zero) }

    /// The wall clock, since 1970.
    private func wall(_ now: TrueTime) -> Duration { .seconds(1_800_000_000) + now.sinceBeginning + wallError }

    private func moment(_ now: TrueTime) -> Moment {
        Moment(
            unixMs: wall(now).nanoseconds / 1_000_000, isClockRight: wallError == .zero,
            bootMs: (now - zero).nanoseconds / 1_000_000)
    }

    private func boot(_ now: TrueTime) -> Boot {
        Boot(id: "\(boots)", reading: instant(now), wall: wall(now), isSynchronised: wallError == .zero)
    }

    /// When time alone changes something.
    var nextWake: TrueTime? {
        let (board, bridge) = (board.nextWake?.sinceBoot, following.nextWake.map { Duration.milliseconds($0) })
        let next = onSince == nil ? [] : [board, bridge].compactMap { $0 }.map { zero + $0 }
        return (next + copied.values.map { $0.due + Self.slack }).min()
    }

    // MARK: What happens; each returns what the room asks the kitchen

    mutating func switchOn(at now: TrueTime, bootTime: Duration) {
        boots += 1
        (zero, onSince, last, dues) = (now + (.zero - bootTime), now, 0, [:])
        following = Following(own, [FollowedKitchen("kitchen")])
        board = TimerBoard(seed: UInt64(boots))
        hear(board.restore(saved, in: boot(now)).effects, at: now)
        _ = perform(following.watched(reply(now), isFirst: true, at: moment(now)), at: now)
    }

    mutating func switchOff() {
        // A boot can't tell what the wall clock was wrong.
        if wallError != .zero { copied = [:] }
        (onSince, wallError) = (nil, .zero)
    }

    mutating func connect(at now: TrueTime) -> [BridgeMessage] {
        perform(following.connected(at: moment(now)), at: now)
    }

    mutating func disconnect(at now: TrueTime) -> [BridgeMessage] {
        perform(following.disconnected(at: moment(now)), at: now)
    }

    /// Somebody sets the wall clock.
    mutating func setWall(error: Duration, at now: TrueTime) -> [BridgeMessage] {
        wallError = error
        return perform(following.clockWasSet(at: moment(now)), at: now)
    }

    mutating func receive(_ parcel: Parcel, at now: TrueTime) -> [BridgeMessage] {
        if parcel.number >= last { (last, dues) = (parcel.number, parcel.dues) }
        return perform(following.received(parcel.message, at: moment(now)) ?? [], at: now)
    }

    mutating func pass(at now: TrueTime) -> [BridgeMessage] {
        step(at: now) { $0.deadlinesPass(at: $1) }
        return perform(following.timePassed(at: moment(now)), at: now)
    }

    // MARK: The promise

    /// The eggs whose copies have arrived, and did not ring on time although this room had power.
    ///
    /// - Returns: how many were due, and those that did not ring, in words.
    mutating func ended(at now: TrueTime) -> (due: Int, broken: [String]) {
        var result: (due: Int, broken: [String]) = (0, [])
        for (run, copy) in copied.sorted(by: { $0.key < $1.key }) where copy.due + Self.slack <= now {
            copied[run] = nil
            guard let onSince, max(copy.since, onSince) + Self.slack <= copy.due else { continue }
            result.due += 1
            let heard = rang[run] ?? []
            if !heard.contains(where: { copy.due <= $0 + Self.slack && $0 <= copy.due + Self.slack }) {
                result.broken.append("the copy of \(run) was due at \(copy.due), and rang in the room at \(heard)")
            }
        }
        return result
    }

    // MARK: eggd

    private mutating func perform(_ effects: [Bridge.Effect], at now: TrueTime) -> [BridgeMessage] {
        var (left, asked) = (effects, [BridgeMessage]())
        while !left.isEmpty {
            switch left.removeFirst() {
            case .publish(let message): asked.append(message)
            case .tell(let call, let id):
                let ending = carryOut(call, at: now)
                left += following.watched(reply(now), isFirst: false, at: moment(now))
                if let id { left += following.told(id, ending, at: moment(now)) }
            default: break
            }
        }
        return asked
    }

    private mutating func carryOut(_ call: EggdCall, at now: TrueTime) -> EggdCalls.Ending {
        guard call.name == Timers.SetCopies.name,
            let parameters: Timers.SetCopies.Parameters = try? decodeJSON(from: call.parameters.bytes),
            let kitchen = try? Origin.Kitchen(parameters, at: instant(now))
        else { return .impossible("a room is only told of copies") }
        let copies = parameters.copies?.compactMap { Copy($0, at: instant(now)) }
        let ended = parameters.ended.compactMap { run in Ending(rawValue: run.ending.rawValue).map { (run.run, $0) } }
        step(at: now) { $0.setCopies(copies, of: kitchen, ended: Dictionary(ended) { $1 }, at: $1) }
        let runs = Set(board.timers.compactMap(\.origin?.run))
        copied = copied.filter { runs.contains($0.key) }
        for copy in parameters.copies ?? [] {
            guard let due = dues[copy.run], !copy.isEstimated, runs.contains(copy.run) else {
                copied[copy.run] = nil
                continue
            }
            let old = copied[copy.run]
            let isSame = old.map { max(due - $0.due, $0.due - due) < .milliseconds(50) } ?? false
            copied[copy.run] = Copied(due: due, since: isSame ? old?.since ?? now : now)
        }
        return .reply(JSONText(parameters: Timers.SetCopies.Reply(leftOut: 0)) ?? .none)
    }

    private mutating func step<Answer>(at now: TrueTime, _ event: (inout TimerBoard, Instant) -> Step<Answer>) {
        hear(event(&board, instant(now)).effects, at: now)
    }

    private mutating func hear(_ effects: [EggTimers.Effect], at now: TrueTime) {
        for case .startAlarm(let timer) in effects { rang[timer.origin?.run ?? "", default: []].append(now) }
        let boot = boot(now)
        saved = board.timers.map { $0.saved(in: boot) }
    }

    private func reply(_ now: TrueTime) -> Timers.Watch.Reply {
        Timers.Watch.Reply(
            event: Timers.Event(kind: .copies, sequence: 1),
            timers: board.timers.map { Timers.Timer($0, at: instant(now), wall: wall(now)) })
    }
}
