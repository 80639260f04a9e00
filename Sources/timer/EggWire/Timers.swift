import Varlink

/// The interface `io.eggtimer.Timers`: its types as they are on the wire.
///
/// Other programs rely on these names: fields and methods may be added, but nothing is renamed.
public enum Timers {
    /// The interface's name.
    public static let interface = "io.eggtimer.Timers"

    /// One timer at one moment; times are whole milliseconds, and the remaining time is rounded up.
    public struct Timer: Codable, Equatable, Sendable {
        /// The timer's name; by default `egg`, or `timer` for a time without an egg.
        public var name: String
        /// An egg of the menu, or `custom`.
        public var egg: String
        /// Its state.
        public var state: State
        /// The whole countdown.
        public var durationMs: Int64
        /// The time until it rings next; 0 once it is due.
        public var remainingMs: Int64
        /// The time since the original deadline; 0 before it.
        public var overdueMs: Int64
        /// The completed part of the countdown, from 0.0 to 1.0.
        public var progress: Double
        /// When it rings next, or when it was done, on the wall clock in its current setting; nil while paused.
        public var endsAtUnixMs: Int64?
        /// Whether the times are based on an estimate of how long the machine was off; nil if they are exact.
        public var isEstimated: Bool?
        /// The estimated temperature at the yolk's boundary; nil if it isn't known what is in the water.
        public var yolkCelsius: Double?
        /// The estimated temperature in the middle of the yolk; nil together with the boundary's.
        public var centreCelsius: Double?
        /// The name of its group; nil if it is not of a group.
        public var group: String?
        /// How many eggs it is for; nil if it is not of a group.
        public var count: Int64?
        /// The cue that its countdown leads to while its eggs are not in the water yet; nil for a countdown to an alarm.
        public var cue: Cue?
        /// The names of the methods that are of use in its state, the most likely first; nil from an older daemon.
        public var actions: [String]?
        /// Identifies its run on this machine. It stays the same after a restart, a pause, a new name and an undo; nil
        /// from an older daemon.
        public var id: String?
        /// The name of its alarm's sound; nil for its egg's, or for the usual one.
        public var sound: String?

        /// A timer with these values.
        public init(
            name: String, egg: String, state: State, durationMs: Int64, remainingMs: Int64, overdueMs: Int64,
            progress: Double, endsAtUnixMs: Int64?, isEstimated: Bool? = nil, yolkCelsius: Double? = nil,
            centreCelsius: Double? = nil,
            group: String? = nil, count: Int64? = nil, cue: Cue? = nil, actions: [String]? = nil, id: String? = nil,
            sound: String? = nil
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
            self.yolkCelsius = yolkCelsius
            self.centreCelsius = centreCelsius
            self.group = group
            self.count = count
            self.cue = cue
            self.actions = actions
            self.id = id
            self.sound = sound
        }

        /// Whether a method is of use in its state. An older daemon doesn't tell, and refuses calls that are not.
        public func offers(_ method: any Method.Type) -> Bool {
            actions?.contains { method.name == "\(Timers.interface).\($0)" } ?? true
        }
    }

    /// The moment at which eggs are put into the water.
    public struct Cue: Codable, Equatable, Sendable {
        /// The step that is due then, as text: `2 soft eggs in`.
        public var text: String
        /// How long the eggs cook afterwards.
        public var cookMs: Int64

        /// A cue with these values.
        public init(text: String, cookMs: Int64) {
            self.text = text
            self.cookMs = cookMs
        }
    }

    /// Some eggs of one kind.
    public struct Portion: Codable, Equatable, Sendable {
        /// The egg's name.
        public var egg: String
        /// How many of them.
        public var count: Int64

        /// This many eggs of one kind.
        public init(egg: String, count: Int64) {
            self.egg = egg
            self.count = count
        }
    }

    /// The state of a timer.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// Counting down, paused, due, snoozed, or due and not answered in time.
        case cooking, paused, ringing, snoozed, missed
    }

    /// An egg of the menu.
    public struct Egg: Codable, Equatable, Sendable {
        /// The name to order it by.
        public var name: String
        /// The whole countdown, for the egg that the reply names.
        public var durationMs: Int64
        /// The result, in a few words.
        public var description: String
        /// It is done when the yolk's boundary has this temperature; nil if another rule holds.
        public var yolkCelsius: Double?
        /// It is done when its centre has this temperature; nil if another rule holds.
        public var centreCelsius: Double?
        /// A warning about an egg that is not firm, as text; nil if there is none.
        public var safety: String?

        /// An egg with this name, countdown and description.
        public init(
            name: String, durationMs: Int64, description: String, yolkCelsius: Double? = nil,
            centreCelsius: Double? = nil, safety: String? = nil
        ) {
            self.name = name
            self.durationMs = durationMs
            self.description = description
            self.yolkCelsius = yolkCelsius
            self.centreCelsius = centreCelsius
            self.safety = safety
        }
    }

    /// An egg as it goes into the water.
    public struct RawEgg: Codable, Equatable, Sendable {
        /// Its mass in grams.
        public var massG: Double
        /// Its temperature in degrees Celsius.
        public var fromCelsius: Double
        /// The altitude in metres.
        public var altitudeM: Double

        /// An egg with these properties.
        public init(massG: Double, fromCelsius: Double, altitudeM: Double) {
            self.massG = massG
            self.fromCelsius = fromCelsius
            self.altitudeM = altitudeM
        }
    }

    /// The kind of an event.
    public enum EventKind: String, Codable, CaseIterable, Sendable {
        /// All timers at the start of a watch, a second of a countdown, a change in whether an alarm would be heard, one
        /// in whether timers are saved, and one of the eggs or of their times.
        case snapshot, tick, sound, saving, kitchen
        /// A change of one timer.
        case started, replaced, paused, resumed, extended, renamed, warned, cued, rang, snoozed, missed, dismissed
        case cancelled
        /// The command that started or removed the timer was undone.
        case undone

        /// A kind that only a newer daemon knows reads as `snapshot`, because each event has all timers.
        public init(from decoder: any Decoder) throws {
            self = EventKind(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .snapshot
        }
    }

    /// One event.
    public struct Event: Codable, Equatable, Sendable {
        /// The event.
        public var kind: EventKind
        /// The timer's name, after a change of it the new one; nil for snapshot, tick, sound, saving and kitchen.
        public var timer: String?
        /// The run of that timer.
        public var id: String?
        /// Increases by one with each event of this daemon; a snapshot has the number of the event before it.
        public var sequence: Int64
        /// The step that is due now, as text: `2 soft eggs in`; nil for all kinds but `cued`.
        public var cue: String?

        /// An event with this sequence number.
        public init(
            kind: EventKind, timer: String? = nil, id: String? = nil, sequence: Int64, cue: String? = nil
        ) {
            self.kind = kind
            self.timer = timer
            self.id = id
            self.sequence = sequence
            self.cue = cue
        }
    }
}
