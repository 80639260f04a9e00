import Varlink

extension Timers {
    /// Parameters of the methods that act on one timer.
    public struct Name: MethodParameters {
        /// Which timer; nil for the one that is meant without saying.
        public var name: String?

        /// The names on the wire.
        public enum CodingKeys: CodingKey, CaseIterable {
            case name
        }

        /// The timer of this name.
        public init(_ name: String? = nil) {
            self.name = name
        }
    }

    /// A reply of one timer.
    public struct One: Codable, Equatable, Sendable {
        /// As it stands, or as it last stood.
        public var timer: Timer

        /// A reply of this timer.
        public init(timer: Timer) {
            self.timer = timer
        }
    }

    /// A reply of any number of timers.
    public struct Many: Codable, Equatable, Sendable {
        /// In order of creation.
        public var timers: [Timer]

        /// A reply of these timers.
        public init(timers: [Timer]) {
            self.timers = timers
        }
    }

    /// Starts a countdown, or resets the timer of that name.
    public enum Start: Method {
        public static let name = "\(interface).Start"

        /// An egg, or a duration, or both: the egg's name with another time.
        public struct Parameters: MethodParameters {
            /// The egg's name.
            public var egg: String?
            /// The whole countdown.
            public var durationMs: Int64?
            /// The timer's name; nil for `egg`.
            public var name: String?
            /// How much of it has already passed.
            public var elapsedMs: Int64?

            /// The names on the wire.
            public enum CodingKeys: CodingKey, CaseIterable {
                case egg, durationMs, name, elapsedMs
            }

            /// A choice of egg, time, name and head start.
            public init(egg: String? = nil, durationMs: Int64? = nil, name: String? = nil, elapsedMs: Int64? = nil) {
                self.egg = egg
                self.durationMs = durationMs
                self.name = name
                self.elapsedMs = elapsedMs
            }
        }

        /// The new timer, and what it replaced.
        public struct Reply: Codable, Equatable, Sendable {
            /// The countdown that has begun.
            public var timer: Timer
            /// The timer that was reset, as it last stood.
            public var replaced: Timer?

            /// A reply of these timers.
            public init(timer: Timer, replaced: Timer?) {
                self.timer = timer
                self.replaced = replaced
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(timer, forKey: .timer)
                try container.encode(replaced, forKey: .replaced)
            }
        }
    }

    /// Takes a timer away, in every state.
    public enum Cancel: Method {
        public static let name = "\(interface).Cancel"
        public typealias Parameters = Name
        public typealias Reply = One
    }

    /// Holds a cooking timer.
    public enum Pause: Method {
        public static let name = "\(interface).Pause"
        public typealias Parameters = Name
        public typealias Reply = One
    }

    /// Lets a paused timer go on.
    public enum Resume: Method {
        public static let name = "\(interface).Resume"
        public typealias Parameters = Name
        public typealias Reply = One
    }

    /// Makes a countdown longer, or shorter by a negative time.
    public enum Extend: Method {
        public static let name = "\(interface).Extend"
        public typealias Reply = One

        /// Which, and by how much.
        public struct Parameters: MethodParameters {
            /// Which timer; nil for the one that is meant without saying.
            public var name: String?
            /// Milliseconds to add.
            public var byMs: Int64

            /// The names on the wire.
            public enum CodingKeys: CodingKey, CaseIterable {
                case name, byMs
            }

            /// This much more for the timer of this name.
            public init(name: String? = nil, byMs: Int64) {
                self.name = name
                self.byMs = byMs
            }
        }
    }

    /// Answers what rings, is snoozed or was missed; without a name, all of it.
    public enum Dismiss: Method {
        public static let name = "\(interface).Dismiss"
        public typealias Parameters = Name
        public typealias Reply = Many
    }

    /// Puts off what rings.
    public enum Snooze: Method {
        public static let name = "\(interface).Snooze"
        public typealias Reply = Many

        /// Which, and for how long.
        public struct Parameters: MethodParameters {
            /// Which timer; nil for everything that rings.
            public var name: String?
            /// For how many milliseconds; nil for the kitchen's own choice.
            public var forMs: Int64?

            /// The names on the wire.
            public enum CodingKeys: CodingKey, CaseIterable {
                case name, forMs
            }

            /// This long for the timer of this name.
            public init(name: String? = nil, forMs: Int64? = nil) {
                self.name = name
                self.forMs = forMs
            }
        }
    }

    /// All timers.
    public enum List: Method {
        public static let name = "\(interface).List"
        public typealias Parameters = Nothing
        public typealias Reply = Many
    }

    /// A snapshot at once, then every event as it happens.
    public enum Watch: Method {
        public static let name = "\(interface).Watch"
        public typealias Parameters = Nothing

        /// One event with all timers as they stood at it.
        public struct Reply: Codable, Equatable, Sendable {
            /// What happened.
            public var event: Event
            /// In order of creation.
            public var timers: [Timer]
            /// Why an alarm would not be heard now, in words; nil when it would.
            public var soundOut: String?

            /// An event among these timers.
            public init(event: Event, timers: [Timer], soundOut: String?) {
                self.event = event
                self.timers = timers
                self.soundOut = soundOut
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(event, forKey: .event)
                try container.encode(timers, forKey: .timers)
                try container.encode(soundOut, forKey: .soundOut)
            }
        }
    }

    /// The runs that have ended.
    public enum History: Method {
        public static let name = "\(interface).History"
        /// The most runs in one reply.
        public static let mostRuns = 10_000

        /// How many.
        public struct Parameters: MethodParameters {
            /// At most these, the newest; nil for twenty.
            public var limit: Int64?

            /// The names on the wire.
            public enum CodingKeys: CodingKey, CaseIterable {
                case limit
            }

            /// At most so many.
            public init(limit: Int64? = nil) {
                self.limit = limit
            }
        }

        /// The runs.
        public struct Reply: Codable, Equatable, Sendable {
            /// The newest first.
            public var runs: [Run]

            /// A reply of these runs.
            public init(runs: [Run]) {
                self.runs = runs
            }
        }
    }

    /// What would keep the daemon from its promises.
    public enum Health: Method {
        public static let name = "\(interface).Health"
        public typealias Parameters = Nothing

        /// How it is.
        public struct Reply: Codable, Equatable, Sendable {
            /// The daemon's.
            public var version: String
            /// Why an alarm would not be heard now, in words; nil when it would.
            public var soundOut: String?
            /// Why nothing is being kept and a restart would lose the timers, in words; nil when all is being kept.
            public var storeOut: String?
            /// What of the configuration is not in force, in words; nil when all of it is.
            public var configOut: String?
            /// What else a person should know about the stored timers, in words; nil when there is nothing.
            public var storeNotice: String?

            /// A reply of this state.
            public init(
                version: String, soundOut: String?, storeOut: String?, configOut: String?, storeNotice: String? = nil
            ) {
                self.version = version
                self.soundOut = soundOut
                self.storeOut = storeOut
                self.configOut = configOut
                self.storeNotice = storeNotice
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(version, forKey: .version)
                try container.encode(soundOut, forKey: .soundOut)
                try container.encode(storeOut, forKey: .storeOut)
                try container.encode(configOut, forKey: .configOut)
                try container.encode(storeNotice, forKey: .storeNotice)
            }
        }
    }

    /// Stops reporting a damaged database that was set aside.
    public enum DismissDamage: Method {
        public static let name = "\(interface).DismissDamage"
        public typealias Parameters = Nothing
        public typealias Reply = Nothing
    }

    /// The menu.
    public enum Eggs: Method {
        public static let name = "\(interface).Eggs"
        public typealias Parameters = Nothing

        /// The eggs that can be chosen.
        public struct Reply: Codable, Equatable, Sendable {
            /// In the menu's order.
            public var eggs: [Egg]

            /// A reply of these eggs.
            public init(eggs: [Egg]) {
                self.eggs = eggs
            }
        }
    }
}
