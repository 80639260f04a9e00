import Instants

/// An interval for which a countdown was paused.
package struct Pause: Equatable, Sendable {
    static let maxCount = 100

    package var began: Instant
    /// How long it lasted; nil while the timer is paused.
    package var length: Duration?

    package init(began: Instant, length: Duration?) {
        self.began = began
        self.length = length
    }
}

/// How a run ended.
public enum Ending: String, Codable, CaseIterable, Sendable {
    /// Somebody dismissed the alarm.
    case dismissed
    case missed
    /// Removed before the countdown was over.
    case cancelled
    /// Reset by another start.
    case replaced
}

/// A run that has ended, for the history.
package struct Run: Equatable, Sendable {
    /// The timer in its last state.
    package let timer: EggTimer
    package let ending: Ending
    package let endedAt: Instant
    /// The name of the kitchen in which its alarm was answered; nil for this one.
    package var from: TimerName?

    /// How long after its deadline it ended; zero if it ended before.
    package var overdue: Duration { timer.overdue(at: endedAt) }
}

extension EggTimer {
    mutating func endPause(at now: Instant) {
        guard let last = pauses.indices.last, pauses[last].length == nil else { return }
        pauses[last].length = pauses[last].began.duration(to: now)
    }

    /// Whether its run is already in the history, because it was missed.
    var isRecorded: Bool {
        if case .missed(_, pendingSince: nil) = phase { true } else { false }
    }

    /// The run that ends when this timer is removed or missed; nil if it had already ended, if no egg was in the water
    /// yet, or for a copy, whose run is another kitchen's.
    func run(ending: Ending, at now: Instant) -> Run? {
        guard !isCue, origin == nil else { return nil }
        if case .missed(_, let pendingSince) = phase {
            if let pendingSince { return Run(timer: self, ending: .missed, endedAt: min(pendingSince, now)) }
            // The run of a missed timer was recorded when it was missed.
            guard ending == .missed else { return nil }
        }
        // Cancelling a ringing timer counts as dismissing it.
        return Run(timer: self, ending: isDue && ending == .cancelled ? .dismissed : ending, endedAt: now)
    }
}
