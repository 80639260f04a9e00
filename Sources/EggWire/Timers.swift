/// The interface `io.eggtimer.Timers`: its types as they are on the wire.
///
/// Other people's scripts rely on these names: fields and methods may be added, nothing is renamed.
public enum Timers {
    /// The interface's name.
    public static let interface = "io.eggtimer.Timers"

    /// One timer at one moment. Times are whole milliseconds; what remains is rounded up.
    public struct Timer: Codable, Equatable, Sendable {
        /// `egg` unless named.
        public var name: String
        /// An egg of the menu, or `custom`.
        public var egg: String
        /// Its state.
        public var state: State
        /// The whole countdown.
        public var durationMs: Int64
        /// To the next ringing; 0 once it is due.
        public var remainingMs: Int64
        /// Since the first deadline; 0 before it.
        public var overdueMs: Int64
        /// From 0.0 to 1.0.
        public var progress: Double
        /// The deadline on the wall clock as that reads now; nil while paused.
        public var endsAtUnixMs: Int64?
        /// Whether the readings rest on a guess of how long the machine was off; nil if they are exact.
        public var isEstimated: Bool?

        /// A timer with these readings.
        public init(
            name: String, egg: String, state: State, durationMs: Int64, remainingMs: Int64, overdueMs: Int64,
            progress: Double, endsAtUnixMs: Int64?, isEstimated: Bool? = nil
        ) {
            self.name = name
            self.egg = egg
            self.state = state
            self.durationMs = durationMs
            self.remainingMs = remainingMs
            self.overdueMs = overdueMs
            self.progress = progress
            self.endsAtUnixMs = endsAtUnixMs
            self.isEstimated = isEstimated
        }
    }

    /// The state of a timer.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// Counting down, paused, due, put off, or due and not answered in time.
        case cooking, paused, ringing, snoozed, missed
    }

    /// An egg of the menu.
    public struct Egg: Codable, Equatable, Sendable {
        /// The name by which it is ordered.
        public var name: String
        /// The whole countdown.
        public var durationMs: Int64
        /// The result, in a few words.
        public var description: String

        /// An egg by these words and this time.
        public init(name: String, durationMs: Int64, description: String) {
            self.name = name
            self.durationMs = durationMs
            self.description = description
        }
    }

    /// What an event is about.
    public enum EventKind: String, Codable, CaseIterable, Sendable {
        /// All timers when a watch begins, each second of a countdown, and a change in whether an alarm would be heard.
        case snapshot, tick, sound
        /// What happened to one timer.
        case started, replaced, paused, resumed, extended, rang, snoozed, missed, dismissed, cancelled
    }

    /// One event.
    public struct Event: Codable, Equatable, Sendable {
        /// What happened.
        public var kind: EventKind
        /// The timer's name; nil for snapshot, tick and sound.
        public var timer: String?
        /// Grows by one with each event of this daemon; a snapshot has that of the event before it.
        public var sequence: Int64

        /// The event of this number.
        public init(kind: EventKind, timer: String?, sequence: Int64) {
            self.kind = kind
            self.timer = timer
            self.sequence = sequence
        }
    }
}
