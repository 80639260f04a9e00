/// One timer on the board: which egg, how long, and what it is doing.
public struct EggTimer: Equatable, Sendable {
    /// Distinguishes timers and orders them by creation; a reset keeps it.
    public struct ID: Hashable, Comparable, Sendable {
        /// Counts up from 1.
        public let number: Int64

        /// The identity with this number.
        public init(_ number: Int64) {
            self.number = number
        }

        public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    /// A timer's state, with the instants that it needs.
    public enum Phase: Equatable, Sendable {
        /// Counts down to its deadline; then it rings, or is missed if that was too long ago.
        case cooking(deadline: Instant)
        /// Keeps its remaining time until it is resumed.
        case paused(remaining: Duration)
        /// Rings since its deadline, until somebody dismisses it or `silentAt` makes it missed.
        case ringing(deadline: Instant, silentAt: Instant)
        /// Rings again at `until`. The deadline is the first one.
        case snoozed(deadline: Instant, until: Instant)
        /// Nobody answered in time. Stays until it is dismissed. `pendingSince` is when it was missed, as long as its run
        /// is not in the history yet: an estimated deadline may turn out to lie ahead.
        case missed(deadline: Instant, pendingSince: Instant? = nil)
    }

    /// Identity and place in the order of creation.
    public internal(set) var id: ID
    /// The name by which people call it.
    public let name: TimerName
    /// The egg's name, `custom` for a bare duration.
    public let egg: String
    /// The whole countdown; extending changes it.
    public internal(set) var duration: Duration
    /// Its state.
    public internal(set) var phase: Phase
    /// When the egg went in.
    public internal(set) var startedAt: Instant
    /// The times for which it was paused, in their order.
    public internal(set) var pauses: [Pause] = []
    /// What is not certain about its instants after a reboot; nil when they are exact.
    public internal(set) var estimate: Estimate?

    /// A timer as a store has saved it.
    public init(
        id: ID, name: TimerName, egg: String, duration: Duration, phase: Phase, startedAt: Instant,
        pauses: [Pause] = [], estimate: Estimate? = nil
    ) {
        self.estimate = estimate
        self.id = id
        self.name = name
        self.egg = egg
        self.duration = duration
        self.phase = phase
        self.startedAt = startedAt
        self.pauses = pauses
    }

    /// What all readings of a timer are derived from: its phase without the differences that they ignore.
    struct Standing {
        let state: State
        /// The end of the countdown, ahead or past; nil while it is paused.
        var deadline: Instant?
        /// The next ringing; nil if only a person can bring one about.
        var nextRinging: Instant?
        /// When the board must look at the timer again; nil if only a person can change it.
        var nextWake: Instant?
        /// The time left of a paused countdown.
        var held: Duration?
        /// Whether the countdown is over.
        var isDue = false
    }

    var standing: Standing {
        switch phase {
        case .cooking(let deadline):
            Standing(state: .cooking, deadline: deadline, nextRinging: deadline, nextWake: deadline)
        case .paused(let remaining):
            Standing(state: .paused, held: remaining)
        case .ringing(let deadline, let silentAt):
            Standing(state: .ringing, deadline: deadline, nextWake: silentAt, isDue: true)
        case .snoozed(let deadline, let until):
            Standing(state: .snoozed, deadline: deadline, nextRinging: until, nextWake: until, isDue: true)
        case .missed(let deadline, _):
            Standing(state: .missed, deadline: deadline, isDue: true)
        }
    }

    /// The instant at which the board must look at this timer again; nil if only a person can change it.
    var nextWake: Instant? { standing.nextWake }

    /// The state without its instants.
    public var state: State { standing.state }

    /// Whether its countdown is over and it waits for somebody: it rings, is snoozed or was missed.
    public var isDue: Bool { standing.isDue }

    /// Whether it counts down to something: only then is there anything to publish each second.
    public var isCounting: Bool { standing.nextRinging != nil }

    /// Whether its readings rest on a guess of how long the machine was off.
    public var isEstimated: Bool { estimate.map { $0.extent != .past } ?? false }

    /// The time to the next ringing; zero once it is due.
    public func remaining(at now: Instant) -> Duration {
        let standing = standing
        return standing.held ?? standing.nextRinging.map { max(.zero, now.duration(to: $0)) } ?? .zero
    }

    /// The time since the first deadline; zero before it.
    public func overdue(at now: Instant) -> Duration {
        let standing = standing
        guard standing.isDue, let deadline = standing.deadline else { return .zero }
        return max(.zero, deadline.duration(to: now))
    }

    /// How much of the countdown is done, from 0 to 1.
    public func progress(at now: Instant) -> Double {
        isDue ? 1 : 1 - remaining(at: now) / duration
    }

    /// The instant of the next ringing, or of the one that was; nil while paused.
    public var due: Instant? {
        let standing = standing
        return standing.nextRinging ?? standing.deadline
    }
}

extension EggTimer {
    /// The event `extend`, without its effects.
    ///
    /// - Returns: why it was refused; nil if it was not.
    mutating func extend(by more: Duration, at now: Instant) -> Refusal? {
        let durations = TimerBoard.durations
        let most = durations.upperBound - duration
        let least = isDue ? durations.lowerBound : durations.lowerBound - remaining(at: now)
        guard more >= least, more <= most else {
            return .invalidDuration(more, allowed: min(least, most)...most)
        }
        switch phase {
        case .cooking(let deadline): phase = .cooking(deadline: deadline.advanced(by: more))
        case .paused(let remaining): phase = .paused(remaining: remaining + more)
        case .ringing, .snoozed, .missed:
            // It has been in the pot since its deadline too.
            duration = min(durations.upperBound - more, duration + overdue(at: now))
            phase = .cooking(deadline: now.advanced(by: more))
            estimate?.extent = .past
        }
        duration += more
        return nil
    }
}

/// A timer's state, without its instants.
public enum State: String, CaseIterable, Sendable {
    /// Counting down.
    case cooking
    /// Stopped until it is resumed.
    case paused
    /// Due, and nobody has answered.
    case ringing
    /// Due, and put off for a while.
    case snoozed
    /// Due, and nobody answered in time.
    case missed
}
