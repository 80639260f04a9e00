import EggClient
import EggTimers
import EggWire
import Languages

extension Sentences {
    /// One event on one line, for output that is not a terminal.
    func event(
        _ reply: Timers.Watch.Reply, of timers: [Timers.Timer], before: [Timers.Timer], name: TimerName? = nil,
        separator: String = " · "
    ) -> String {
        let text: String
        if let name = reply.event.timer {
            let timer = timers.first { $0.isNamed(name) }
            let known = timer ?? before.first { $0.isNamed(name) }
            let kind = reply.event.kind.words(known?.eggs ?? 1)
            if reply.event.cue != nil, let timer, let cue = timer.cueNow {
                let places =
                    ["event": kind, "cue": cue, "state": timer.words(seenFrom: now).sentence] as KeyValuePairs
                // tr: "cued, now: 2 soft eggs in (5:00 left, done at 08:42)"
                text = tr("{event}, {cue} ({state})", places)
            } else {
                let shown = timer.map(sentence) ?? known.map(Self.label) ?? name
                text = tr("{event}, {timer}", ["event": kind, "timer": shown])
            }
        } else if reply.event.kind == .sound {
            text =
                reply.soundOut.map { tr("the alarm can't be heard: {reason}", ["reason": said($0)]) }
                ?? tr("the alarm can be heard")
        } else if reply.event.kind == .saving {
            text = reply.storeOut.map(Self.notSaved) ?? tr("timers are being saved again")
        } else if reply.event.kind == .kitchen {
            text = tr("the eggs or their times have changed; see them with: eggctl eggs")
        } else if timers.isEmpty {
            text = name.map(Self.waiting(for:)) ?? tr("no timer is running")
        } else {
            text = timers.map(sentence).joined(separator: separator)
        }
        return "\(now.clockWithSeconds) \(text)"
    }

    static func waiting(for name: TimerName) -> String {
        tr("no timer '{name}' is running; waiting for it", ["name": "\(name)"])
    }

    static func over(_ timer: Timers.Timer, _ kind: Timers.EventKind) -> String {
        let places = ["label": label(timer), "state": kind.words(timer.eggs)] as KeyValuePairs
        return switch kind {
        case .missed: tr("{label}: missed; nobody answered the alarm", number: timer.eggs, places)
        case .replaced: tr("{label}: replaced by another start", number: timer.eggs, places)
        default: tr("{label}: {state}", places)
        }
    }

    static func ended(_ timer: Timers.Timer, _ ending: Timers.Ending?) -> String {
        let ending = ending?.words(timer.eggs) ?? tr("ended", number: timer.eggs)
        let places = ["label": label(timer), "ending": ending] as KeyValuePairs
        return tr("{label}: {ending} while eggd could not be reached", places)
    }

    func continuing(_ timers: [Timers.Timer]) -> [String] {
        let lines = timers.compactMap { $0.continuing(seenFrom: now) }
        let many = ["count": "\(lines.count)"] as KeyValuePairs
        return lines.count <= 4 ? lines : [tr("{count} timers continue; see them with 'eggctl status'", many)]
    }

    static func waiting(_ failure: Failure) -> String {
        let places =
            ["problem": failure.message, "advice": failure.advice, "command": failure.fix ?? ""] as KeyValuePairs
        return failure.fix == nil
            ? tr("{problem}; reconnecting", places) : tr("{problem}; reconnecting; {advice}: {command}", places)
    }

    static var stalled: String { tr("eggd does not answer; the times shown are the last known") }

    static var countdownContinues: String { tr("eggd does not answer; the countdown continues") }

    static var timeIsUp: String { tr("The time is up, and eggd doesn't answer") }

    /// The message about another snapshot; nil when there is nothing to report.
    static func resumed(missedEvents: Int64?, isRemote: Bool = false) -> String? {
        guard let missedEvents else { return tr("eggd can be reached again") }
        guard missedEvents != 0 else { return nil }
        let (count, places) = (Int(clamping: missedEvents), ["count": "\(missedEvents)"] as KeyValuePairs)
        return isRemote
            ? tr(
                "the connection was interrupted; {count} event is missing",
                plural: "the connection was interrupted; {count} events are missing", count, places)
            : tr(
                "eggd closed the connection because this watch read too slowly; {count} event is missing",
                plural: "eggd closed the connection because this watch read too slowly; {count} events are missing",
                count, places)
    }
}

extension Timers.EventKind {
    /// It in one word, of a timer with this number of eggs.
    func words(_ eggs: Int) -> String {
        switch self {
        case .started: tr("started", number: eggs)
        case .replaced: Timers.Ending.replaced.words(eggs)
        case .paused: tr("paused")
        case .resumed: tr("resumed", number: eggs)
        case .extended: tr("extended", number: eggs)
        case .renamed: tr("renamed", number: eggs)
        // tr: It was said that a timer is done soon.
        case .warned: tr("warned", number: eggs)
        // tr: The eggs of a timer go into the water now.
        case .cued: tr("cued")
        // tr: The alarm of a timer began.
        case .rang: tr("rang")
        case .snoozed: tr("snoozed", number: eggs)
        case .missed: Timers.Ending.missed.words(eggs)
        case .dismissed: Timers.Ending.dismissed.words(eggs)
        case .cancelled: Timers.Ending.cancelled.words(eggs)
        case .undone: tr("undone", number: eggs)
        case .snapshot, .tick, .sound, .saving, .kitchen, .copies: rawValue
        }
    }
}
