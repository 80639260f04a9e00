import EggRequests
import EggTimers
import EggWire
import Languages

// The sentences about a timer, which are the same in all clients.
extension Timers.Timer {
    /// The timer and its state: `soft egg: 4:23 left, done at 08:35`, `2 soft eggs in at 08:37 (in 7:00)`.
    ///
    /// - Parameter left: stands for the time until it rings, for clients that put it in themselves.
    public func sentence(seenFrom now: LocalTime, left: String? = nil) -> String {
        let times = TimeTexts(self, seenFrom: now, left: left)
        guard let unreachable else { return sentence(times) }
        return tr("{sentence} ({note})", ["sentence": sentence(times), "note": unreachable])
    }

    private func sentence(_ times: TimeTexts) -> String {
        guard cue != nil, state.traits.isCountingDown else { return stating(StateWords(self, times).sentence) }
        let places = ["eggs": cueEggs, "end": times.end, "left": times.left] as KeyValuePairs
        // tr: When eggs go into the water: "2 soft eggs in at 08:37 (in 7:00)".
        return isEstimated == true ? tr("{eggs} in, in {left}", places) : tr("{eggs} in {end} (in {left})", places)
    }

    /// `soft egg: paused`
    private func stating(_ state: String) -> String { tr("{label}: {state}", ["label": label, "state": state]) }

    /// The words for its state.
    public func words(seenFrom now: LocalTime) -> StateWords { StateWords(self, TimeTexts(self, seenFrom: now)) }

    /// When the countdown ends: `at 08:35`, `tomorrow at 08:35`.
    public func atEnd(seenFrom now: LocalTime) -> String {
        endsAtUnixMs.map { LocalTime(unixMilliseconds: $0).phrase(seenFrom: now) } ?? tr("at {clock}", ["clock": "?"])
    }

    /// `3:20`, or `at most 3:20` while it isn't known how long the machine was off.
    public var leftText: String { leftText(leftClock) }

    /// The time until it rings alone: `3:20`.
    public var leftClock: String { DurationText.clock(.milliseconds(remainingMs)) }

    func leftText(_ clock: String) -> String { isEstimated == true ? tr("at most {time}", ["time": clock]) : clock }

    /// The time since the timer was done: `0:20`, or `at least 0:20` while it is estimated.
    public var sinceText: String { Self.sinceText(overdueMs, isEstimated: isEstimated) }

    /// This time since a timer was done, in the same form.
    public static func sinceText(_ overdueMs: Int64, isEstimated: Bool?) -> String {
        let clock = DurationText.clock(elapsed: .milliseconds(overdueMs))
        return isEstimated == true ? tr("at least {time}", ["time": clock]) : clock
    }

    /// The time that tells most in a few characters: that until it rings, else that since it was done.
    public var briefTime: String { state.traits.isDue && !state.traits.ticks ? sinceText : leftText }

    /// The eggs of its cue, `2 soft eggs`, after the name of the timer or of its kitchen if that doesn't say it.
    public var cueEggs: String {
        guard let count, origin == nil, Self.portion(name: name, egg: egg, count: count) == nil else { return label }
        return tr("{name}: {eggs}", ["name": name, "eggs": EggWords.eggs(count, egg)])
    }

    /// The eggs to put into the water now: `now: 2 soft eggs in`; nil if it is not of a group.
    public var cueNow: String? {
        // tr: Put these eggs into the water now.
        count.map { tr("now: {eggs} in", ["eggs": placed(EggWords.eggs($0, egg))]) }
    }
}

// The sentences about what has happened to a timer.
extension Timers.Timer {
    /// `soft egg is almost done`
    public var almostDone: String {
        tr("{label} is almost done", plural: "{label} are almost done", eggs, ["label": label])
    }

    /// `soft egg is done`
    public var done: String { tr("{label} is done", plural: "{label} are done", eggs, ["label": label]) }

    /// `as before: soft egg: 5:34 left, done at 08:39`
    public func asBefore(seenFrom now: LocalTime) -> String {
        tr("as before: {timer}", ["timer": sentence(seenFrom: now)])
    }

    /// `soft egg: cancelled with 4:23 left`
    public var cancelled: String {
        let places = ["label": label, "left": leftText, "since": sinceText] as KeyValuePairs
        if cue != nil { return tr("{label}: cancelled before going in", number: eggs, places) }
        guard state.traits.isDue else { return tr("{label}: cancelled with {left} left", number: eggs, places) }
        return tr(
            "{label}: cancelled {since} after it was done", plural: "{label}: cancelled {since} after they were done",
            eggs, places)
    }

    /// `soft egg: dismissed 0:20 after it was done`
    public var dismissed: String {
        let places = ["label": label, "since": sinceText] as KeyValuePairs
        return cue == nil
            ? tr(
                "{label}: dismissed {since} after it was done",
                plural: "{label}: dismissed {since} after they were done", eggs, places)
            : tr(
                "{label}: dismissed {since} after it should have gone in",
                plural: "{label}: dismissed {since} after they should have gone in", eggs, places)
    }

    /// `soft egg: rings again in 0:50 at 08:30`
    public func snoozed(seenFrom now: LocalTime) -> String {
        let places = ["label": label, "left": leftClock, "end": atEnd(seenFrom: now)] as KeyValuePairs
        return tr("{label}: rings again in {left} {end}", number: eggs, places)
    }

    /// The title of an alarm: `soft egg: done`; nil if it asks for no answer.
    public func alarm(seenFrom now: LocalTime) -> String? { words(seenFrom: now).alarm.map(stating) }

    /// A warning before the end: `soft egg: done in 30 s`.
    public var doneSoon: String {
        let seconds = (remainingMs + 999) / 1000
        return seconds < 60
            ? tr("{label}: done in {seconds} s", number: eggs, ["label": label, "seconds": "\(seconds)"])
            : tr("{label}: done in {minutes} min", number: eggs, ["label": label, "minutes": "\((seconds + 59) / 60)"])
    }
}

// The words for what Undo takes back, which are the same in all clients.
extension Timers.LastChange {
    /// `cancel of soft egg`, `start of pot`, `pause of 3 timers`.
    public var words: String {
        let places = ["label": label] as KeyValuePairs
        return switch method.lowercased() {
        // Eggs are started, also in one pot, and alarms are stopped.
        // tr: What was undone, or can be: "undone: start of soft egg". So are the next seven.
        case TimerVerb.start.name, TimerVerb.cook.name: tr("start of {label}", places)
        case TimerVerb.rename.name: tr("rename of {label}", places)
        case ChangeVerb.pause.rawValue: tr("pause of {label}", places)
        case ChangeVerb.resume.rawValue: tr("resume of {label}", places)
        case ChangeVerb.extend.rawValue: tr("extend of {label}", places)
        case ChangeVerb.snooze.rawValue: tr("snooze of {label}", places)
        case ChangeVerb.dismiss.rawValue: tr("stop of {label}", places)
        case ChangeVerb.cancel.rawValue: tr("cancel of {label}", places)
        case let verb: tr("{change} of {label}", ["change": verb, "label": label])
        }
    }

    /// The message when it was taken back: `undone: cancel of soft egg`
    public var undone: String { tr("undone: {change}", ["change": words]) }

    /// What stands where timers were that it has removed: `Soft egg cancelled`; nil if they are still there.
    public var removal: String? {
        let isStandard = name.map(Timers.Timer.isStandard) ?? false
        let places = ["label": isStandard ? capitalized(label) : label] as KeyValuePairs
        let number = Int(clamping: name == nil ? timers : count ?? 1)
        return switch method.lowercased() {
        case ChangeVerb.cancel.rawValue: tr("{label} cancelled", number: number, places)
        case ChangeVerb.dismiss.rawValue: tr("{label} stopped", number: number, places)
        default: nil
        }
    }

    private var label: String {
        guard let name else {
            return tr("{count} timer", plural: "{count} timers", Int(clamping: timers), ["count": "\(timers)"])
        }
        return egg.map { Timers.Timer.label(name: name, egg: $0, count: count) } ?? EggWords.group(name)
    }
}

extension Timers.Run {
    /// How the countdown ended: `dismissed 0:20 after it was done, paused 1:00`.
    public var ended: String {
        let late = ["since": Timers.Timer.sinceText(overdueMs, isEstimated: isEstimated)] as KeyValuePairs
        var text =
            switch ending {
            case .dismissed:
                tr("dismissed {since} after it was done", plural: "dismissed {since} after they were done", eggs, late)
            case .missed, .cancelled, .replaced: ending.words(eggs)
            }
        if let from { text = tr("{ending}, answered in {kitchen}", ["ending": text, "kitchen": from]) }
        let paused = pauses.reduce(0) { min($0, .max / 2) + max(0, min($1.durationMs, .max / 2)) }
        guard paused >= 1000 else { return text }
        let time = DurationText.clock(elapsed: .milliseconds(paused))
        return tr("{ending}, paused {time}", ["ending": text, "time": time])
    }
}

extension Timers.Ending {
    /// It in one word, for this number of eggs: `missed`.
    public func words(_ eggs: Int) -> String {
        switch self {
        case .dismissed: tr("dismissed", number: eggs)
        case .missed: tr("missed", number: eggs)
        case .cancelled: tr("cancelled", number: eggs)
        case .replaced: tr("replaced", number: eggs)
        }
    }
}

extension Timers.Undo.Reply {
    /// The change that was undone, and the timers that are as before: `as before: soft egg: 5:34 left, done at 08:39`
    public func undone(seenFrom now: LocalTime) -> [String] {
        [undone.undone] + timers.map { $0.asBefore(seenFrom: now) }
    }
}
