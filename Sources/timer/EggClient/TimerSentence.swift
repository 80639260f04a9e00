import EggRequests
import EggTimers
import EggWire

// The sentences about a timer, which are the same in all clients.
extension Timers.Timer {
    /// The timer and its state: `soft egg: 4:23 left, done at 08:35`, `2 soft eggs in at 08:37 (in 7:00)`.
    public func sentence(seenFrom now: LocalTime) -> String {
        if let cue, state.traits.isCountingDown {
            let text = text(of: cue)
            return isEstimated == true ? "\(text), in \(leftText)" : "\(text) \(atEnd(seenFrom: now)) (in \(leftText))"
        }
        return "\(label): \(words(seenFrom: now).sentence)"
    }

    /// The words for its state.
    public func words(seenFrom now: LocalTime) -> StateWords { StateWords(self, TimeTexts(self, seenFrom: now)) }

    /// When the countdown ends: `at 08:35`, `tomorrow at 08:35`.
    public func atEnd(seenFrom now: LocalTime) -> String {
        endsAtUnixMs.map { LocalTime(unixMilliseconds: $0).phrase(seenFrom: now) } ?? "at ?"
    }

    /// `3:20`, or `at most 3:20` while it isn't known how long the machine was off.
    public var leftText: String {
        let clock = DurationText.clock(.milliseconds(remainingMs))
        return isEstimated == true ? "at most \(clock)" : clock
    }

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
        guard let words = Self.portion(name: name, egg: egg) else { return "\(name): \(cue.text)" }
        return name.dropLast(words.count) + cue.text
    }
}

extension Timers.Timer {
    /// The end of `0:20 after it was done`.
    public static func wasDone(_ isSeveral: Bool) -> String { isSeveral ? "they were done" : "it was done" }
}

extension Timers.Run {
    /// How the countdown ended: `dismissed 0:20 after it was done, paused 1:00`.
    public var ended: String {
        let late = Timers.Timer.sinceText(overdueMs, isEstimated: isEstimated)
        let text =
            switch ending {
            case .dismissed:
                "dismissed \(late) after \(Timers.Timer.wasDone(Timers.Timer.isSeveralEggs(name: name, egg: egg)))"
            case .missed, .cancelled, .replaced: ending.rawValue
            }
        let paused = pauses.reduce(0) { min($0, .max / 2) + max(0, min($1.durationMs, .max / 2)) }
        return paused >= 1000 ? text + ", paused \(DurationText.clock(elapsed: .milliseconds(paused)))" : text
    }
}
