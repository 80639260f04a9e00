import EggClient
import EggTimers
import EggWire
import Languages

/// A cue or a warning: shown for half a minute, while the eggs that it is about cook.
struct Announcement {
    typealias Instant = ContinuousClock.Instant

    /// `Now: 2 soft eggs in`, or `soft egg is almost done`.
    let text: String
    let until: Instant
    /// The timer, or the group that its timer is of.
    private let name: String

    static let time: Duration = .seconds(30)

    /// The announcement of an event; nil if it has none.
    init?(_ reply: Timers.Watch.Reply, at now: Instant) {
        guard let timer = reply.timers.first(where: { $0.isNamed(reply.event.timer ?? "") }) else { return nil }
        if reply.event.cue != nil, let cue = timer.cueNow {
            text = capitalized(cue)
            name = timer.group ?? timer.name
        } else if reply.event.kind == .warned {
            text = timer.almostDone
            name = timer.name
        } else {
            return nil
        }
        until = now + Self.time
    }

    /// Whether it still applies: its time isn't over, and one of its timers cooks.
    func applies(to timers: [Timers.Timer], at now: Instant) -> Bool {
        now < until && timers.contains { $0.matches(name) && $0.state.traits.isCountingDown && !$0.isUp }
    }
}
