import EggClient
import EggTimers
import EggWire

extension Sentences {
    /// One event on one line, for output that is not a terminal.
    func event(
        _ reply: Timers.Watch.Reply, of timers: [Timers.Timer], before: [Timers.Timer], name: TimerName? = nil,
        separator: String = " · "
    ) -> String {
        let kind = reply.event.kind.rawValue
        let text: String
        if let name = reply.event.timer {
            if let cue = reply.event.cue {
                let after = timers.first { $0.isNamed(name) }.map { " (\($0.words(seenFrom: now).sentence))" } ?? ""
                text = "\(kind), now: \(cue)\(after)"
            } else if let timer = timers.first(where: { $0.isNamed(name) }) {
                text = "\(kind), \(sentence(timer))"
            } else {
                text = "\(kind), \(before.first { $0.isNamed(name) }.map(Self.label) ?? name)"
            }
        } else if reply.event.kind == .sound {
            text = reply.soundOut.map { "the alarm can't be heard: \($0)" } ?? "the alarm can be heard"
        } else if reply.event.kind == .saving {
            text = reply.storeOut.map(Self.notSaved) ?? "timers are being saved again"
        } else if reply.event.kind == .kitchen {
            text = "the eggs or their times have changed; see them with: eggctl eggs"
        } else if timers.isEmpty {
            text = name.map(Self.waiting(for:)) ?? "no timer is running"
        } else {
            text = timers.map(sentence).joined(separator: separator)
        }
        return "\(now.clockWithSeconds) \(text)"
    }

    /// The message that the timer to watch doesn't exist yet.
    static func waiting(for name: TimerName) -> String { "no timer '\(name)' is running; waiting for it" }

    /// The message about the end of a watched run.
    static func over(_ timer: Timers.Timer, _ kind: Timers.EventKind) -> String {
        switch kind {
        case .missed: "\(label(timer)): missed; nobody answered the alarm"
        case .replaced: "\(label(timer)): replaced by another start"
        default: "\(label(timer)): \(kind.rawValue)"
        }
    }

    /// The message about a timer that ended while eggd could not be reached.
    static func ended(_ timer: Timers.Timer, _ ending: Timers.Ending?) -> String {
        "\(label(timer)): \(ending?.rawValue ?? "ended") while eggd could not be reached"
    }

    /// The messages about timers that continue after Ctrl-C in a watch.
    func continuing(_ timers: [Timers.Timer]) -> [String] {
        let lines = timers.compactMap { timer -> String? in
            guard let text = timer.words(seenFrom: now).continuation else { return nil }
            let goesIn = timer.cue != nil && timer.state.traits.isCountingDown
            return goesIn ? sentence(timer) : "\(Self.label(timer)) \(text)"
        }
        return lines.count <= 4 ? lines : ["\(lines.count) timers continue; see them with 'eggctl status'"]
    }

    /// The message that the connection is lost and the watch tries to reconnect.
    static func waiting(_ failure: Failure) -> String {
        "\(failure.message); reconnecting" + (failure.fix.map { "; \(failure.advice): \($0)" } ?? "")
    }

    /// The message that the connection is open but nothing arrives on it.
    static let stalled = "eggd does not answer; the times shown are the last known"

    /// The same for a picture whose times continue.
    static let countdownContinues = "eggd does not answer; the countdown continues"

    /// The warning that no alarm is heard.
    static let timeIsUp = "The time is up, and eggd doesn't answer"

    /// The message about another snapshot; nil when there is nothing to report.
    static func resumed(missedEvents: Int64?, isRemote: Bool = false) -> String? {
        switch missedEvents {
        case nil: "eggd can be reached again"
        case 0?: nil
        case let count?:
            (isRemote
                ? "the connection was interrupted" : "eggd closed the connection because this watch read too slowly")
                + (count == 1 ? "; 1 event is missing" : "; \(count) events are missing")
        }
    }
}
