/// A time for which a countdown was held.
public struct Pause: Equatable, Sendable {
    /// More than these are not remembered of one run.
    static let most = 100

    /// When it began.
    public var began: Instant
    /// How long it lasted; nil while it does.
    public var length: Duration?

    /// A pause of this length.
    public init(began: Instant, length: Duration?) {
        self.began = began
        self.length = length
    }
}

/// How a run came to its end.
public enum Ending: String, CaseIterable, Sendable {
    /// Somebody answered the alarm.
    case dismissed
    /// Nobody answered in time.
    case missed
    /// Taken away before it was done.
    case cancelled
    /// Another start took its place.
    case replaced
}

/// A run that has ended, for the history.
public struct Run: Equatable, Sendable {
    /// The timer as it last stood.
    public let timer: EggTimer
    /// How it ended.
    public let ending: Ending
    /// When it ended.
    public let endedAt: Instant

    /// How long after its deadline it ended; zero when it had not been done yet.
    public var overdue: Duration { timer.overdue(at: endedAt) }
}

extension EggTimer {
    /// The pause that lasts is over.
    mutating func endPause(at now: Instant) {
        guard let last = pauses.indices.last, pauses[last].length == nil else { return }
        pauses[last].length = pauses[last].began.duration(to: now)
    }

    /// The run that ends with this timer's being taken away, if it has not ended before.
    func run(ending: Ending, at now: Instant) -> Run? {
        switch (phase, ending) {
        // A missed one has been told when it was missed.
        case (.missed, .dismissed), (.missed, .cancelled), (.missed, .replaced): nil
        // Whoever takes away what rings has answered it.
        case (.ringing, .cancelled), (.snoozed, .cancelled): Run(timer: self, ending: .dismissed, endedAt: now)
        case (.cooking, _), (.paused, _), (.ringing, _), (.snoozed, _), (.missed, .missed):
            Run(timer: self, ending: ending, endedAt: now)
        }
    }
}
