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

/// Identifies a run of a timer on this machine. Each countdown that is started gets a new one, which stays the same when
/// the timer is paused, renamed, restored, or brought back by an undo.
package struct RunID: Hashable, Sendable {
    /// Sixteen hexadecimal digits.
    package let text: String

    package init?(_ text: String) {
        guard text.utf8.count == 16, text.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { return nil }
        self.text = text
    }

    package init(_ number: UInt64) {
        let digits = String(number, radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Makes IDs. They look random, so that those of two starts of eggd differ.
struct RunIDs: Equatable, Sendable {
    /// Where the sequence begins.
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next ID: SplitMix64, which returns each number once before it repeats one.
    mutating func next() -> RunID {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return RunID(mixed ^ (mixed >> 31))
    }
}
