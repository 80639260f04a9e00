import Varlink

// The methods that change no timer.

/// A method that changes nothing, so that it doesn't matter whether a call without a reply was carried out.
public protocol Query: Method {}

extension Timers {
    /// Returns all timers.
    public enum List: Query {
        public static let name = "\(interface).List"
        public typealias Parameters = Nothing
        public typealias Reply = Many
    }

    /// Sends a snapshot at once, then every event as it happens.
    public enum Watch: Query {
        public static let name = "\(interface).Watch"

        /// Which events are sent.
        public struct Parameters: Codable, Sendable {
            /// False leaves out the ticks; nil is true.
            public var ticks: Bool?

            /// Parameters for all events, or for all but the ticks.
            public init(ticks: Bool? = nil) {
                self.ticks = ticks
            }
        }

        /// One event, and all timers after it.
        public struct Reply: Codable, Equatable, Sendable {
            /// The event.
            public var event: Event
            /// The timers in order of creation.
            public var timers: [Timer]
            /// Why an alarm would not be heard now, as text; nil if it would.
            public var soundOut: String?
            /// Why timers aren't saved, so that a restart would lose them, as text; nil if they are saved.
            public var storeOut: String?

            /// An event with these timers.
            public init(event: Event, timers: [Timer], soundOut: String?, storeOut: String? = nil) {
                self.event = event
                self.timers = timers
                self.soundOut = soundOut
                self.storeOut = storeOut
            }
        }
    }

    /// Returns the runs that have ended.
    public enum History: Query {
        public static let name = "\(interface).History"
        /// The most runs in one reply.
        public static let maxRuns = 10_000

        /// The number of runs to return.
        public struct Parameters: Codable, Sendable {
            /// The most runs to return, the newest ones; nil for twenty.
            public var limit: Int64?

            /// Parameters for at most this many runs.
            public init(limit: Int64? = nil) {
                self.limit = limit
            }
        }

        /// The runs.
        public struct Reply: Codable, Equatable, Sendable {
            /// The runs, the newest first.
            public var runs: [Run]
            /// Why runs that were saved can't be read, as text; nil if they can.
            public var historyOut: String?

            /// A reply with these runs.
            public init(runs: [Run], historyOut: String? = nil) {
                self.runs = runs
                self.historyOut = historyOut
            }
        }
    }

    /// Whether alarms would be heard, timers are saved and the configuration is valid.
    public enum Health: Query {
        public static let name = "\(interface).Health"
        public typealias Parameters = Nothing

        /// The daemon's version and its problems, if any.
        public struct Reply: Codable, Equatable, Sendable {
            /// The daemon's version.
            public var version: String
            /// Why an alarm would not be heard now, as text; nil if it would.
            public var soundOut: String?
            /// Why timers aren't saved, so that a restart would lose them; nil if they are saved.
            public var storeOut: String?
            /// Which part of the configuration is not in effect, and why, as text; nil if all of it is.
            public var configOut: String?
            /// Anything else the user should know about the stored timers; nil when there is nothing.
            public var storeNotice: String?

            /// A reply with these values.
            public init(
                version: String, soundOut: String?, storeOut: String?, configOut: String?, storeNotice: String? = nil
            ) {
                self.version = version
                self.soundOut = soundOut
                self.storeOut = storeOut
                self.configOut = configOut
                self.storeNotice = storeNotice
            }
        }
    }

    /// Stops reporting a damaged database that was set aside.
    public enum DismissDamage: Method {
        public static let name = "\(interface).DismissDamage"
        public typealias Parameters = Nothing
        public typealias Reply = Nothing
    }

    /// Returns the kitchen's egg.
    public enum Kitchen: Query {
        public static let name = "\(interface).Kitchen"
        public typealias Parameters = Nothing

        /// The egg that is used unless a call says otherwise.
        public struct Reply: Codable, Equatable, Sendable {
            /// The egg that counts.
            public var rawEgg: RawEgg
            /// The configured egg, which counts until another is set.
            public var configured: RawEgg
            /// Whether one was set.
            public var isSet: Bool

            /// A reply with these eggs.
            public init(rawEgg: RawEgg, configured: RawEgg, isSet: Bool) {
                self.rawEgg = rawEgg
                self.configured = configured
                self.isSet = isSet
            }
        }
    }

    /// Returns the menu.
    public enum Eggs: Query {
        public static let name = "\(interface).Eggs"

        /// The egg that is used, where it isn't the kitchen's.
        public struct Parameters: Codable, Equatable, Sendable {
            /// Its mass in grams.
            public var massG: Double?
            /// Its temperature in degrees Celsius.
            public var fromCelsius: Double?
            /// The altitude in metres.
            public var altitudeM: Double?

            /// Parameters for an egg with these properties.
            public init(massG: Double? = nil, fromCelsius: Double? = nil, altitudeM: Double? = nil) {
                self.massG = massG
                self.fromCelsius = fromCelsius
                self.altitudeM = altitudeM
            }
        }

        /// The eggs that can be chosen.
        public struct Reply: Codable, Equatable, Sendable {
            /// The eggs in the order of the menu.
            public var eggs: [Egg]
            /// The egg that their countdowns are for; nil from an older daemon.
            public var rawEgg: RawEgg?

            /// A reply with these eggs.
            public init(eggs: [Egg], rawEgg: RawEgg? = nil) {
                self.eggs = eggs
                self.rawEgg = rawEgg
            }
        }
    }
}
