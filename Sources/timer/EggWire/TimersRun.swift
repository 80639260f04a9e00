extension Timers {
    /// A run that has ended.
    public struct Run: Codable, Equatable, Sendable {
        /// The timer's name.
        public var name: String
        /// An egg of the menu, or `custom`.
        public var egg: String
        /// When the egg went in.
        public var startedAtUnixMs: Int64
        /// The whole countdown.
        public var durationMs: Int64
        /// How it ended.
        public var ending: Ending
        /// When it ended.
        public var endedAtUnixMs: Int64
        /// How long after its deadline it ended; 0 if it ended before.
        public var overdueMs: Int64
        /// The intervals for which it was paused.
        public var pauses: [Interval]
        /// Whether startedAtUnixMs and overdueMs are based on an estimate; nil if they are exact.
        public var isEstimated: Bool?
        /// Its ID; nil from an older daemon.
        public var id: String?
        /// The name of its alarm's sound; nil for its egg's, or for the usual one.
        public var sound: String?

        /// A run with these values.
        public init(
            name: String, egg: String, startedAtUnixMs: Int64, durationMs: Int64, ending: Ending,
            endedAtUnixMs: Int64, overdueMs: Int64, pauses: [Interval], isEstimated: Bool? = nil, id: String? = nil,
            sound: String? = nil
        ) {
            self.name = name
            self.egg = egg
            self.startedAtUnixMs = startedAtUnixMs
            self.durationMs = durationMs
            self.ending = ending
            self.endedAtUnixMs = endedAtUnixMs
            self.overdueMs = overdueMs
            self.pauses = pauses
            self.isEstimated = isEstimated
            self.id = id
            self.sound = sound
        }
    }

    /// An interval of time.
    public struct Interval: Codable, Equatable, Sendable {
        /// When it began.
        public var atUnixMs: Int64
        /// How long it lasted.
        public var durationMs: Int64

        /// An interval of this length.
        public init(atUnixMs: Int64, durationMs: Int64) {
            self.atUnixMs = atUnixMs
            self.durationMs = durationMs
        }
    }

    /// How a run ended.
    public enum Ending: String, Codable, CaseIterable, Sendable {
        /// Dismissed, not answered in time, cancelled before the countdown was over, or reset.
        case dismissed, missed, cancelled, replaced
    }
}
