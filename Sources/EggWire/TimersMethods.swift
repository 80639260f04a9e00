import Varlink

extension Timers {
    /// The parameters of methods that act on one timer.
    public struct Name: MethodParameters {
        /// Which timer; nil for `egg`, or the only one there is.
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
        /// As it is now, or as it last was.
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
            /// How much of the countdown has already passed.
            public var elapsedMs: Int64?

            /// The names on the wire.
            public enum CodingKeys: CodingKey, CaseIterable {
                case egg, durationMs, name, elapsedMs
            }

            /// A start of this egg, or this long, by this name.
            public init(egg: String? = nil, durationMs: Int64? = nil, name: String? = nil, elapsedMs: Int64? = nil) {
                self.egg = egg
                self.durationMs = durationMs
                self.name = name
                self.elapsedMs = elapsedMs
            }
        }

        /// The new timer, and the one that it replaced.
        public struct Reply: Codable, Equatable, Sendable {
            /// The countdown that has begun.
            public var timer: Timer
            /// The timer that was reset, as it last was.
            public var replaced: Timer?

            /// A reply of these timers.
            public init(timer: Timer, replaced: Timer?) {
                self.timer = timer
                self.replaced = replaced
            }
        }
    }

    /// Removes a timer in any state.
    public enum Cancel: Method {
        public static let name = "\(interface).Cancel"
        public typealias Parameters = Name
        public typealias Reply = One
    }

    /// Pauses a cooking timer.
    public enum Pause: Method {
        public static let name = "\(interface).Pause"
        public typealias Parameters = Name
        public typealias Reply = One
    }

    /// Resumes a paused timer.
    public enum Resume: Method {
        public static let name = "\(interface).Resume"
        public typealias Parameters = Name
        public typealias Reply = One
    }

    /// Makes a countdown longer or shorter; one that is over goes on for so long from now.
    public enum Extend: Method {
        public static let name = "\(interface).Extend"
        public typealias Reply = One

        /// Which, and by how much.
        public struct Parameters: MethodParameters {
            /// Which timer; nil for `egg`, or the only one there is.
            public var name: String?
            /// Milliseconds to add.
            public var byMs: Int64

            /// The names on the wire.
            public enum CodingKeys: CodingKey, CaseIterable {
                case name, byMs
            }

            /// So many milliseconds for the timer of this name.
            public init(name: String? = nil, byMs: Int64) {
                self.name = name
                self.byMs = byMs
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

        /// Which, and for how long.
        public struct Parameters: MethodParameters {
            /// Which timer; nil for all that ring.
            public var name: String?
            /// For how many milliseconds; nil for the configured time.
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

        /// One event with all timers as they are after it.
        public struct Reply: Codable, Equatable, Sendable {
            /// What happened.
            public var event: Event
            /// In order of creation.
            public var timers: [Timer]
            /// Why an alarm would not be heard now, in words; nil if it would.
            public var soundOut: String?

            /// An event among these timers.
            public init(event: Event, timers: [Timer], soundOut: String?) {
                self.event = event
                self.timers = timers
                self.soundOut = soundOut
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
            /// At most so many, the newest; nil for twenty.
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

    /// Whether the daemon can do what it promises.
    public enum Health: Method {
        public static let name = "\(interface).Health"
        public typealias Parameters = Nothing

        /// What is wrong, if anything.
        public struct Reply: Codable, Equatable, Sendable {
            /// The daemon's version.
            public var version: String
            /// Why an alarm would not be heard now, in words; nil if it would.
            public var soundOut: String?
            /// Why timers aren't saved, so that a restart would lose them, in words; nil if they are saved.
            public var storeOut: String?
            /// Which part of the configuration is not in force, in words; nil if all of it is.
            public var configOut: String?
            /// What else a person should know about the stored timers, in words; nil when there is nothing.
            public var storeNotice: String?

            /// A reply of these findings.
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
