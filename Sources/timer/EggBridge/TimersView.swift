import EggClient
import EggWire
import Varlink

/// Decides from each event of eggd what is published; remembers what the broker has. It does no I/O.
///
/// A tick changes nothing that is published: the other side counts by itself.
struct TimersView {
    private let kitchen: BridgedKitchen
    private var timers: [TimerPayload]?
    private var isClockRight: Bool?
    private var sound: String?
    private var firstSights: [String: FirstSight] = [:]
    private var ended = EndedRuns()
    /// What eggd has told of its alarms; nil before.
    private var health: Timers.Health.Reply?
    /// The timers of the last event, without the copies of other kitchens' timers.
    private(set) var current: [Timers.Timer] = []
    private var copies: [Timers.Timer] = []

    init(_ kitchen: BridgedKitchen) {
        self.kitchen = kitchen
    }

    /// The messages for an event; the copies of other kitchens' timers have none.
    mutating func update(_ reply: Timers.Watch.Reply, at moment: Moment) -> [BridgeMessage] {
        let known = reply.timers + current + copies
        let before = current
        (current, copies) = (reply.timers.filter { $0.origin == nil }, reply.timers.filter { $0.origin != nil })
        ended.update(from: before, to: current, reply.event.kind, at: moment.bootMs)
        var messages: [BridgeMessage] = []
        let subject = known.first { $0.id == reply.event.id }
        if isPublished(reply.event.kind), subject?.origin == nil {
            let event = Together(reply.event, EventDetails(egg: subject?.egg, sentAtUnixMs: moment.unixMs))
            messages.append(BridgeMessage(kitchen.topics.event, jsonText(event)))
        }
        let payloads = payloads(current, at: moment)
        let isSoundSame = sound == reply.soundOut ?? ""
        if timers.map({ !Self.isSame($0, payloads) }) ?? true || isClockRight != moment.isClockRight || !isSoundSame {
            (timers, isClockRight) = (payloads, moment.isClockRight)
            let text = text(payloads, reply.soundOut, at: moment)
            // Clients that act on an event find the timers after it.
            messages.insert(BridgeMessage(kitchen.topics.timers, text, isRetained: true), at: 0)
        }
        if !isSoundSame {
            sound = reply.soundOut ?? ""
            messages.append(BridgeMessage(kitchen.topics.sound, reply.soundOut ?? "", isRetained: true))
        }
        return messages
    }

    /// What `timers` has after an event, for a kitchen that asks.
    mutating func answer(_ reply: Timers.Watch.Reply, at moment: Moment) -> String {
        text(payloads(reply.timers.filter { $0.origin == nil }, at: moment), reply.soundOut, at: moment)
    }

    private func text(_ timers: [TimerPayload], _ soundOut: String?, at moment: Moment) -> String {
        jsonText(
            TimersPayload(
                kitchen: kitchen.name, timers: timers, soundOut: soundOut, sentAtUnixMs: moment.unixMs,
                isClockRight: moment.isClockRight, bootId: kitchen.bootID, uptimeMs: moment.bootMs,
                access: kitchen.access.rawValue, ringMs: health?.ringMs, snoozeMs: health?.snoozeMs,
                warningMs: health?.warningMs, ended: ended.all))
    }

    private func isPublished(_ kind: Timers.EventKind) -> Bool {
        switch kind {
        case .snapshot, .tick, .copies: false
        default: true
        }
    }

    /// A kitchen that follows this one answers a timer.
    mutating func answered(_ id: String, from kitchen: String) { ended.answered(id, from: kitchen) }

    /// eggd has told what the timers' message has besides the timers; what is new is published at the next update.
    mutating func learn(_ health: Timers.Health.Reply, _ history: [Timers.Run], at moment: Moment) {
        let isSame =
            self.health.map {
                ($0.ringMs, $0.snoozeMs, $0.warningMs) == (health.ringMs, health.snoozeMs, health.warningMs)
            }
            ?? false
        self.health = health
        if ended.read(history, current, at: moment) || !isSame { timers = nil }
    }

    /// Everything is published again at the next update, because the broker may know nothing.
    mutating func forget() {
        (timers, sound) = (nil, nil)
    }

    private mutating func payloads(_ timers: [Timers.Timer], at moment: Moment) -> [TimerPayload] {
        var known: [String: FirstSight] = [:]
        // A moment that an unset clock gave is wrong once the clock is set.
        let isClockSame = isClockRight == moment.isClockRight
        let payloads = timers.map { timer in
            let earlier = firstSights[timer.id]
            let kept = isClockSame ? earlier : nil
            let first = kept ?? FirstSight(timer, at: moment, durationMs: earlier?.durationMs)
            known[timer.id] = first
            return TimerPayload(timer, first: first)
        }
        firstSights = known
        return payloads
    }

    /// Whether nothing but the time has passed between these.
    private static func isSame(_ old: [TimerPayload], _ new: [TimerPayload]) -> Bool {
        guard old.count == new.count else { return false }
        return zip(old, new).allSatisfy { old, new in
            // Ends that are computed from two readings of the clock differ by milliseconds.
            let step = (old.timer.endsAtUnixMs ?? 0) - (new.timer.endsAtUnixMs ?? 0)
            return step.magnitude < 1000 && withoutTime(old.timer) == withoutTime(new.timer)
        }
    }

    private static func withoutTime(_ timer: Timers.Timer) -> Timers.Timer {
        var timer = timer
        timer.endsAtUnixMs = timer.endsAtUnixMs.map { _ in 0 }
        (timer.overdueMs, timer.progress, timer.yolkCelsius, timer.centreCelsius) = (0, 0, nil, nil)
        if timer.state.traits.ticks { timer.remainingMs = 0 }
        return timer
    }
}

extension Timers.EventKind {
    var isOfTimer: Bool {
        switch self {
        case .snapshot, .tick, .sound, .saving, .kitchen, .copies: false
        case .started, .replaced, .paused, .resumed, .extended, .renamed, .warned, .cued, .rang, .snoozed, .missed,
            .dismissed, .cancelled, .undone:
            true
        }
    }
}

extension Timers.Timer {
    /// The timer as it is this many milliseconds later, if nothing has happened to it; without its temperatures then.
    func after(_ time: Int64) -> Timers.Timer {
        guard time > 0 else { return self }
        var timer = advanced(by: .milliseconds(time))
        (timer.yolkCelsius, timer.centreCelsius) = (nil, nil)
        return timer
    }
}
