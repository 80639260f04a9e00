// Generated from io.eggtimer.Timers.varlink by script/interface. Change that, and run it again.
// swift-format-ignore-file
import Varlink

extension Timers {
    /// The methods, with their names on the wire.
    public enum MethodName: String, CaseIterable, Sendable {
        case start = "Start"
        case cook = "Cook"
        case cancel = "Cancel"
        case pause = "Pause"
        case resume = "Resume"
        case extend = "Extend"
        case rename = "Rename"
        case dismiss = "Dismiss"
        case snooze = "Snooze"
        case undo = "Undo"
        case list = "List"
        case watch = "Watch"
        case history = "History"
        case health = "Health"
        case dismissDamage = "DismissDamage"
        case examine = "Examine"
        case tryAlarm = "TryAlarm"
        case tryCommands = "TryCommands"
        case eggs = "Eggs"
        case kitchen = "Kitchen"
        case setKitchen = "SetKitchen"
        case resetKitchen = "ResetKitchen"
        case setCopies = "SetCopies"
        case keepCopies = "KeepCopies"
        case answered = "Answered"

        /// The method's type, what it is for, and the access that it needs; nil if the broker's clients can't get it.
        public var row: (type: any Method.Type, kind: MethodKind, access: Access?) {
            switch self {
            case .start: (Start.self, .change, .full)
            case .cook: (Cook.self, .change, .full)
            case .cancel: (Cancel.self, .change, .full)
            case .pause: (Pause.self, .change, .answer)
            case .resume: (Resume.self, .change, .answer)
            case .extend: (Extend.self, .change, .answer)
            case .rename: (Rename.self, .change, .full)
            case .dismiss: (Dismiss.self, .change, .answer)
            case .snooze: (Snooze.self, .change, .answer)
            case .undo: (Undo.self, .change, .full)
            case .list: (List.self, .query, .read)
            case .watch: (Watch.self, .stream, .read)
            case .history: (History.self, .query, .read)
            case .health: (Health.self, .query, .read)
            case .dismissDamage: (DismissDamage.self, .change, nil)
            case .examine: (Examine.self, .query, .read)
            case .tryAlarm: (TryAlarm.self, .query, nil)
            case .tryCommands: (TryCommands.self, .query, nil)
            case .eggs: (Eggs.self, .query, .read)
            case .kitchen: (Kitchen.self, .query, .read)
            case .setKitchen: (SetKitchen.self, .change, nil)
            case .resetKitchen: (ResetKitchen.self, .change, nil)
            case .setCopies: (SetCopies.self, .change, nil)
            case .keepCopies: (KeepCopies.self, .change, nil)
            case .answered: (Answered.self, .change, nil)
            }
        }
    }

    /// Starts a countdown of an egg, or of a duration, or of both: the egg's name with another duration, which is an
    /// egg as well. Giving neither is an InvalidParameter. An existing timer with that name is reset, whatever its
    /// state.
    public enum Start: Method {
        public static let name = "\(interface).Start"

        /// The parameters of `Start`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The egg's name.
            public var egg: String?
            /// The whole countdown.
            public var durationMs: Int64?
            /// The timer's name; nil for "egg", or for "timer" without an egg, so that each resets only its like.
            public var name: String?
            /// How much of the countdown has already passed; less than all of it.
            public var elapsedMs: Int64?
            /// The mass of the egg in grams, for which the time is computed; nil for that of the kitchen's egg, like
            /// the next two.
            public var massG: Double?
            /// The temperature of the egg in degrees Celsius.
            public var fromCelsius: Double?
            /// The altitude in metres.
            public var altitudeM: Double?
            /// The name of the alarm's sound, one of those that the daemon has; nil for the egg's, or for the usual
            /// one.
            public var sound: String?
            /// The call's key.
            public var key: String?

            /// A value with these fields.
            public init(
                egg: String? = nil, durationMs: Int64? = nil, name: String? = nil, elapsedMs: Int64? = nil,
                massG: Double? = nil, fromCelsius: Double? = nil, altitudeM: Double? = nil, sound: String? = nil,
                key: String? = nil
            ) {
                self.egg = egg
                self.durationMs = durationMs
                self.name = name
                self.elapsedMs = elapsedMs
                self.massG = massG
                self.fromCelsius = fromCelsius
                self.altitudeM = altitudeM
                self.sound = sound
                self.key = key
            }
        }

        /// The reply to `Start`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The countdown that has started.
            public var timer: Timer
            /// The timer that was reset, in its last state.
            public var replaced: Timer?
            /// The egg that the time was computed for; nil for a duration and for an egg with a fixed time.
            public var rawEgg: RawEgg?

            /// A value with these fields.
            public init(timer: Timer, replaced: Timer? = nil, rawEgg: RawEgg? = nil) {
                self.timer = timer
                self.replaced = replaced
                self.rawEgg = rawEgg
            }
        }
    }

    /// Starts eggs that are done at the same moment: a group of timers, one for each portion. The eggs that take
    /// longest cook at once; the other timers begin as cues. A timer of the group is called "2 soft eggs", or in a
    /// group that isn't called "pot", "left: 2 soft eggs". A group that already has the name is reset as a whole.
    ///
    /// Pause, Resume, Extend, Dismiss and Snooze change all timers of a group, given the name of the group or of one
    /// timer. Extend moves the common moment: eggs that are not in the water yet go in later. Cancel removes all timers
    /// by the name of the group, but only one by the timer's own. Start with the name of a timer takes this one out of
    /// its group.
    ///
    /// When a cue is found up to 15 seconds late, its eggs are done with the others; when it is found later, they cook
    /// for their full time from then on.
    public enum Cook: Method {
        public static let name = "\(interface).Cook"

        /// The parameters of `Cook`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The eggs, 1 to 8 portions, each of another egg.
            public var eggs: [Portion]
            /// The group's name; nil for "pot".
            public var name: String?
            /// The mass of the eggs in grams, as in Start, like the next two. They do not matter to an egg with a fixed
            /// time.
            public var massG: Double?
            /// The temperature of the eggs in degrees Celsius.
            public var fromCelsius: Double?
            /// The altitude in metres.
            public var altitudeM: Double?
            /// The call's key.
            public var key: String?

            /// A value with these fields.
            public init(
                eggs: [Portion], name: String? = nil, massG: Double? = nil, fromCelsius: Double? = nil,
                altitudeM: Double? = nil, key: String? = nil
            ) {
                self.eggs = eggs
                self.name = name
                self.massG = massG
                self.fromCelsius = fromCelsius
                self.altitudeM = altitudeM
                self.key = key
            }
        }

        /// The reply to `Cook`.
        public struct Reply: Codable, Equatable, Sendable {
            /// A timer for each portion, in the order given.
            public var timers: [Timer]
            /// The timers of the group that was reset, in their last state.
            public var replaced: [Timer]
            /// The egg that the times were computed for; nil if none was computed.
            public var rawEgg: RawEgg?

            /// A value with these fields.
            public init(timers: [Timer], replaced: [Timer], rawEgg: RawEgg? = nil) {
                self.timers = timers
                self.replaced = replaced
                self.rawEgg = rawEgg
            }
        }
    }

    /// Removes a timer in any state, or all timers of a group.
    public enum Cancel: Method {
        public static let name = "\(interface).Cancel"

        /// The parameters of `Cancel`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The name of the timer or of its group; nil for "egg", else "timer", else the only timer or the only
            /// group there is, else the error is NoSuchTimer with the name "egg".
            public var name: String?
            /// In place of the name, a word for the timer or group that a person has typed: its name, else the only one
            /// that is equal without regard to case, or whose egg has this name. If none fits, this is the name; if
            /// several do, the error is AmbiguousTimer.
            public var typed: String?
            /// The id of the timer's run, which decides alone: a timer that was started again meanwhile is not meant.
            /// If there is no such run any more, the error is NoSuchRun.
            public var id: String?
            /// The call's key.
            public var key: String?

            /// A value with these fields.
            public init(name: String? = nil, typed: String? = nil, id: String? = nil, key: String? = nil) {
                self.name = name
                self.typed = typed
                self.id = id
                self.key = key
            }
        }

        /// The reply to `Cancel`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The timer as it is now, or in its last state; of a group, the first.
            public var timer: Timer
            /// All timers of the group that were changed, in the order of their creation; nil if the timer is not of a
            /// group.
            public var timers: [Timer]?

            /// A value with these fields.
            public init(timer: Timer, timers: [Timer]? = nil) {
                self.timer = timer
                self.timers = timers
            }
        }
    }

    /// Pauses a cooking timer, which is meant as in Cancel.
    public enum Pause: Method {
        public static let name = "\(interface).Pause"
        public typealias Parameters = Cancel.Parameters
        public typealias Reply = Cancel.Reply
    }

    /// Resumes a paused timer, which is meant as in Cancel.
    public enum Resume: Method {
        public static let name = "\(interface).Resume"
        public typealias Parameters = Cancel.Parameters
        public typealias Reply = Cancel.Reply
    }

    /// Lengthens a cooking or paused countdown, or shortens it by a negative time; at least a second must remain. A
    /// timer that rings, is snoozed or was missed cooks again and ends byMs from now, which must be at least a second;
    /// its durationMs increases by that and by the time since the deadline, up to 99 hours.
    public enum Extend: Method {
        public static let name = "\(interface).Extend"
        public typealias Reply = Cancel.Reply

        /// The parameters of `Extend`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The name of the timer or of its group, as in Cancel.
            public var name: String?
            /// A word for the timer or group that a person has typed, as in Cancel.
            public var typed: String?
            /// The id of the timer's run, as in Cancel.
            public var id: String?
            /// The time to add; negative to shorten.
            public var byMs: Int64
            /// The call's key.
            public var key: String?

            /// A value with these fields.
            public init(name: String? = nil, typed: String? = nil, id: String? = nil, byMs: Int64, key: String? = nil) {
                self.name = name
                self.typed = typed
                self.id = id
                self.byMs = byMs
                self.key = key
            }
        }
    }

    /// Gives a timer in any state another name. A group cannot be renamed. Nothing else changes: an alarm that is on
    /// stays on, and the timer keeps its place in the order of creation.
    public enum Rename: Method {
        public static let name = "\(interface).Rename"

        /// The parameters of `Rename`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The timer's name, as in Cancel, but nil never means a group.
            public var name: String?
            /// A word for the timer that a person has typed, as in Cancel.
            public var typed: String?
            /// The id of the timer's run, as in Cancel.
            public var id: String?
            /// The new name, which no other timer or group may have. If it is the timer's own, nothing changes, and
            /// there is no event.
            public var to: String
            /// The call's key.
            public var key: String?

            /// A value with these fields.
            public init(name: String? = nil, typed: String? = nil, id: String? = nil, to: String, key: String? = nil) {
                self.name = name
                self.typed = typed
                self.id = id
                self.to = to
                self.key = key
            }
        }

        /// The reply to `Rename`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The timer as it is now.
            public var timer: Timer

            /// A value with these fields.
            public init(timer: Timer) {
                self.timer = timer
            }
        }
    }

    /// Removes a timer that rings, is snoozed or was missed; without a name, all such timers, also copies. Finding none
    /// is not an error.
    public enum Dismiss: Method {
        public static let name = "\(interface).Dismiss"

        /// The parameters of `Dismiss`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The name of the timer or of its group; nil for all of them.
            public var name: String?
            /// A word for the timer or group that a person has typed, as in Cancel.
            public var typed: String?
            /// The id of the timer's run, as in Cancel.
            public var id: String?
            /// The alarm that is answered: only this timer of a group is meant, and it is not meant if its alarm is
            /// another one now.
            public var alarm: Int64?
            /// The name of the kitchen in which it was answered, for the history; nil for this one.
            public var from: String?
            /// The call's key.
            public var key: String?

            /// A value with these fields.
            public init(
                name: String? = nil, typed: String? = nil, id: String? = nil, alarm: Int64? = nil, from: String? = nil,
                key: String? = nil
            ) {
                self.name = name
                self.typed = typed
                self.id = id
                self.alarm = alarm
                self.from = from
                self.key = key
            }
        }

        /// The reply to `Dismiss`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The timers, in the order of their creation; removed ones in their last state.
            public var timers: [Timer]

            /// A value with these fields.
            public init(timers: [Timer]) {
                self.timers = timers
            }
        }
    }

    /// Stops the alarm of a ringing timer for a while. A timer that is already snoozed is snoozed again if it is named.
    public enum Snooze: Method {
        public static let name = "\(interface).Snooze"
        public typealias Reply = Dismiss.Reply

        /// The parameters of `Snooze`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The name of the timer or of its group; nil for all ringing timers, also copies.
            public var name: String?
            /// A word for the timer or group that a person has typed, as in Cancel.
            public var typed: String?
            /// The id of the timer's run, as in Cancel.
            public var id: String?
            /// The time until it rings again; nil for the one that is configured, for a copy in its kitchen.
            public var forMs: Int64?
            /// The alarm that is answered, as in Dismiss.
            public var alarm: Int64?
            /// The call's key.
            public var key: String?

            /// A value with these fields.
            public init(
                name: String? = nil, typed: String? = nil, id: String? = nil, forMs: Int64? = nil, alarm: Int64? = nil,
                key: String? = nil
            ) {
                self.name = name
                self.typed = typed
                self.id = id
                self.forMs = forMs
                self.alarm = alarm
                self.key = key
            }
        }
    }

    /// Reverses the last change of timers by any client (Start, Cook, Cancel, Pause, Resume, Extend, Rename, Dismiss or
    /// Snooze), if it is at most a minute old and nothing has been undone since. The same change of another timer less
    /// than three seconds after it is reversed with it, because clients change several timers by several calls.
    public enum Undo: Method {
        public static let name = "\(interface).Undo"

        /// The parameters of `Undo`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The call's key.
            public var key: String?

            /// A value with these fields.
            public init(key: String? = nil) {
                self.key = key
            }
        }

        /// The reply to `Undo`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The timers that it had changed, removed or replaced, as they were before. They have their deadlines and
            /// pauses, are no longer in the history, and ring if they came due meanwhile. An alarm that was dismissed,
            /// snoozed or extended rings again for its full time. A new name is taken back without another change of
            /// its timer.
            public var timers: [Timer]
            /// The timers that it had started, in their last state; they are not in the history.
            public var removed: [Timer]
            /// The change that was reversed.
            public var undone: LastChange

            /// A value with these fields.
            public init(timers: [Timer], removed: [Timer], undone: LastChange) {
                self.timers = timers
                self.removed = removed
                self.undone = undone
            }
        }
    }

    /// Returns all timers.
    public enum List: Method {
        public static let name = "\(interface).List"
        public typealias Parameters = Nothing
        public typealias Reply = Dismiss.Reply
    }

    /// With more: sends a snapshot at once, then every event as it happens and, while anything cooks or is snoozed, a
    /// tick each second, in step with the earliest deadline. While no client wants ticks, the daemon sends none, and
    /// sleeps until the next deadline.
    ///
    /// A client that reads slowly gets every event but only the newest tick, so that sequence skips numbers. Its
    /// connection is closed when more than 256 KiB have been waiting for it for two seconds.
    public enum Watch: Method {
        public static let name = "\(interface).Watch"

        /// The parameters of `Watch`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// False leaves out the ticks; nil is true.
            public var ticks: Bool?

            /// A value with these fields.
            public init(ticks: Bool? = nil) {
                self.ticks = ticks
            }
        }

        /// The reply to `Watch`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The event.
            public var event: Event
            /// All timers as they are after it, in the order of their creation.
            public var timers: [Timer]
            /// Why an alarm would not be heard now, as text; nil if it would.
            public var soundOut: String?
            /// Why timers aren't saved, as text; nil if they are saved.
            public var storeOut: String?
            /// For how long Undo can still reverse the last change; nil if there is nothing to reverse.
            public var undoMs: Int64?
            /// What Undo would reverse; nil if there is nothing.
            public var lastChange: LastChange?
            /// What other kitchens are asked for, in this order, until Answered says how that has ended. An answer to
            /// an alarm is asked for ten minutes, everything else for ten seconds. Nil if there is nothing.
            public var requests: [Request]?

            /// A value with these fields.
            public init(
                event: Event, timers: [Timer], soundOut: String? = nil, storeOut: String? = nil, undoMs: Int64? = nil,
                lastChange: LastChange? = nil, requests: [Request]? = nil
            ) {
                self.event = event
                self.timers = timers
                self.soundOut = soundOut
                self.storeOut = storeOut
                self.undoMs = undoMs
                self.lastChange = lastChange
                self.requests = requests
            }
        }
    }

    /// Returns the runs that have ended.
    public enum History: Method {
        public static let name = "\(interface).History"

        /// The parameters of `History`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The most runs to return, the newest ones, up to 10,000; nil for 20.
            public var limit: Int64?

            /// A value with these fields.
            public init(limit: Int64? = nil) {
                self.limit = limit
            }
        }

        /// The reply to `History`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The runs, the newest first.
            public var runs: [Run]
            /// Why runs that were saved can't be read, as text; nil if they can.
            public var historyOut: String?

            /// A value with these fields.
            public init(runs: [Run], historyOut: String? = nil) {
                self.runs = runs
                self.historyOut = historyOut
            }
        }
    }

    /// Returns the daemon's version, and its problems, if any.
    public enum Health: Method {
        public static let name = "\(interface).Health"
        public typealias Parameters = Nothing

        /// The reply to `Health`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The daemon's version.
            public var version: String
            /// Why an alarm would not be heard now, as text; nil if it would.
            public var soundOut: String?
            /// Why timers aren't saved, so that a restart would lose them, as text; nil if they are saved, or nothing
            /// was refused yet. If the database could not be read at the start, this also says that its timers are
            /// missing until it can be.
            public var storeOut: String?
            /// Which part of the configuration is not in effect, and why, as text; nil if all of it is.
            public var configOut: String?
            /// Anything else that the user should know about the stored timers, as text: that they are missing until
            /// the disk answers, that some may be missing because the database was damaged and has been replaced, or
            /// that another program keeps the database open so that its log grows. Nil if there is nothing.
            public var storeNotice: String?
            /// How long an alarm rings, for the copies of its timers in other kitchens. Nil from an older daemon, like
            /// the next two.
            public var ringMs: Int64?
            /// How long a snooze without a time lasts.
            public var snoozeMs: Int64?
            /// How long before its end a countdown is warned of; 0 for no warning.
            public var warningMs: Int64?

            /// A value with these fields.
            public init(
                version: String, soundOut: String? = nil, storeOut: String? = nil, configOut: String? = nil,
                storeNotice: String? = nil, ringMs: Int64? = nil, snoozeMs: Int64? = nil, warningMs: Int64? = nil
            ) {
                self.version = version
                self.soundOut = soundOut
                self.storeOut = storeOut
                self.configOut = configOut
                self.storeNotice = storeNotice
                self.ringMs = ringMs
                self.snoozeMs = snoozeMs
                self.warningMs = warningMs
            }
        }
    }

    /// Stops reporting a damaged database that was set aside, because the user has seen the report. The file stays in
    /// the state folder.
    public enum DismissDamage: Method {
        public static let name = "\(interface).DismissDamage"
        public typealias Parameters = Nothing
        public typealias Reply = Nothing
    }

    /// Checks everything that an alarm needs in order to be heard. It takes up to a few seconds for each sound device.
    public enum Examine: Method {
        public static let name = "\(interface).Examine"
        public typealias Parameters = Nothing

        /// The reply to `Examine`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The configuration first, then the devices, then the system.
            public var checks: [Check]

            /// A value with these fields.
            public init(checks: [Check]) {
                self.checks = checks
            }
        }
    }

    /// Rings for two seconds like an alarm. While an alarm rings, nothing is played, and the problem says so.
    public enum TryAlarm: Method {
        public static let name = "\(interface).TryAlarm"
        public typealias Parameters = Nothing

        /// The reply to `TryAlarm`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The device that played it, or that an alarm is using; nil if there is none.
            public var device: String?
            /// How many frames the device played.
            public var framesPlayed: Int64
            /// The sound's frames per second.
            public var rate: Int64
            /// Why it was not heard, as text; nil if it was.
            public var problem: String?

            /// A value with these fields.
            public init(device: String? = nil, framesPlayed: Int64, rate: Int64, problem: String? = nil) {
                self.device = device
                self.framesPlayed = framesPlayed
                self.rate = rate
                self.problem = problem
            }
        }
    }

    /// Runs the commands of eggd.conf that announce an alarm, on-warning, on-ring and on-missed, with EGG_TEST in their
    /// environment, and waits for their end, but no longer than nine seconds. Examine then names those that failed.
    public enum TryCommands: Method {
        public static let name = "\(interface).TryCommands"
        public typealias Parameters = Nothing

        /// The reply to `TryCommands`.
        public struct Reply: Codable, Equatable, Sendable {
            /// How many commands there are to test.
            public var count: Int64
            /// Why not all of them have run, as text; nil if they have.
            public var problem: String?

            /// A value with these fields.
            public init(count: Int64, problem: String? = nil) {
                self.count = count
                self.problem = problem
            }
        }
    }

    /// Returns the menu, with its times for the kitchen's egg, or for an egg with these properties. Eggs for which the
    /// water is not hot enough are left out.
    public enum Eggs: Method {
        public static let name = "\(interface).Eggs"

        /// The parameters of `Eggs`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The mass of the egg in grams; nil for the kitchen's, like the next two.
            public var massG: Double?
            /// Its temperature in degrees Celsius.
            public var fromCelsius: Double?
            /// The altitude in metres.
            public var altitudeM: Double?

            /// A value with these fields.
            public init(massG: Double? = nil, fromCelsius: Double? = nil, altitudeM: Double? = nil) {
                self.massG = massG
                self.fromCelsius = fromCelsius
                self.altitudeM = altitudeM
            }
        }

        /// The reply to `Eggs`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The eggs in the order of the menu.
            public var eggs: [Egg]
            /// The egg that the times are for.
            public var rawEgg: RawEgg

            /// A value with these fields.
            public init(eggs: [Egg], rawEgg: RawEgg) {
                self.eggs = eggs
                self.rawEgg = rawEgg
            }
        }
    }

    /// Returns the kitchen's egg, which is used where a call doesn't say otherwise. The defaults are 58 g, 4 degrees
    /// Celsius and 0 m.
    public enum Kitchen: Method {
        public static let name = "\(interface).Kitchen"
        public typealias Parameters = Nothing

        /// The reply to `Kitchen`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The egg that counts.
            public var rawEgg: RawEgg
            /// The egg of eggd.conf, which counts until another is set.
            public var configured: RawEgg
            /// Whether one was set.
            public var isSet: Bool

            /// A value with these fields.
            public init(rawEgg: RawEgg, configured: RawEgg, isSet: Bool) {
                self.rawEgg = rawEgg
                self.configured = configured
                self.isSet = isSet
            }
        }
    }

    /// Sets the kitchen's egg for all clients, and saves it with the timers. A parameter that is nil leaves its
    /// property as it is. Without any, nothing is set.
    public enum SetKitchen: Method {
        public static let name = "\(interface).SetKitchen"
        public typealias Parameters = Eggs.Parameters
        public typealias Reply = Kitchen.Reply
    }

    /// Returns to the egg of eggd.conf.
    public enum ResetKitchen: Method {
        public static let name = "\(interface).ResetKitchen"
        public typealias Parameters = Nothing
        public typealias Reply = Kitchen.Reply
    }

    /// Replaces the copies of another kitchen's timers. A call that is made once more changes nothing. Copies are
    /// saved, count down and ring like other timers; what was answered here and isn't known there yet stays as it is
    /// here. At most 32 timers are copies.
    public enum SetCopies: Method {
        public static let name = "\(interface).SetCopies"

        /// The parameters of `SetCopies`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The id of the kitchen.
            public var kitchen: String
            /// The name of the kitchen.
            public var name: String
            /// Whether it can be reached now; one that could not be reached can be reached again when its timers are
            /// told.
            public var isReachable: Bool
            /// Whether its copies ring here; if not, they are only shown.
            public var rings: Bool
            /// How long an alarm rings there.
            public var ringMs: Int64
            /// How long a snooze without a time lasts there.
            public var snoozeMs: Int64
            /// How long before its end a countdown is warned of there; 0 for no warning.
            public var warningMs: Int64
            /// The timers in the order of their creation; nil leaves them as they are. A copy that is no longer among
            /// them is removed if its run has ended, or if the kitchen could not be reached for ten minutes. Otherwise
            /// the kitchen has lost it, and the copy rings here.
            public var copies: [Copy]?
            /// The runs that have ended there within the last ten minutes.
            public var ended: [EndedRun]

            /// A value with these fields.
            public init(
                kitchen: String, name: String, isReachable: Bool, rings: Bool, ringMs: Int64, snoozeMs: Int64,
                warningMs: Int64, copies: [Copy]? = nil, ended: [EndedRun]
            ) {
                self.kitchen = kitchen
                self.name = name
                self.isReachable = isReachable
                self.rings = rings
                self.ringMs = ringMs
                self.snoozeMs = snoozeMs
                self.warningMs = warningMs
                self.copies = copies
                self.ended = ended
            }
        }

        /// The reply to `SetCopies`.
        public struct Reply: Codable, Equatable, Sendable {
            /// How many of the timers have found no place here, or can't be timers.
            public var leftOut: Int64

            /// A value with these fields.
            public init(leftOut: Int64) {
                self.leftOut = leftOut
            }
        }
    }

    /// Removes the copies of all other kitchens.
    public enum KeepCopies: Method {
        public static let name = "\(interface).KeepCopies"
        public typealias Reply = Nothing

        /// The parameters of `KeepCopies`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The ids of the kitchens whose copies stay.
            public var kitchens: [String]

            /// A value with these fields.
            public init(kitchens: [String]) {
                self.kitchens = kitchens
            }
        }
    }

    /// Says how another kitchen has answered a request. A call for one that isn't waiting changes nothing.
    public enum Answered: Method {
        public static let name = "\(interface).Answered"
        public typealias Reply = Nothing

        /// The parameters of `Answered`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The id of the request.
            public var request: String
            /// Why that kitchen refuses it, as text; nil if it was carried out.
            public var problem: String?

            /// A value with these fields.
            public init(request: String, problem: String? = nil) {
                self.request = request
                self.problem = problem
            }
        }
    }
}
