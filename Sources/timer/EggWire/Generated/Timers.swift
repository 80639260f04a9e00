// Generated from io.eggtimer.Timers.varlink by script/interface. Change that, and run it again.
// swift-format-ignore-file
import EggTimers
import Varlink

/// Egg timers: start, watch and dismiss them.
public enum Timers {
    /// The interface's name.
    public static let interface = "io.eggtimer.Timers"

    /// The state of a timer.
    public typealias State = EggTimers.State

    /// The moment at which eggs are put into the water.
    public struct Cue: Codable, Equatable, Sendable {
        /// The step that is due then, as text, such as "2 soft eggs in".
        public var text: String
        /// How long the eggs cook afterwards.
        public var cookMs: Int64

        /// A value with these fields.
        public init(text: String, cookMs: Int64) {
            self.text = text
            self.cookMs = cookMs
        }
    }

    /// The timer that a copy is of, which is in another kitchen.
    public struct Origin: Codable, Equatable, Sendable {
        /// Identifies the kitchen.
        public var kitchen: String
        /// The kitchen's name.
        public var kitchenName: String
        /// The id of the timer's run there.
        public var run: String
        /// The timer's name there.
        public var name: String
        /// Whether the kitchen can be reached now.
        public var isReachable: Bool
        /// Whether the copy rings here as well; if not, it is only shown.
        public var rings: Bool

        /// A value with these fields.
        public init(kitchen: String, kitchenName: String, run: String, name: String, isReachable: Bool, rings: Bool) {
            self.kitchen = kitchen
            self.kitchenName = kitchenName
            self.run = run
            self.name = name
            self.isReachable = isReachable
            self.rings = rings
        }
    }

    /// One timer at one moment.
    public struct Timer: Codable, Equatable, Sendable {
        /// The timer's name; "egg" unless it was given another one, or "timer" for a duration without an egg. That of a
        /// copy is "kitchen/egg", and can be longer than other names.
        public var name: String
        /// An egg of the menu (soft, medium, hard or one from the configuration), or "custom" for none.
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
        /// A time on the wall clock in its current setting: the time when it rings next while it cooks or is snoozed,
        /// and the end of the countdown while it rings or was missed; nil while it is paused.
        public var endsAtUnixMs: Int64?
        /// True while remainingMs, overdueMs and the values derived from them are based on an estimate of how long the
        /// machine was off, because its clock was not known to be right before or after; nil if they are exact. The
        /// true overdueMs is then usually larger. When the clock is synchronised, and was so before the machine went
        /// off, the times become exact.
        public var isEstimated: Bool?
        /// The estimated temperature at the yolk's boundary, in tenths of a degree. The egg is taken for a sphere in
        /// boiling water, calibrated so that it has its target temperature when its time is over. It is in the water
        /// from the start on, including elapsedMs, and until the alarm is dismissed; while the timer is paused, it is
        /// in air at 20 degrees Celsius. Nil once the timer was missed, and if it is not known what is in the water:
        /// for "custom" and for eggs that always take the same time.
        public var yolkCelsius: Double?
        /// The estimated temperature in the middle of the yolk; nil together with that of the boundary.
        public var centreCelsius: Double?
        /// The name of the group to which Cook has added it; nil if it is not of a group.
        public var group: String?
        /// How many eggs it is for; nil if it is not of a group.
        public var count: Int64?
        /// The cue that its countdown leads to while its eggs are not in the water yet; nil for all others. The timer
        /// is then cooking, paused or missed like any other, but it never rings.
        public var cue: Cue?
        /// The names of the methods that are of use in its state, the most likely first, such as ["Pause", "Extend",
        /// "Cancel"]. A program can offer them as buttons, and pass over names that it does not know.
        public var actions: [String]
        /// Identifies its run on this machine, also in events and in the history. It stays the same after a restart, a
        /// pause, a new name and an undo. A timer that is started again is another run, and so is one that was missed
        /// and is extended.
        public var id: String
        /// The name of its alarm's sound, as given to Start; nil for its egg's, or for the usual one. When several
        /// timers ring, the sound of the one that rang first is played.
        public var sound: String?
        /// Numbers the alarms of its run: the one that rings, or that rings next. Pause, Resume, Extend, Snooze and
        /// Undo lead to another one. Nil from an older daemon.
        public var alarm: Int64?
        /// Nil unless it is a copy of another kitchen's timer. A copy counts down and rings here by itself, also while
        /// that kitchen can't be reached. Dismiss and Snooze act at once, and reach that kitchen as soon as possible;
        /// all other changes are made there, or refused with OtherKitchen. A command without a name means a copy only
        /// if it is Dismiss or Snooze.
        public var origin: Origin?

        /// A value with these fields.
        public init(
            name: String, egg: String, state: State, durationMs: Int64, remainingMs: Int64, overdueMs: Int64,
            progress: Double, endsAtUnixMs: Int64? = nil, isEstimated: Bool? = nil, yolkCelsius: Double? = nil,
            centreCelsius: Double? = nil, group: String? = nil, count: Int64? = nil, cue: Cue? = nil, actions: [String],
            id: String, sound: String? = nil, alarm: Int64? = nil, origin: Origin? = nil
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
            self.alarm = alarm
            self.origin = origin
        }
    }

    /// An egg as it goes into boiling water.
    public struct RawEgg: Codable, Equatable, Sendable {
        /// Its mass in grams, with the shell.
        public var massG: Double
        /// Its temperature in degrees Celsius.
        public var fromCelsius: Double
        /// The altitude in metres, on which the temperature of the water depends.
        public var altitudeM: Double

        /// A value with these fields.
        public init(massG: Double, fromCelsius: Double, altitudeM: Double) {
            self.massG = massG
            self.fromCelsius = fromCelsius
            self.altitudeM = altitudeM
        }
    }

    /// An egg of the menu. If yolkCelsius and centreCelsius are both nil, it always takes the same time.
    public struct Egg: Codable, Equatable, Sendable {
        /// The name to order it by.
        public var name: String
        /// The whole countdown, for the egg that the reply to Eggs names.
        public var durationMs: Int64
        /// The result, in a few words.
        public var description: String
        /// It is done when the boundary of its yolk has this temperature; nil if another rule holds.
        public var yolkCelsius: Double?
        /// It is done when its centre has this temperature; nil if another rule holds.
        public var centreCelsius: Double?
        /// A warning about an egg that is not firm, as text; nil if there is none.
        public var safety: String?

        /// A value with these fields.
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

    /// The kind of an event. A program that doesn't know a kind can take its event for a snapshot, because each event
    /// has all timers.
    public enum EventKind: String, Codable, CaseIterable, Sendable {
        /// All timers, when a watch begins.
        case snapshot
        /// A second of a countdown has passed.
        case tick
        /// An alarm can be heard again, or no longer.
        case sound
        /// Timers are saved again, or no longer.
        case saving
        /// Eggs, Kitchen or Health may have another reply, because the kitchen's egg was set or the configuration was
        /// reloaded.
        case kitchen
        /// Another kitchen is reached again or no longer, or is asked to change a timer (see requests in the reply to
        /// Watch). All following kinds are changes of one timer.
        case copies
        /// Also a timer that was restored from a disk that could not be read before.
        case started
        /// A timer that already existed was started.
        case replaced
        case paused
        /// Also a countdown whose alarm had started too early because the clock was ahead.
        case resumed
        /// Also a deadline that was estimated and is now exact.
        case extended
        case renamed
        /// The countdown is over soon, by the time that is configured.
        case warned
        /// The timer's eggs have to be put into the water now; it counts down to their end, and its cue is nil. Nothing
        /// has to be answered.
        case cued
        case rang
        case snoozed
        case missed
        case dismissed
        case cancelled
        /// A command was undone: a timer that it had started no longer exists, or a timer that it had changed, removed
        /// or replaced is as it was before. If it was a new name, the timer has its old one again.
        case undone
    }

    /// The last change of timers, as long as Undo can reverse it.
    public struct LastChange: Codable, Equatable, Sendable {
        /// The name of the method that made it, such as "Cancel". Cancelling a timer that rings, is snoozed or was
        /// missed counts as Dismiss.
        public var method: String
        /// The name of the timer that it started, changed or removed, for Rename the old one; of several timers that of
        /// their group, or nil if they have none in common.
        public var name: String?
        /// The timer's egg; nil for several timers.
        public var egg: String?
        /// The timer's number of eggs; nil if it is not of a group, and for several timers.
        public var count: Int64?
        /// How many timers it started, changed or removed.
        public var timers: Int64

        /// A value with these fields.
        public init(method: String, name: String? = nil, egg: String? = nil, count: Int64? = nil, timers: Int64) {
            self.method = method
            self.name = name
            self.egg = egg
            self.count = count
            self.timers = timers
        }
    }

    /// One event.
    public struct Event: Codable, Equatable, Sendable {
        /// Its kind.
        public var kind: EventKind
        /// The timer's name, after a change of it the new one; nil for snapshot, tick, sound, saving, kitchen and
        /// copies.
        public var timer: String?
        /// The run of that timer.
        public var id: String?
        /// Increases by one with each event of this daemon; a snapshot has the number of the event before it.
        public var sequence: Int64
        /// The step that is due now, as text, such as "2 soft eggs in"; nil for all kinds but cued.
        public var cue: String?

        /// A value with these fields.
        public init(kind: EventKind, timer: String? = nil, id: String? = nil, sequence: Int64, cue: String? = nil) {
            self.kind = kind
            self.timer = timer
            self.id = id
            self.sequence = sequence
            self.cue = cue
        }
    }

    /// Some eggs of one kind.
    public struct Portion: Codable, Equatable, Sendable {
        /// The egg's name.
        public var egg: String
        /// How many of them: 1 to 99.
        public var count: Int64

        /// A value with these fields.
        public init(egg: String, count: Int64) {
            self.egg = egg
            self.count = count
        }
    }

    /// A change of a timer that another kitchen is asked for.
    public struct Request: Codable, Equatable, Sendable {
        /// Identifies the request; the call in that kitchen can have it as its key.
        public var id: String
        /// The id of the kitchen.
        public var kitchen: String
        /// The id of the timer's run there.
        public var run: String
        /// The alarm that is answered; nil for all methods but Dismiss and Snooze.
        public var alarm: Int64?
        /// The name of the method: Dismiss, Snooze, Pause, Resume, Extend, Rename or Cancel.
        public var method: String
        /// The time for Extend.
        public var byMs: Int64?
        /// The time for Snooze.
        public var forMs: Int64?
        /// The name for Rename.
        public var to: String?

        /// A value with these fields.
        public init(
            id: String, kitchen: String, run: String, alarm: Int64? = nil, method: String, byMs: Int64? = nil,
            forMs: Int64? = nil, to: String? = nil
        ) {
            self.id = id
            self.kitchen = kitchen
            self.run = run
            self.alarm = alarm
            self.method = method
            self.byMs = byMs
            self.forMs = forMs
            self.to = to
        }
    }

    /// How a run ended. Cancelling a timer that rings or is snoozed counts as dismissing it.
    public typealias Ending = EggTimers.Ending

    /// An interval of time.
    public struct Interval: Codable, Equatable, Sendable {
        /// When it began.
        public var atUnixMs: Int64
        /// How long it lasted.
        public var durationMs: Int64

        /// A value with these fields.
        public init(atUnixMs: Int64, durationMs: Int64) {
            self.atUnixMs = atUnixMs
            self.durationMs = durationMs
        }
    }

    /// A run that has ended. It begins when its eggs go into the water; a cue that ends before leaves no run.
    public struct Run: Codable, Equatable, Sendable {
        /// The timer's name.
        public var name: String
        /// An egg of the menu, or "custom".
        public var egg: String
        /// When the egg went in.
        public var startedAtUnixMs: Int64
        /// The whole countdown.
        public var durationMs: Int64
        /// How it ended.
        public var ending: Ending
        /// When it ended.
        public var endedAtUnixMs: Int64
        /// The time from its deadline to its end; 0 if it ended before.
        public var overdueMs: Int64
        /// The intervals for which it was paused; at most 100 are recorded.
        public var pauses: [Interval]
        /// True if startedAtUnixMs and overdueMs are based on an estimate of how long the machine was off; nil if they
        /// are exact. A run that ended before the clock was synchronised is corrected afterwards.
        public var isEstimated: Bool?
        /// The timer's id.
        public var id: String
        /// The name of its alarm's sound; nil for its egg's, or for the usual one.
        public var sound: String?
        /// The number of eggs of a part of a group that was not renamed; nil for all others.
        public var count: Int64?
        /// The name of the kitchen in which its alarm was answered; nil for this one.
        public var from: String?

        /// A value with these fields.
        public init(
            name: String, egg: String, startedAtUnixMs: Int64, durationMs: Int64, ending: Ending, endedAtUnixMs: Int64,
            overdueMs: Int64, pauses: [Interval], isEstimated: Bool? = nil, id: String, sound: String? = nil,
            count: Int64? = nil, from: String? = nil
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
            self.count = count
            self.from = from
        }
    }

    /// The result of a check.
    public enum Verdict: String, Codable, CaseIterable, Sendable {
        /// As it should be.
        case ok
        /// A problem, but an alarm would be heard.
        case warning
        /// No alarm would be heard.
        case failed
    }

    /// The check of one thing that an alarm needs in order to be heard.
    public struct Check: Codable, Equatable, Sendable {
        /// The thing that was checked, in a word or two.
        public var subject: String
        /// Whether it is as it should be.
        public var verdict: Verdict
        /// The result as text.
        public var finding: String
        /// The command that fixes the problem; nil if there is none.
        public var fix: String?

        /// A value with these fields.
        public init(subject: String, verdict: Verdict, finding: String, fix: String? = nil) {
            self.subject = subject
            self.verdict = verdict
            self.finding = finding
            self.fix = fix
        }
    }

    /// A timer of another kitchen, as it was told.
    public struct Copy: Codable, Equatable, Sendable {
        /// The id of its run there.
        public var run: String
        /// The number of its alarm.
        public var alarm: Int64
        /// Its name there.
        public var name: String
        /// Its egg, or "custom".
        public var egg: String
        /// Its state.
        public var state: State
        /// The whole countdown.
        public var durationMs: Int64
        /// The end of the countdown, in the past or the future, as a time on this machine's boot clock
        /// (CLOCK_BOOTTIME); nil while it is paused.
        public var deadlineBootMs: Int64?
        /// When it rings again, likewise; nil unless it is snoozed.
        public var snoozedUntilBootMs: Int64?
        /// The time that is left of the countdown; nil unless it is paused.
        public var remainingMs: Int64?
        /// The name of its group there.
        public var group: String?
        /// How many eggs it is for; nil if it is not of a group.
        public var count: Int64?
        /// Its cue, while its eggs are not in the water yet.
        public var cue: Cue?
        /// The name of its alarm's sound.
        public var sound: String?
        /// True while the age of what was told is not known, so that the times are estimated.
        public var isEstimated: Bool

        /// A value with these fields.
        public init(
            run: String, alarm: Int64, name: String, egg: String, state: State, durationMs: Int64,
            deadlineBootMs: Int64? = nil, snoozedUntilBootMs: Int64? = nil, remainingMs: Int64? = nil,
            group: String? = nil, count: Int64? = nil, cue: Cue? = nil, sound: String? = nil, isEstimated: Bool
        ) {
            self.run = run
            self.alarm = alarm
            self.name = name
            self.egg = egg
            self.state = state
            self.durationMs = durationMs
            self.deadlineBootMs = deadlineBootMs
            self.snoozedUntilBootMs = snoozedUntilBootMs
            self.remainingMs = remainingMs
            self.group = group
            self.count = count
            self.cue = cue
            self.sound = sound
            self.isEstimated = isEstimated
        }
    }

    /// A run that has ended in another kitchen.
    public struct EndedRun: Codable, Equatable, Sendable {
        /// Its id there.
        public var run: String
        /// How it ended.
        public var ending: Ending
        /// The name of the kitchen in which its alarm was answered; nil for its own.
        public var from: String?

        /// A value with these fields.
        public init(run: String, ending: Ending, from: String? = nil) {
            self.run = run
            self.ending = ending
            self.from = from
        }
    }
}

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

    /// Removes a timer that rings, is snoozed or was missed; without a name, all such timers, also copies that are
    /// heard here. Finding none is not an error.
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
            /// The name of the timer or of its group; nil for all that ring here, also copies.
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
            /// The change that Undo would reverse; nil if there is nothing.
            public var lastChange: LastChange?
            /// The changes that other kitchens are asked for, in this order, until Answered says how each has ended. An
            /// answer to an alarm is asked for ten minutes, everything else for ten seconds. Nil if there is nothing.
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
            /// the disk answers, or that some may be missing because the database was damaged and has been replaced.
            /// Nil if there is nothing.
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

/// The errors of `io.eggtimer.Timers`, with their parameters.
public enum TimersError: Error, Codable, Equatable, Sendable {
    /// No timer has that name. After a call without a name, the name is "egg": no timer has that name, and it is not
    /// clear which other timer or group is meant.
    case noSuchTimer(name: String)
    /// The run with this id is over, or was started again; a run of the history has the same id.
    case noSuchRun(id: String)
    /// The word that a person has typed fits several timers or groups equally well, those with these names.
    case ambiguousTimer(typed: String, names: [String])
    /// The menu has no such egg; it has the known ones.
    case noSuchEgg(egg: String, known: [String])
    /// The daemon has no sound with this name, or can't play its file, for the reason in problem, as text; nil if there
    /// is no file.
    case noSuchSound(sound: String, known: [String], problem: String?)
    /// The time of this egg, or of "custom", doesn't depend on massG, fromCelsius and altitudeM.
    case fixedTime(egg: String)
    /// No time can be computed, because the value of the parameter (massG, fromCelsius or altitudeM) is not between
    /// minimum and maximum.
    case impossibleEgg(parameter: String, value: Double, minimum: Double, maximum: Double)
    /// The water, which boils at waterCelsius at this altitude, does not become hot enough for the egg, which needs
    /// targetCelsius.
    case waterTooCool(egg: String, targetCelsius: Double, waterCelsius: Double)
    /// The time is not between minimumMs and maximumMs, the range that is allowed in the timer's current state.
    case invalidDuration(ms: Int64, minimumMs: Int64, maximumMs: Int64)
    /// A name is 1 to 64 bytes of UTF-8 that can be seen; joiners (U+200C, U+200D) can be between two visible
    /// characters. Spaces at either end, soft hyphens and direction marks are removed, and each other space becomes
    /// U+0020.
    case invalidName(name: String)
    /// The method is not possible in the timer's state.
    case wrongState(name: String, state: Timers.State)
    /// Another timer or a group has that name.
    case nameTaken(name: String)
    /// There are already as many timers as are allowed.
    case tooManyTimers(limit: Int64)
    /// The timer is of another kitchen, with this name, which can't be reached or refuses the change, for this reason,
    /// as text.
    case otherKitchen(kitchen: String, problem: String)
    /// No timer was changed within the last minute, or that was already undone.
    case nothingToUndo
    /// All connections are in use by watching clients. The error is sent instead of the first reply, and the connection
    /// is closed.
    case tooManyConnections(limit: Int64)

    private enum CodingKeys: String, CodingKey {
        case noSuchTimer = "NoSuchTimer"
        case noSuchRun = "NoSuchRun"
        case ambiguousTimer = "AmbiguousTimer"
        case noSuchEgg = "NoSuchEgg"
        case noSuchSound = "NoSuchSound"
        case fixedTime = "FixedTime"
        case impossibleEgg = "ImpossibleEgg"
        case waterTooCool = "WaterTooCool"
        case invalidDuration = "InvalidDuration"
        case invalidName = "InvalidName"
        case wrongState = "WrongState"
        case nameTaken = "NameTaken"
        case tooManyTimers = "TooManyTimers"
        case otherKitchen = "OtherKitchen"
        case nothingToUndo = "NothingToUndo"
        case tooManyConnections = "TooManyConnections"
    }
}

extension Timers {
    /// The interface for `GetInterfaceDescription`.
    public static let description = InterfaceDescription(name: interface, description: text)

    private static let text = #"""
        # Egg timers: start, watch and dismiss them.
        #
        # Times are in milliseconds; remaining times are rounded up, elapsed times
        # are rounded down. Names and meanings do not change; methods, fields of
        # replies and optional parameters may be added.
        #
        # Each method is a query, which changes nothing, a change, or a stream of
        # replies. Access is the least that a client of the MQTT broker needs for it:
        # read, answer or full. Methods without it are for the user's own programs.
        #
        # A call that changes timers can have a key: a text of 1 to 64 bytes that its
        # client has made for this call alone, such as a random one. For ten minutes,
        # also after a restart of the daemon, another call of the method with this key
        # changes nothing and gets the same answer again, also if that was an error.
        # Only of a flood of such calls are the oldest answers, beyond 1 MiB in all,
        # forgotten before.
        interface io.eggtimer.Timers

        # The state of a timer.
        type State (
          # Counting down.
          cooking,
          # Stopped until it is resumed.
          paused,
          # Done, and the alarm is on.
          ringing,
          # Done, and the alarm will ring again.
          snoozed,
          # Done, and not answered in time; it stays until it is dismissed.
          missed
        )

        # The moment at which eggs are put into the water.
        type Cue (
          # The step that is due then, as text, such as "2 soft eggs in".
          text: string,
          # How long the eggs cook afterwards.
          cookMs: int
        )

        # The timer that a copy is of, which is in another kitchen.
        type Origin (
          # Identifies the kitchen.
          kitchen: string,
          # The kitchen's name.
          kitchenName: string,
          # The id of the timer's run there.
          run: string,
          # The timer's name there.
          name: string,
          # Whether the kitchen can be reached now.
          isReachable: bool,
          # Whether the copy rings here as well; if not, it is only shown.
          rings: bool
        )

        # One timer at one moment.
        type Timer (
          # The timer's name; "egg" unless it was given another one, or "timer" for a
          # duration without an egg. That of a copy is "kitchen/egg", and can be longer
          # than other names.
          name: string,
          # An egg of the menu (soft, medium, hard or one from the configuration), or
          # "custom" for none.
          egg: string,
          # Its state.
          state: State,
          # The whole countdown.
          durationMs: int,
          # The time until it rings next; 0 once it is due.
          remainingMs: int,
          # The time since the original deadline; 0 before it.
          overdueMs: int,
          # The completed part of the countdown, from 0.0 to 1.0.
          progress: float,
          # A time on the wall clock in its current setting: the time when it rings
          # next while it cooks or is snoozed, and the end of the countdown while it
          # rings or was missed; null while it is paused.
          endsAtUnixMs: ?int,
          # True while remainingMs, overdueMs and the values derived from them are
          # based on an estimate of how long the machine was off, because its clock
          # was not known to be right before or after; null if they are exact. The
          # true overdueMs is then usually larger. When the clock is synchronised,
          # and was so before the machine went off, the times become exact.
          isEstimated: ?bool,
          # The estimated temperature at the yolk's boundary, in tenths of a degree.
          # The egg is taken for a sphere in boiling water, calibrated so that it has
          # its target temperature when its time is over. It is in the water from the
          # start on, including elapsedMs, and until the alarm is dismissed; while
          # the timer is paused, it is in air at 20 degrees Celsius. Null once the
          # timer was missed, and if it is not known what is in the water: for
          # "custom" and for eggs that always take the same time.
          yolkCelsius: ?float,
          # The estimated temperature in the middle of the yolk; null together with
          # that of the boundary.
          centreCelsius: ?float,
          # The name of the group to which Cook has added it; null if it is not of a
          # group.
          group: ?string,
          # How many eggs it is for; null if it is not of a group.
          count: ?int,
          # The cue that its countdown leads to while its eggs are not in the water
          # yet; null for all others. The timer is then cooking, paused or missed
          # like any other, but it never rings.
          cue: ?Cue,
          # The names of the methods that are of use in its state, the most likely
          # first, such as ["Pause", "Extend", "Cancel"]. A program can offer them as
          # buttons, and pass over names that it does not know.
          actions: []string,
          # Identifies its run on this machine, also in events and in the history. It
          # stays the same after a restart, a pause, a new name and an undo. A timer
          # that is started again is another run, and so is one that was missed and
          # is extended.
          id: string,
          # The name of its alarm's sound, as given to Start; null for its egg's, or
          # for the usual one. When several timers ring, the sound of the one that
          # rang first is played.
          sound: ?string,
          # Numbers the alarms of its run: the one that rings, or that rings next.
          # Pause, Resume, Extend, Snooze and Undo lead to another one. Null from an
          # older daemon.
          alarm: ?int,
          # Null unless it is a copy of another kitchen's timer. A copy counts down and
          # rings here by itself, also while that kitchen can't be reached. Dismiss and
          # Snooze act at once, and reach that kitchen as soon as possible; all other
          # changes are made there, or refused with OtherKitchen. A command without a
          # name means a copy only if it is Dismiss or Snooze.
          origin: ?Origin
        )

        # An egg as it goes into boiling water.
        type RawEgg (
          # Its mass in grams, with the shell.
          massG: float,
          # Its temperature in degrees Celsius.
          fromCelsius: float,
          # The altitude in metres, on which the temperature of the water depends.
          altitudeM: float
        )

        # An egg of the menu. If yolkCelsius and centreCelsius are both null, it
        # always takes the same time.
        type Egg (
          # The name to order it by.
          name: string,
          # The whole countdown, for the egg that the reply to Eggs names.
          durationMs: int,
          # The result, in a few words.
          description: string,
          # It is done when the boundary of its yolk has this temperature; null if
          # another rule holds.
          yolkCelsius: ?float,
          # It is done when its centre has this temperature; null if another rule
          # holds.
          centreCelsius: ?float,
          # A warning about an egg that is not firm, as text; null if there is none.
          safety: ?string
        )

        # The kind of an event. A program that doesn't know a kind can take its event
        # for a snapshot, because each event has all timers.
        type EventKind (
          # All timers, when a watch begins.
          snapshot,
          # A second of a countdown has passed.
          tick,
          # An alarm can be heard again, or no longer.
          sound,
          # Timers are saved again, or no longer.
          saving,
          # Eggs, Kitchen or Health may have another reply, because the kitchen's egg
          # was set or the configuration was reloaded.
          kitchen,
          # Another kitchen is reached again or no longer, or is asked to change a
          # timer (see requests in the reply to Watch). All following kinds are changes
          # of one timer.
          copies,
          # Also a timer that was restored from a disk that could not be read before.
          started,
          # A timer that already existed was started.
          replaced,
          paused,
          # Also a countdown whose alarm had started too early because the clock was
          # ahead.
          resumed,
          # Also a deadline that was estimated and is now exact.
          extended,
          renamed,
          # The countdown is over soon, by the time that is configured.
          warned,
          # The timer's eggs have to be put into the water now; it counts down to
          # their end, and its cue is null. Nothing has to be answered.
          cued,
          rang,
          snoozed,
          missed,
          dismissed,
          cancelled,
          # A command was undone: a timer that it had started no longer exists, or a
          # timer that it had changed, removed or replaced is as it was before. If it
          # was a new name, the timer has its old one again.
          undone
        )

        # The last change of timers, as long as Undo can reverse it.
        type LastChange (
          # The name of the method that made it, such as "Cancel". Cancelling a timer
          # that rings, is snoozed or was missed counts as Dismiss.
          method: string,
          # The name of the timer that it started, changed or removed, for Rename the
          # old one; of several timers that of their group, or null if they have none
          # in common.
          name: ?string,
          # The timer's egg; null for several timers.
          egg: ?string,
          # The timer's number of eggs; null if it is not of a group, and for several
          # timers.
          count: ?int,
          # How many timers it started, changed or removed.
          timers: int
        )

        # One event.
        type Event (
          # Its kind.
          kind: EventKind,
          # The timer's name, after a change of it the new one; null for snapshot,
          # tick, sound, saving, kitchen and copies.
          timer: ?string,
          # The run of that timer.
          id: ?string,
          # Increases by one with each event of this daemon; a snapshot has the
          # number of the event before it.
          sequence: int,
          # The step that is due now, as text, such as "2 soft eggs in"; null for all
          # kinds but cued.
          cue: ?string
        )

        # Starts a countdown of an egg, or of a duration, or of both: the egg's name
        # with another duration, which is an egg as well. Giving neither is an
        # InvalidParameter. An existing timer with that name is reset, whatever its
        # state.
        # Kind: change. Access: full.
        method Start(
          # The egg's name.
          egg: ?string,
          # The whole countdown.
          durationMs: ?int,
          # The timer's name; null for "egg", or for "timer" without an egg, so that
          # each resets only its like.
          name: ?string,
          # How much of the countdown has already passed; less than all of it.
          elapsedMs: ?int,
          # The mass of the egg in grams, for which the time is computed; null for
          # that of the kitchen's egg, like the next two.
          massG: ?float,
          # The temperature of the egg in degrees Celsius.
          fromCelsius: ?float,
          # The altitude in metres.
          altitudeM: ?float,
          # The name of the alarm's sound, one of those that the daemon has; null for
          # the egg's, or for the usual one.
          sound: ?string,
          # The call's key.
          key: ?string
        ) -> (
          # The countdown that has started.
          timer: Timer,
          # The timer that was reset, in its last state.
          replaced: ?Timer,
          # The egg that the time was computed for; null for a duration and for an
          # egg with a fixed time.
          rawEgg: ?RawEgg
        )

        # Some eggs of one kind.
        type Portion (
          # The egg's name.
          egg: string,
          # How many of them: 1 to 99.
          count: int
        )

        # Starts eggs that are done at the same moment: a group of timers, one for
        # each portion. The eggs that take longest cook at once; the other timers
        # begin as cues. A timer of the group is called "2 soft eggs", or in a group
        # that isn't called "pot", "left: 2 soft eggs". A group that already has the
        # name is reset as a whole.
        #
        # Pause, Resume, Extend, Dismiss and Snooze change all timers of a group,
        # given the name of the group or of one timer. Extend moves the common
        # moment: eggs that are not in the water yet go in later. Cancel removes all
        # timers by the name of the group, but only one by the timer's own. Start
        # with the name of a timer takes this one out of its group.
        #
        # When a cue is found up to 15 seconds late, its eggs are done with the
        # others; when it is found later, they cook for their full time from then on.
        # Kind: change. Access: full.
        method Cook(
          # The eggs, 1 to 8 portions, each of another egg.
          eggs: []Portion,
          # The group's name; null for "pot".
          name: ?string,
          # The mass of the eggs in grams, as in Start, like the next two. They do
          # not matter to an egg with a fixed time.
          massG: ?float,
          # The temperature of the eggs in degrees Celsius.
          fromCelsius: ?float,
          # The altitude in metres.
          altitudeM: ?float,
          # The call's key.
          key: ?string
        ) -> (
          # A timer for each portion, in the order given.
          timers: []Timer,
          # The timers of the group that was reset, in their last state.
          replaced: []Timer,
          # The egg that the times were computed for; null if none was computed.
          rawEgg: ?RawEgg
        )

        # Removes a timer in any state, or all timers of a group.
        # Kind: change. Access: full.
        method Cancel(
          # The name of the timer or of its group; null for "egg", else "timer", else
          # the only timer or the only group there is, else the error is NoSuchTimer
          # with the name "egg".
          name: ?string,
          # In place of the name, a word for the timer or group that a person has
          # typed: its name, else the only one that is equal without regard to case, or
          # whose egg has this name. If none fits, this is the name; if several do, the
          # error is AmbiguousTimer.
          typed: ?string,
          # The id of the timer's run, which decides alone: a timer that was started
          # again meanwhile is not meant. If there is no such run any more, the error
          # is NoSuchRun.
          id: ?string,
          # The call's key.
          key: ?string
        ) -> (
          # The timer as it is now, or in its last state; of a group, the first.
          timer: Timer,
          # All timers of the group that were changed, in the order of their
          # creation; null if the timer is not of a group.
          timers: ?[]Timer
        )

        # Pauses a cooking timer, which is meant as in Cancel.
        # Kind: change. Access: answer.
        method Pause(name: ?string, typed: ?string, id: ?string, key: ?string) -> (
          timer: Timer,
          timers: ?[]Timer
        )

        # Resumes a paused timer, which is meant as in Cancel.
        # Kind: change. Access: answer.
        method Resume(name: ?string, typed: ?string, id: ?string, key: ?string) -> (
          timer: Timer,
          timers: ?[]Timer
        )

        # Lengthens a cooking or paused countdown, or shortens it by a negative time;
        # at least a second must remain. A timer that rings, is snoozed or was missed
        # cooks again and ends byMs from now, which must be at least a second; its
        # durationMs increases by that and by the time since the deadline, up to 99
        # hours.
        # Kind: change. Access: answer.
        method Extend(
          # The name of the timer or of its group, as in Cancel.
          name: ?string,
          # A word for the timer or group that a person has typed, as in Cancel.
          typed: ?string,
          # The id of the timer's run, as in Cancel.
          id: ?string,
          # The time to add; negative to shorten.
          byMs: int,
          # The call's key.
          key: ?string
        ) -> (timer: Timer, timers: ?[]Timer)

        # Gives a timer in any state another name. A group cannot be renamed. Nothing
        # else changes: an alarm that is on stays on, and the timer keeps its place
        # in the order of creation.
        # Kind: change. Access: full.
        method Rename(
          # The timer's name, as in Cancel, but null never means a group.
          name: ?string,
          # A word for the timer that a person has typed, as in Cancel.
          typed: ?string,
          # The id of the timer's run, as in Cancel.
          id: ?string,
          # The new name, which no other timer or group may have. If it is the
          # timer's own, nothing changes, and there is no event.
          to: string,
          # The call's key.
          key: ?string
        ) -> (
          # The timer as it is now.
          timer: Timer
        )

        # Removes a timer that rings, is snoozed or was missed; without a name, all
        # such timers, also copies that are heard here. Finding none is not an error.
        # Kind: change. Access: answer.
        method Dismiss(
          # The name of the timer or of its group; null for all of them.
          name: ?string,
          # A word for the timer or group that a person has typed, as in Cancel.
          typed: ?string,
          # The id of the timer's run, as in Cancel.
          id: ?string,
          # The alarm that is answered: only this timer of a group is meant, and it is
          # not meant if its alarm is another one now.
          alarm: ?int,
          # The name of the kitchen in which it was answered, for the history; null for
          # this one.
          from: ?string,
          # The call's key.
          key: ?string
        ) -> (
          # The timers, in the order of their creation; removed ones in their last
          # state.
          timers: []Timer
        )

        # Stops the alarm of a ringing timer for a while. A timer that is already
        # snoozed is snoozed again if it is named.
        # Kind: change. Access: answer.
        method Snooze(
          # The name of the timer or of its group; null for all that ring here, also
          # copies.
          name: ?string,
          # A word for the timer or group that a person has typed, as in Cancel.
          typed: ?string,
          # The id of the timer's run, as in Cancel.
          id: ?string,
          # The time until it rings again; null for the one that is configured, for a
          # copy in its kitchen.
          forMs: ?int,
          # The alarm that is answered, as in Dismiss.
          alarm: ?int,
          # The call's key.
          key: ?string
        ) -> (timers: []Timer)

        # Reverses the last change of timers by any client (Start, Cook, Cancel,
        # Pause, Resume, Extend, Rename, Dismiss or Snooze), if it is at most a minute
        # old and nothing has been undone since. The same change of another timer less
        # than three seconds after it is reversed with it, because clients change
        # several timers by several calls.
        # Kind: change. Access: full.
        method Undo(
          # The call's key.
          key: ?string
        ) -> (
          # The timers that it had changed, removed or replaced, as they were before.
          # They have their deadlines and pauses, are no longer in the history, and
          # ring if they came due meanwhile. An alarm that was dismissed, snoozed or
          # extended rings again for its full time. A new name is taken back without
          # another change of its timer.
          timers: []Timer,
          # The timers that it had started, in their last state; they are not in the
          # history.
          removed: []Timer,
          # The change that was reversed.
          undone: LastChange
        )

        # Returns all timers.
        # Kind: query. Access: read.
        method List() -> (timers: []Timer)

        # A change of a timer that another kitchen is asked for.
        type Request (
          # Identifies the request; the call in that kitchen can have it as its key.
          id: string,
          # The id of the kitchen.
          kitchen: string,
          # The id of the timer's run there.
          run: string,
          # The alarm that is answered; null for all methods but Dismiss and Snooze.
          alarm: ?int,
          # The name of the method: Dismiss, Snooze, Pause, Resume, Extend, Rename or
          # Cancel.
          method: string,
          # The time for Extend.
          byMs: ?int,
          # The time for Snooze.
          forMs: ?int,
          # The name for Rename.
          to: ?string
        )

        # With more: sends a snapshot at once, then every event as it happens and,
        # while anything cooks or is snoozed, a tick each second, in step with the
        # earliest deadline. While no client wants ticks, the daemon sends none, and
        # sleeps until the next deadline.
        #
        # A client that reads slowly gets every event but only the newest tick, so
        # that sequence skips numbers. Its connection is closed when more than 256
        # KiB have been waiting for it for two seconds.
        # Kind: stream. Access: read.
        method Watch(
          # False leaves out the ticks; null is true.
          ticks: ?bool
        ) -> (
          # The event.
          event: Event,
          # All timers as they are after it, in the order of their creation.
          timers: []Timer,
          # Why an alarm would not be heard now, as text; null if it would.
          soundOut: ?string,
          # Why timers aren't saved, as text; null if they are saved.
          storeOut: ?string,
          # For how long Undo can still reverse the last change; null if there is
          # nothing to reverse.
          undoMs: ?int,
          # The change that Undo would reverse; null if there is nothing.
          lastChange: ?LastChange,
          # The changes that other kitchens are asked for, in this order, until Answered
          # says how each has ended. An answer to an alarm is asked for ten minutes, everything
          # else for ten seconds. Null if there is nothing.
          requests: ?[]Request
        )

        # How a run ended. Cancelling a timer that rings or is snoozed counts as
        # dismissing it.
        type Ending (
          # An alarm that was answered.
          dismissed,
          # Not answered in time.
          missed,
          # Removed before the countdown was over.
          cancelled,
          # Started again.
          replaced
        )

        # An interval of time.
        type Interval (
          # When it began.
          atUnixMs: int,
          # How long it lasted.
          durationMs: int
        )

        # A run that has ended. It begins when its eggs go into the water; a cue that
        # ends before leaves no run.
        type Run (
          # The timer's name.
          name: string,
          # An egg of the menu, or "custom".
          egg: string,
          # When the egg went in.
          startedAtUnixMs: int,
          # The whole countdown.
          durationMs: int,
          # How it ended.
          ending: Ending,
          # When it ended.
          endedAtUnixMs: int,
          # The time from its deadline to its end; 0 if it ended before.
          overdueMs: int,
          # The intervals for which it was paused; at most 100 are recorded.
          pauses: []Interval,
          # True if startedAtUnixMs and overdueMs are based on an estimate of how
          # long the machine was off; null if they are exact. A run that ended before
          # the clock was synchronised is corrected afterwards.
          isEstimated: ?bool,
          # The timer's id.
          id: string,
          # The name of its alarm's sound; null for its egg's, or for the usual one.
          sound: ?string,
          # The number of eggs of a part of a group that was not renamed; null for all
          # others.
          count: ?int,
          # The name of the kitchen in which its alarm was answered; null for this one.
          from: ?string
        )

        # Returns the runs that have ended.
        # Kind: query. Access: read.
        method History(
          # The most runs to return, the newest ones, up to 10,000; null for 20.
          limit: ?int
        ) -> (
          # The runs, the newest first.
          runs: []Run,
          # Why runs that were saved can't be read, as text; null if they can.
          historyOut: ?string
        )

        # Returns the daemon's version, and its problems, if any.
        # Kind: query. Access: read.
        method Health() -> (
          # The daemon's version.
          version: string,
          # Why an alarm would not be heard now, as text; null if it would.
          soundOut: ?string,
          # Why timers aren't saved, so that a restart would lose them, as text; null
          # if they are saved, or nothing was refused yet. If the database could not be
          # read at the start, this also says that its timers are missing until it can
          # be.
          storeOut: ?string,
          # Which part of the configuration is not in effect, and why, as text; null
          # if all of it is.
          configOut: ?string,
          # Anything else that the user should know about the stored timers, as text:
          # that they are missing until the disk answers, or that some may be missing
          # because the database was damaged and has been replaced. Null if there is
          # nothing.
          storeNotice: ?string,
          # How long an alarm rings, for the copies of its timers in other kitchens.
          # Null from an older daemon, like the next two.
          ringMs: ?int,
          # How long a snooze without a time lasts.
          snoozeMs: ?int,
          # How long before its end a countdown is warned of; 0 for no warning.
          warningMs: ?int
        )

        # Stops reporting a damaged database that was set aside, because the user has
        # seen the report. The file stays in the state folder.
        # Kind: change.
        method DismissDamage() -> ()

        # The result of a check.
        type Verdict (
          # As it should be.
          ok,
          # A problem, but an alarm would be heard.
          warning,
          # No alarm would be heard.
          failed
        )

        # The check of one thing that an alarm needs in order to be heard.
        type Check (
          # The thing that was checked, in a word or two.
          subject: string,
          # Whether it is as it should be.
          verdict: Verdict,
          # The result as text.
          finding: string,
          # The command that fixes the problem; null if there is none.
          fix: ?string
        )

        # Checks everything that an alarm needs in order to be heard. It takes up to
        # a few seconds for each sound device.
        # Kind: query. Access: read.
        method Examine() -> (
          # The configuration first, then the devices, then the system.
          checks: []Check
        )

        # Rings for two seconds like an alarm. While an alarm rings, nothing is
        # played, and the problem says so.
        # Kind: query.
        method TryAlarm() -> (
          # The device that played it, or that an alarm is using; null if there is
          # none.
          device: ?string,
          # How many frames the device played.
          framesPlayed: int,
          # The sound's frames per second.
          rate: int,
          # Why it was not heard, as text; null if it was.
          problem: ?string
        )

        # Runs the commands of eggd.conf that announce an alarm, on-warning, on-ring
        # and on-missed, with EGG_TEST in their environment, and waits for their end,
        # but no longer than nine seconds. Examine then names those that failed.
        # Kind: query.
        method TryCommands() -> (
          # How many commands there are to test.
          count: int,
          # Why not all of them have run, as text; null if they have.
          problem: ?string
        )

        # Returns the menu, with its times for the kitchen's egg, or for an egg with
        # these properties. Eggs for which the water is not hot enough are left out.
        # Kind: query. Access: read.
        method Eggs(
          # The mass of the egg in grams; null for the kitchen's, like the next two.
          massG: ?float,
          # Its temperature in degrees Celsius.
          fromCelsius: ?float,
          # The altitude in metres.
          altitudeM: ?float
        ) -> (
          # The eggs in the order of the menu.
          eggs: []Egg,
          # The egg that the times are for.
          rawEgg: RawEgg
        )

        # Returns the kitchen's egg, which is used where a call doesn't say
        # otherwise. The defaults are 58 g, 4 degrees Celsius and 0 m.
        # Kind: query. Access: read.
        method Kitchen() -> (
          # The egg that counts.
          rawEgg: RawEgg,
          # The egg of eggd.conf, which counts until another is set.
          configured: RawEgg,
          # Whether one was set.
          isSet: bool
        )

        # Sets the kitchen's egg for all clients, and saves it with the timers. A
        # parameter that is null leaves its property as it is. Without any, nothing
        # is set.
        # Kind: change.
        method SetKitchen(
          massG: ?float,
          fromCelsius: ?float,
          altitudeM: ?float
        ) -> (rawEgg: RawEgg, configured: RawEgg, isSet: bool)

        # Returns to the egg of eggd.conf.
        # Kind: change.
        method ResetKitchen() -> (
          rawEgg: RawEgg,
          configured: RawEgg,
          isSet: bool
        )

        # A timer of another kitchen, as it was told.
        type Copy (
          # The id of its run there.
          run: string,
          # The number of its alarm.
          alarm: int,
          # Its name there.
          name: string,
          # Its egg, or "custom".
          egg: string,
          # Its state.
          state: State,
          # The whole countdown.
          durationMs: int,
          # The end of the countdown, in the past or the future, as a time on this
          # machine's boot clock (CLOCK_BOOTTIME); null while it is paused.
          deadlineBootMs: ?int,
          # When it rings again, likewise; null unless it is snoozed.
          snoozedUntilBootMs: ?int,
          # The time that is left of the countdown; null unless it is paused.
          remainingMs: ?int,
          # The name of its group there.
          group: ?string,
          # How many eggs it is for; null if it is not of a group.
          count: ?int,
          # Its cue, while its eggs are not in the water yet.
          cue: ?Cue,
          # The name of its alarm's sound.
          sound: ?string,
          # True while the age of what was told is not known, so that the times are
          # estimated.
          isEstimated: bool
        )

        # A run that has ended in another kitchen.
        type EndedRun (
          # Its id there.
          run: string,
          # How it ended.
          ending: Ending,
          # The name of the kitchen in which its alarm was answered; null for its own.
          from: ?string
        )

        # Replaces the copies of another kitchen's timers. A call that is made once more
        # changes nothing. Copies are saved, count down and ring like other timers; what
        # was answered here and isn't known there yet stays as it is here. At most 32
        # timers are copies.
        # Kind: change.
        method SetCopies(
          # The id of the kitchen.
          kitchen: string,
          # The name of the kitchen.
          name: string,
          # Whether it can be reached now; one that could not be reached can be reached
          # again when its timers are told.
          isReachable: bool,
          # Whether its copies ring here; if not, they are only shown.
          rings: bool,
          # How long an alarm rings there.
          ringMs: int,
          # How long a snooze without a time lasts there.
          snoozeMs: int,
          # How long before its end a countdown is warned of there; 0 for no warning.
          warningMs: int,
          # The timers in the order of their creation; null leaves them as they are. A
          # copy that is no longer among them is removed if its run has ended, or if the
          # kitchen could not be reached for ten minutes. Otherwise the kitchen has lost
          # it, and the copy rings here.
          copies: ?[]Copy,
          # The runs that have ended there within the last ten minutes.
          ended: []EndedRun
        ) -> (
          # How many of the timers have found no place here, or can't be timers.
          leftOut: int
        )

        # Removes the copies of all other kitchens.
        # Kind: change.
        method KeepCopies(
          # The ids of the kitchens whose copies stay.
          kitchens: []string
        ) -> ()

        # Says how another kitchen has answered a request. A call for one that isn't
        # waiting changes nothing.
        # Kind: change.
        method Answered(
          # The id of the request.
          request: string,
          # Why that kitchen refuses it, as text; null if it was carried out.
          problem: ?string
        ) -> ()

        # No timer has that name. After a call without a name, the name is "egg": no
        # timer has that name, and it is not clear which other timer or group is
        # meant.
        error NoSuchTimer (name: string)

        # The run with this id is over, or was started again; a run of the history has
        # the same id.
        error NoSuchRun (id: string)

        # The word that a person has typed fits several timers or groups equally well,
        # those with these names.
        error AmbiguousTimer (typed: string, names: []string)

        # The menu has no such egg; it has the known ones.
        error NoSuchEgg (egg: string, known: []string)

        # The daemon has no sound with this name, or can't play its file, for the
        # reason in problem, as text; null if there is no file.
        error NoSuchSound (sound: string, known: []string, problem: ?string)

        # The time of this egg, or of "custom", doesn't depend on massG, fromCelsius
        # and altitudeM.
        error FixedTime (egg: string)

        # No time can be computed, because the value of the parameter (massG,
        # fromCelsius or altitudeM) is not between minimum and maximum.
        error ImpossibleEgg (
          parameter: string,
          value: float,
          minimum: float,
          maximum: float
        )

        # The water, which boils at waterCelsius at this altitude, does not become
        # hot enough for the egg, which needs targetCelsius.
        error WaterTooCool (
          egg: string,
          targetCelsius: float,
          waterCelsius: float
        )

        # The time is not between minimumMs and maximumMs, the range that is allowed
        # in the timer's current state.
        error InvalidDuration (ms: int, minimumMs: int, maximumMs: int)

        # A name is 1 to 64 bytes of UTF-8 that can be seen; joiners (U+200C, U+200D)
        # can be between two visible characters. Spaces at either end, soft hyphens
        # and direction marks are removed, and each other space becomes U+0020.
        error InvalidName (name: string)

        # The method is not possible in the timer's state.
        error WrongState (name: string, state: State)

        # Another timer or a group has that name.
        error NameTaken (name: string)

        # There are already as many timers as are allowed.
        error TooManyTimers (limit: int)

        # The timer is of another kitchen, with this name, which can't be reached or
        # refuses the change, for this reason, as text.
        error OtherKitchen (kitchen: string, problem: string)

        # No timer was changed within the last minute, or that was already undone.
        error NothingToUndo ()

        # All connections are in use by watching clients. The error is sent instead
        # of the first reply, and the connection is closed.
        error TooManyConnections (limit: int)

        """#
}
