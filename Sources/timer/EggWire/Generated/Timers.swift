// Generated from io.eggtimer.Timers.varlink by script/interface. Change that, and run it again.
// swift-format-ignore-file
/// Egg timers: start, watch and dismiss them.
public enum Timers {
    /// The interface's name.
    public static let interface = "io.eggtimer.Timers"

    /// The state of a timer.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// Counting down.
        case cooking
        /// Stopped until it is resumed.
        case paused
        /// Done, and the alarm is on.
        case ringing
        /// Done, and the alarm will ring again.
        case snoozed
        /// Done, and not answered in time; it stays until it is dismissed.
        case missed
    }

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
        /// Eggs or Kitchen has another reply, because the kitchen's egg was set or the configuration was reloaded.
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
    public enum Ending: String, Codable, CaseIterable, Sendable {
        /// An alarm that was answered.
        case dismissed
        /// Not answered in time.
        case missed
        /// Removed before the countdown was over.
        case cancelled
        /// Started again.
        case replaced
    }

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
        /// What remains of the countdown; nil unless it is paused.
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
