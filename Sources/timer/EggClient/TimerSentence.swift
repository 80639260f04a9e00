import EggTimers
import EggWire

// The words for a timer's state, which are the same in all programs.
extension Timers.Timer {
    /// The timer and its state: `soft egg: 4:23 left, done at 08:35`, `2 soft eggs in at 08:37 (in 7:00)`.
    public func standing(seenFrom now: LocalTime) -> String {
        if let cue, state == .cooking {
            let text = text(of: cue)
            return isEstimated == true ? "\(text), in \(leftText)" : "\(text) \(atEnd(seenFrom: now)) (in \(leftText))"
        }
        return "\(label): \(stateText(seenFrom: now))"
    }

    /// The timer's state: `4:23 left, done at 08:35`.
    public func stateText(seenFrom now: LocalTime) -> String {
        let ago = "\(sinceText) ago"
        let atEnd = atEnd(seenFrom: now)
        if cue != nil {
            switch state {
            case .cooking, .ringing, .snoozed: break
            case .paused: return "paused \(leftText) before going in"
            case .missed: return "missed, should have gone in \(ago)"
            }
        }
        return switch state {
        // While the length of a power cut isn't known, neither is the time at which the egg is done.
        case .cooking: isEstimated == true ? "\(leftText) left" : "\(leftText) left, done \(atEnd)"
        case .paused: "paused with \(leftText) left"
        case .ringing: "ringing, done \(ago)"
        case .snoozed:
            isEstimated == true
                ? "snoozed, rings again in \(leftText), done \(ago)"
                : "snoozed, rings again in \(leftText) \(atEnd), done \(ago)"
        case .missed: isEstimated == true ? "missed, done \(ago)" : "missed, done \(atEnd), \(ago)"
        }
    }

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

    /// `2 soft eggs in`, after the name of the timer if that doesn't say it.
    private func text(of cue: Timers.Cue) -> String {
        guard let words = Self.portion(name: name, egg: egg) else { return "\(name): \(cue.text)" }
        return name.dropLast(words.count) + cue.text
    }
}
