/// The interface `io.eggtimer.Timers`: its types as they stand on the wire.
///
/// Other people's scripts build on these names: fields and methods may be added, nothing is renamed.
public enum Timers {
    /// The interface's name.
    public static let interface = "io.eggtimer.Timers"

    /// One timer at one moment. Times are whole milliseconds; what remains is rounded up.
    public struct Timer: Codable, Equatable, Sendable {
        /// `egg` unless named.
        public var name: String
        /// An egg of the menu, or `custom`.
        public var egg: String
        /// Where it stands.
        public var state: State
        /// The whole countdown.
        public var durationMs: Int64
        /// To the next ringing; 0 once it is due.
        public var remainingMs: Int64
        /// Since the first deadline; 0 before it.
        public var overdueMs: Int64
        /// From 0.0 to 1.0.
        public var progress: Double
        /// The deadline's reading on the wall clock as of now; nil while paused.
        public var endsAtUnixMs: Int64?

        /// A timer with these readings.
        public init(
            name: String, egg: String, state: State, durationMs: Int64, remainingMs: Int64, overdueMs: Int64,
            progress: Double, endsAtUnixMs: Int64?
        ) {
            self.name = name
            self.egg = egg
            self.state = state
            self.durationMs = durationMs
            self.remainingMs = remainingMs
            self.overdueMs = overdueMs
            self.progress = progress
            self.endsAtUnixMs = endsAtUnixMs
        }
    }

    /// Where a timer stands.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// Counting down, held, due, put off, or due and not answered in time.
        case cooking, paused, ringing, snoozed, missed
    }

    /// An egg of the menu.
    public struct Egg: Codable, Equatable, Sendable {
        /// The word by which it is chosen.
        public var name: String
        /// The whole countdown.
        public var durationMs: Int64
        /// What a cook gets.
        public var description: String

        /// An egg by these words and this time.
        public init(name: String, durationMs: Int64, description: String) {
            self.name = name
            self.durationMs = durationMs
            self.description = description
        }
    }

    /// What a watcher is told about.
    public enum EventKind: String, Codable, CaseIterable, Sendable {
        /// Everything as it stands at the beginning, each second of a countdown, and a change of the sound's fitness.
        case snapshot, tick, sound
        /// What happened to one timer.
        case started, replaced, paused, resumed, extended, rang, snoozed, missed, dismissed, cancelled
    }

    /// One event.
    public struct Event: Codable, Equatable, Sendable {
        /// What it tells.
        public var kind: EventKind
        /// The timer's name; nil for snapshot, tick and sound.
        public var timer: String?
        /// Grows by one with each event of this daemon; a snapshot bears that of the event before it.
        public var sequence: Int64

        /// The event of this number.
        public init(kind: EventKind, timer: String?, sequence: Int64) {
            self.kind = kind
            self.timer = timer
            self.sequence = sequence
        }
    }
}

// A nullable field is written as null rather than left out: so says the contract, and readers in languages that
// stumble over a missing key need not know which keys may be missing.

extension Timers.Timer {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(egg, forKey: .egg)
        try container.encode(state, forKey: .state)
        try container.encode(durationMs, forKey: .durationMs)
        try container.encode(remainingMs, forKey: .remainingMs)
        try container.encode(overdueMs, forKey: .overdueMs)
        try container.encode(progress, forKey: .progress)
        try container.encode(endsAtUnixMs, forKey: .endsAtUnixMs)
    }
}

extension Timers.Event {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(timer, forKey: .timer)
        try container.encode(sequence, forKey: .sequence)
    }
}
