import EggRequests
import EggTimers
import EggWire

// The sentences about a timer, which are the same in all clients.
extension Timers.Timer {
    /// The timer and its state: `soft egg: 4:23 left, done at 08:35`, `2 soft eggs in at 08:37 (in 7:00)`.
    ///
    /// - Parameter left: stands for the time until it rings, for clients that put it in themselves.
    public func sentence(seenFrom now: LocalTime, left: String? = nil) -> String {
        let times = TimeTexts(self, seenFrom: now, left: left)
        let away = unreachable.map { " (\($0))" } ?? ""
        guard let cue, state.traits.isCountingDown else {
            return "\(label): \(StateWords(self, times).sentence)\(away)"
        }
        let text = text(of: cue)
        return (isEstimated == true ? "\(text), in \(times.left)" : "\(text) \(times.end) (in \(times.left))") + away
    }

    /// The words for its state.
    public func words(seenFrom now: LocalTime) -> StateWords { StateWords(self, TimeTexts(self, seenFrom: now)) }

    /// When the countdown ends: `at 08:35`, `tomorrow at 08:35`.
    public func atEnd(seenFrom now: LocalTime) -> String {
        endsAtUnixMs.map { LocalTime(unixMilliseconds: $0).phrase(seenFrom: now) } ?? "at ?"
    }

    /// `3:20`, or `at most 3:20` while it isn't known how long the machine was off.
    public var leftText: String { leftText(leftClock) }

    /// The time until it rings alone: `3:20`.
    public var leftClock: String { DurationText.clock(.milliseconds(remainingMs)) }

    func leftText(_ clock: String) -> String { isEstimated == true ? "at most \(clock)" : clock }

    /// The time since the timer was done: `0:20`, or `at least 0:20` while it is estimated.
    public var sinceText: String { Self.sinceText(overdueMs, isEstimated: isEstimated) }

    /// This time since a timer was done, in the same form.
    public static func sinceText(_ overdueMs: Int64, isEstimated: Bool?) -> String {
        let clock = DurationText.clock(elapsed: .milliseconds(overdueMs))
        return isEstimated == true ? "at least \(clock)" : clock
    }

    /// The time that tells most in a few characters: that until it rings, else that since it was done.
    public var briefTime: String { state.traits.isDue && !state.traits.ticks ? sinceText : leftText }

    /// `2 soft eggs in`, after the name of the timer if that doesn't say it.
    private func text(of cue: Timers.Cue) -> String {
        // The cue of another kitchen begins with its name.
        if origin != nil { return cue.text }
        guard let words = Self.portion(name: name, egg: egg, count: count) else { return "\(name): \(cue.text)" }
        return name.dropLast(words.count) + cue.text
    }
}

// The sentences about what has happened to a timer.
extension Timers.Timer {
    /// `soft egg is almost done`
    public var almostDone: String { isSeveralEggs ? "\(label) are almost done" : "\(label) is almost done" }

    /// `soft egg is done`
    public var done: String { isSeveralEggs ? "\(label) are done" : "\(label) is done" }

    /// `as before: soft egg: 5:34 left, done at 08:39`
    public func asBefore(seenFrom now: LocalTime) -> String { "as before: \(sentence(seenFrom: now))" }

    /// `soft egg: cancelled with 4:23 left`
    public var cancelled: String {
        if cue != nil { return "\(label): cancelled before going in" }
        guard state.traits.isDue else { return "\(label): cancelled with \(leftText) left" }
        return isSeveralEggs
            ? "\(label): cancelled \(sinceText) after they were done"
            : "\(label): cancelled \(sinceText) after it was done"
    }

    /// `soft egg: dismissed 0:20 after it was done`
    public var dismissed: String {
        switch (cue == nil, isSeveralEggs) {
        case (true, false): "\(label): dismissed \(sinceText) after it was done"
        case (true, true): "\(label): dismissed \(sinceText) after they were done"
        case (false, false): "\(label): dismissed \(sinceText) after it should have gone in"
        case (false, true): "\(label): dismissed \(sinceText) after they should have gone in"
        }
    }

    /// `soft egg: rings again in 0:50 at 08:30`
    public func snoozed(seenFrom now: LocalTime) -> String {
        "\(label): rings again in \(DurationText.clock(.milliseconds(remainingMs))) \(atEnd(seenFrom: now))"
    }

    /// The title of an alarm: `soft egg: done`; nil if it asks for no answer.
    public func alarm(seenFrom now: LocalTime) -> String? { words(seenFrom: now).alarm.map { "\(label): \($0)" } }

    /// A warning before the end: `soft egg: done in 30 s`.
    public var doneSoon: String {
        let seconds = (remainingMs + 999) / 1000
        return seconds < 60 ? "\(label): done in \(seconds) s" : "\(label): done in \((seconds + 59) / 60) min"
    }
}

// The words for what Undo takes back, which are the same in all clients.
extension Timers.LastChange {
    /// `cancel of soft egg`, `start of pot`, `pause of 3 timers`.
    public var words: String { "\(verb) of \(label)" }

    /// The message when it was taken back: `undone: cancel of soft egg`
    public var undone: String { "undone: \(words)" }

    /// What stands where timers were that it has removed: `Soft egg cancelled`; nil if they are still there.
    public var removal: String? {
        let end: String? =
            switch verb {
            case ChangeVerb.cancel.rawValue: "cancelled"
            case Self.stop: "stopped"
            default: nil
            }
        let isStandard = name.map(Timers.Timer.isStandard) ?? false
        return end.map { "\(isStandard ? capitalized(label) : label) \($0)" }
    }

    /// The verb of the method as people know it: eggs are started, also in one pot, and alarms are stopped.
    private var verb: String {
        switch method.lowercased() {
        case TimerVerb.cook.name: TimerVerb.start.name
        case ChangeVerb.dismiss.rawValue: Self.stop
        case let verb: verb
        }
    }

    private static let stop = "stop"

    private var label: String {
        guard let name else { return "\(timers) timers" }
        return egg.map { Timers.Timer.label(name: name, egg: $0, count: count) } ?? name
    }
}

extension Timers.Run {
    /// How the countdown ended: `dismissed 0:20 after it was done, paused 1:00`.
    public var ended: String {
        let late = Timers.Timer.sinceText(overdueMs, isEstimated: isEstimated)
        var text =
            switch ending {
            case .dismissed where count ?? 1 > 1: "dismissed \(late) after they were done"
            case .dismissed: "dismissed \(late) after it was done"
            case .missed, .cancelled, .replaced: ending.rawValue
            }
        if let from { text += ", answered in \(from)" }
        let paused = pauses.reduce(0) { min($0, .max / 2) + max(0, min($1.durationMs, .max / 2)) }
        return paused >= 1000 ? text + ", paused \(DurationText.clock(elapsed: .milliseconds(paused)))" : text
    }
}

extension Timers.Undo.Reply {
    /// The change that was undone, and the timers that are as before: `as before: soft egg: 5:34 left, done at 08:39`
    public func undone(seenFrom now: LocalTime) -> [String] {
        [undone.undone] + timers.map { $0.asBefore(seenFrom: now) }
    }
}
