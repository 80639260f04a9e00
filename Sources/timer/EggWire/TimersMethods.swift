import Varlink

extension Timers {
    /// The parameters of methods that act on one timer.
    public struct Name: Codable, Sendable {
        /// The timer's name; nil for `egg`, else `timer`, else the only timer there is.
        public var name: String?

        /// Parameters for the timer with this name.
        public init(_ name: String? = nil) {
            self.name = name
        }
    }

    /// A reply with one timer.
    public struct One: Codable, Equatable, Sendable {
        /// The timer in its current or last state.
        public var timer: Timer

        /// A reply with this timer.
        public init(timer: Timer) {
            self.timer = timer
        }
    }

    /// A reply with one timer, or with those of a group.
    public struct Changed: Codable, Equatable, Sendable {
        /// The timer in its current or last state; of a group, the first.
        public var timer: Timer
        /// All timers of the group that were changed; nil if the timer is not of a group.
        public var timers: [Timer]?
        /// The timer, or all of the group.
        public var all: [Timer] { timers ?? [timer] }

        /// A reply with these timers.
        public init(timer: Timer, timers: [Timer]? = nil) {
            self.timer = timer
            self.timers = timers
        }
    }

    /// A reply with any number of timers.
    public struct Many: Codable, Equatable, Sendable {
        /// The timers in order of creation.
        public var timers: [Timer]

        /// A reply with these timers.
        public init(timers: [Timer]) {
            self.timers = timers
        }
    }

    /// Starts a countdown, or resets the timer with that name.
    public enum Start: Method {
        public static let name = "\(interface).Start"

        /// An egg, a duration, or both: the egg's name with another time.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The egg's name.
            public var egg: String?
            /// The whole countdown.
            public var durationMs: Int64?
            /// The timer's name; nil for `egg`, or for `timer` without an egg.
            public var name: String?
            /// How much of the countdown has already passed.
            public var elapsedMs: Int64?

            /// The mass of the egg in grams; nil for the kitchen's, like the next two.
            public var massG: Double?
            /// The temperature of the egg in degrees Celsius.
            public var fromCelsius: Double?
            /// The altitude in metres.
            public var altitudeM: Double?
            /// The name of the alarm's sound; nil for the egg's, or for the usual one.
            public var sound: String?

            /// Parameters for this egg or duration under this name.
            public init(
                egg: String? = nil, durationMs: Int64? = nil, name: String? = nil, elapsedMs: Int64? = nil,
                massG: Double? = nil, fromCelsius: Double? = nil, altitudeM: Double? = nil, sound: String? = nil
            ) {
                self.sound = sound
                self.egg = egg
                self.durationMs = durationMs
                self.name = name
                self.elapsedMs = elapsedMs
                self.massG = massG
                self.fromCelsius = fromCelsius
                self.altitudeM = altitudeM
            }
        }

        /// The new timer and the one that it replaced.
        public struct Reply: Codable, Equatable, Sendable {
            /// The countdown that has started.
            public var timer: Timer
            /// The timer that was reset, in its last state.
            public var replaced: Timer?
            /// The egg that the countdown was computed for; nil if it was not computed.
            public var rawEgg: RawEgg?

            /// A reply with these timers.
            public init(timer: Timer, replaced: Timer?, rawEgg: RawEgg? = nil) {
                self.timer = timer
                self.replaced = replaced
                self.rawEgg = rawEgg
            }
        }
    }

    /// Sets properties of the kitchen's egg, for all clients; those that are nil stay as they are.
    public enum SetKitchen: Method {
        public static let name = "\(interface).SetKitchen"
        public typealias Parameters = Eggs.Parameters
        public typealias Reply = Kitchen.Reply
    }

    /// Returns to the configured egg.
    public enum ResetKitchen: Method {
        public static let name = "\(interface).ResetKitchen"
        public typealias Parameters = Nothing
        public typealias Reply = Kitchen.Reply
    }

    /// Starts eggs that are done at the same moment.
    public enum Cook: Method {
        public static let name = "\(interface).Cook"

        /// The eggs, and the egg that is used, where it isn't the kitchen's.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The eggs, each kind once.
            public var eggs: [Portion]
            /// The group's name; nil for `pot`.
            public var name: String?
            /// The mass of the eggs in grams.
            public var massG: Double?
            /// The temperature of the eggs in degrees Celsius.
            public var fromCelsius: Double?
            /// The altitude in metres.
            public var altitudeM: Double?

            /// Parameters for these eggs in a group with this name.
            public init(
                eggs: [Portion], name: String? = nil, massG: Double? = nil, fromCelsius: Double? = nil,
                altitudeM: Double? = nil
            ) {
                self.eggs = eggs
                self.name = name
                self.massG = massG
                self.fromCelsius = fromCelsius
                self.altitudeM = altitudeM
            }
        }

        /// The new timers and those that they replaced.
        public struct Reply: Codable, Equatable, Sendable {
            /// A timer for each kind of egg, in the order given.
            public var timers: [Timer]
            /// The timers of the group that was reset, in their last state.
            public var replaced: [Timer]
            /// The egg that the countdowns were computed for; nil if none was computed.
            public var rawEgg: RawEgg?

            /// A reply with these timers.
            public init(timers: [Timer], replaced: [Timer], rawEgg: RawEgg? = nil) {
                self.timers = timers
                self.replaced = replaced
                self.rawEgg = rawEgg
            }
        }
    }

    /// Removes a timer in any state.
    public enum Cancel: Method {
        public static let name = "\(interface).Cancel"
        public typealias Parameters = Name
        public typealias Reply = Changed
    }

    /// Pauses a cooking timer.
    public enum Pause: Method {
        public static let name = "\(interface).Pause"
        public typealias Parameters = Name
        public typealias Reply = Changed
    }

    /// Resumes a paused timer.
    public enum Resume: Method {
        public static let name = "\(interface).Resume"
        public typealias Parameters = Name
        public typealias Reply = Changed
    }

    /// Lengthens or shortens a countdown; one that is over continues for this long from now.
    public enum Extend: Method {
        public static let name = "\(interface).Extend"
        public typealias Reply = Changed

        /// The timer, and the time to add.
        public struct Parameters: Codable, Sendable {
            /// The timer's name; nil for `egg`, else `timer`, else the only timer there is.
            public var name: String?
            /// Milliseconds to add; negative to shorten.
            public var byMs: Int64

            /// Parameters that add this many milliseconds to the timer with this name.
            public init(name: String? = nil, byMs: Int64) {
                self.name = name
                self.byMs = byMs
            }
        }
    }

    /// Gives a timer another name.
    public enum Rename: Method {
        public static let name = "\(interface).Rename"
        public typealias Reply = One

        /// The timer, and its new name.
        public struct Parameters: Codable, Sendable {
            /// The timer's name; nil for `egg`, else `timer`, else the only timer there is.
            public var name: String?
            /// The new name.
            public var to: String

            /// Parameters that give the timer with this name another one.
            public init(name: String? = nil, to: String) {
                self.name = name
                self.to = to
            }
        }
    }

    /// Reverses the last `Start`, `Cook`, `Cancel` or `Dismiss` of any client, if it is at most a minute old.
    public enum Undo: Method {
        public static let name = "\(interface).Undo"
        public typealias Parameters = Nothing

        /// The timers that are back, and those that are gone.
        public struct Reply: Codable, Equatable, Sendable {
            /// The timers that had been removed or replaced, as they are now.
            public var timers: [Timer]
            /// The timers that had been started, in their last state.
            public var removed: [Timer]

            /// A reply with these timers.
            public init(timers: [Timer], removed: [Timer]) {
                self.timers = timers
                self.removed = removed
            }
        }
    }

    /// Dismisses ringing, snoozed or missed alarms; all of them if none is named.
    public enum Dismiss: Method {
        public static let name = "\(interface).Dismiss"
        public typealias Parameters = Name
        public typealias Reply = Many
    }

    /// Snoozes ringing alarms.
    public enum Snooze: Method {
        public static let name = "\(interface).Snooze"
        public typealias Reply = Many

        /// The timer, and how long to snooze it.
        public struct Parameters: Codable, Sendable {
            /// The timer's name; nil for all ringing timers.
            public var name: String?
            /// Milliseconds until it rings again; nil for the configured time.
            public var forMs: Int64?

            /// Parameters that snooze the timer with this name for this long.
            public init(name: String? = nil, forMs: Int64? = nil) {
                self.name = name
                self.forMs = forMs
            }
        }
    }
}
