/// One timer on the board: which egg, how long, and where it stands.
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

    /// Where a timer stands, with the instants that this needs.
    public enum Phase: Equatable, Sendable {
        /// Counts down to its deadline; then it rings, or is missed when that was too long ago.
        case cooking(deadline: Instant)
        /// Holds its remaining time until it is resumed.
        case paused(remaining: Duration)
        /// Rings since its deadline, until somebody answers or `silentAt` makes it missed.
        case ringing(deadline: Instant, silentAt: Instant)
        /// Was answered with "later": rings again at `until`. The deadline is the first one.
        case snoozed(deadline: Instant, until: Instant)
        /// Nobody answered in time. Stays until it is dismissed.
        case missed(deadline: Instant)
    }

    /// Identity and place in the order of creation.
    public internal(set) var id: ID
    /// The name by which people call it.
    public let name: TimerName
    /// The egg's name, `custom` for a bare duration.
    public let egg: String
    /// The whole countdown; extending moves it.
    public internal(set) var duration: Duration
    /// Where it stands.
    public internal(set) var phase: Phase
    /// When the egg went in.
    public internal(set) var startedAt: Instant
    /// The times for which it was held, in their order.
    public internal(set) var pauses: [Pause] = []
    /// What is not certain about its instants after a reboot; nil when they are exact.
    public internal(set) var estimate: Estimate?

    /// A timer as a store has kept it.
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

    /// The instant at which the board must look at this timer again; nil when only a person can move it.
    var nextWake: Instant? {
        switch phase {
        case .cooking(let deadline): deadline
        case .ringing(_, let silentAt): silentAt
        case .snoozed(_, let until): until
        case .paused, .missed: nil
        }
    }

    /// The state by its word on the wire.
    public var state: State {
        switch phase {
        case .cooking: .cooking
        case .paused: .paused
        case .ringing: .ringing
        case .snoozed: .snoozed
        case .missed: .missed
        }
    }

    /// Whether it counts down to something: only then is there anything to tell each second.
    public var isCounting: Bool {
        switch phase {
        case .cooking, .snoozed: true
        case .paused, .ringing, .missed: false
        }
    }

    /// The time to the next ringing; zero once it is due.
    public func remaining(at now: Instant) -> Duration {
        switch phase {
        case .cooking(let deadline): max(.zero, now.duration(to: deadline))
        case .paused(let remaining): remaining
        case .snoozed(_, let until): max(.zero, now.duration(to: until))
        case .ringing, .missed: .zero
        }
    }

    /// The time since the first deadline; zero before it.
    public func overdue(at now: Instant) -> Duration {
        switch phase {
        case .cooking, .paused: .zero
        case .ringing(let deadline, _), .snoozed(let deadline, _), .missed(let deadline):
            max(.zero, deadline.duration(to: now))
        }
    }

    /// How much of the countdown is done, from 0 to 1.
    public func progress(at now: Instant) -> Double {
        switch phase {
        case .cooking, .paused: 1 - remaining(at: now) / duration
        case .ringing, .snoozed, .missed: 1
        }
    }

    /// The instant of the next ringing, or of the one that was; nil while paused.
    public var due: Instant? {
        switch phase {
        case .cooking(let deadline), .ringing(let deadline, _), .missed(let deadline): deadline
        case .snoozed(_, let until): until
        case .paused: nil
        }
    }
}

/// A timer's state, without its instants.
public enum State: String, CaseIterable, Sendable {
    /// Counting down.
    case cooking
    /// Held.
    case paused
    /// Due, and nobody has answered.
    case ringing
    /// Due, and put off for a while.
    case snoozed
    /// Due, and nobody answered in time.
    case missed
}
