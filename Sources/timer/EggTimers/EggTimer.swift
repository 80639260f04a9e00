import Instants

/// One timer on the board: its egg, its countdown and its state.
package struct EggTimer: Equatable, Sendable {
    /// Identifies a timer and orders timers by creation; a reset timer keeps its ID.
    package struct ID: Hashable, Comparable, Sendable {
        /// Counts up from 1.
        package let number: Int64

        package init(_ number: Int64) {
            self.number = number
        }

        package static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    /// A timer's state, with the instants that it needs.
    ///
    /// In every state, starting the timer again makes it cooking, and cancelling removes it; dismissing removes one that
    /// rings, is snoozed or was missed. If an estimated deadline turns out to be in the future, a timer that rings or was
    /// missed is cooking again.
    package enum Phase: Equatable, Sendable {
        /// Counts down to its deadline; then it becomes ringing, or missed if the deadline is too long past. A cue
        /// becomes cooking, for the time of its eggs. It can be paused.
        case cooking(deadline: Instant)
        /// Stopped with this much time remaining; resuming it makes it cooking.
        case paused(remaining: Duration)
        /// Has rung since its deadline; becomes missed at `silentAt`, and can be snoozed, or extended to be cooking.
        case ringing(deadline: Instant, silentAt: Instant)
        /// Becomes ringing at `until`, or missed if that is too long past, and can be extended to be cooking; the deadline
        /// is the original one.
        case snoozed(deadline: Instant, until: Instant)
        /// Nobody answered in time; stays until it is dismissed, and can be extended to be cooking.
        ///
        /// While its run isn't in the history yet, `pendingSince` is when it was missed: an estimated deadline may turn
        /// out to be in the future.
        case missed(deadline: Instant, pendingSince: Instant? = nil)
    }

    /// The timer's ID and its place in the order of creation.
    package internal(set) var id: ID
    /// The name that users call it by; renaming the timer changes it.
    package internal(set) var name: TimerName
    /// The egg's name, or `custom` for a bare duration.
    package let egg: String
    /// The egg as it went into the water; nil if it isn't known, as for a bare duration.
    package let rawEgg: RawEgg?
    /// The name of its alarm's sound; nil for its egg's, or for the usual one.
    package let sound: String?
    /// The full countdown; extending the timer changes it.
    package internal(set) var duration: Duration
    package internal(set) var phase: Phase
    /// When the egg went in.
    package internal(set) var startedAt: Instant
    package internal(set) var pauses: [Pause] = []
    /// Whether the warning before the deadline has been given, or is not wanted because it would come at once.
    package internal(set) var isWarned = false
    /// The uncertainty of its instants after a reboot; nil when they are exact.
    package internal(set) var estimate: Estimate?
    /// The eggs that it is for, in a group of timers; nil if it is not of a group.
    package internal(set) var portion: Portion?
    /// Its run; a countdown that is started again is another one.
    package internal(set) var runID: RunID
    /// Set on a timer that the last command started, and on those that `TimerBoard.before` has.
    package internal(set) var undo: UndoMark?
    /// Numbers the alarms of its run: the one that rings, or that rings next.
    package internal(set) var alarm: Int64
    /// The timer that it is a copy of; nil for a timer of this kitchen.
    package internal(set) var origin: Origin?

    package init(
        id: ID, runID: RunID, name: TimerName, egg: String, duration: Duration, phase: Phase, startedAt: Instant,
        pauses: [Pause] = [], estimate: Estimate? = nil, isWarned: Bool = false, rawEgg: RawEgg? = nil,
        portion: Portion? = nil, undo: UndoMark? = nil, sound: String? = nil, alarm: Int64 = 1, origin: Origin? = nil
    ) {
        (self.alarm, self.origin) = (alarm, origin)
        self.sound = sound
        self.runID = runID
        self.undo = undo
        self.portion = portion
        self.estimate = estimate
        self.isWarned = isWarned
        self.id = id
        self.name = name
        self.egg = egg
        self.rawEgg = rawEgg
        self.duration = duration
        self.phase = phase
        self.startedAt = startedAt
        self.pauses = pauses
    }

    /// The common form of all phases; every other property that depends on the phase is derived from it.
    struct Timing {
        /// The end of the countdown, in the future or the past; nil while it is paused.
        var deadline: Instant?
        /// When it rings next; nil if it won't without a command.
        var nextRinging: Instant?
        /// When the board must check the timer again; nil if only a command can change it.
        var nextWake: Instant?
        var pausedRemaining: Duration?
        var isDue = false
        /// Whether the egg is out of the water for good.
        var isTakenOut = false
    }

    var timing: Timing { phase.timing }

    /// When the board must check this timer again; nil if only a command can change it.
    var nextWake: Instant? { timing.nextWake }

    package var state: State { phase.state }

    /// Whether it is a timer as it was before the last command, for an undo, and not one of the board.
    package var isBefore: Bool { undo.map { $0.change != .started } ?? false }

    /// Whether its countdown is over and nobody has dismissed it: it rings, is snoozed or was missed.
    package var isDue: Bool { timing.isDue }

    /// Whether it counts down to an alarm or a cue, so that ticks are published each second.
    package var isCounting: Bool { timing.nextRinging != nil }

    /// Whether its times are based on an estimate of how long the machine was off, or of the age of what was told.
    package var isEstimated: Bool { estimate.map { $0.extent != .past } ?? false || origin?.isEstimated ?? false }

    /// The time until it rings next; zero once it is due.
    package func remaining(at now: Instant) -> Duration {
        let timing = timing
        return timing.pausedRemaining ?? timing.nextRinging.map { max(.zero, now.duration(to: $0)) } ?? .zero
    }

    /// The time since the original deadline; zero before it.
    package func overdue(at now: Instant) -> Duration {
        let timing = timing
        guard timing.isDue, let deadline = timing.deadline else { return .zero }
        return max(.zero, deadline.duration(to: now))
    }

    /// The completed part of the countdown, from 0 to 1.
    package func progress(at now: Instant) -> Double {
        isDue ? 1 : 1 - remaining(at: now) / duration
    }

    /// When it rings next or, if it will not ring again, its deadline; nil while paused.
    package var due: Instant? {
        let timing = timing
        return timing.nextRinging ?? timing.deadline
    }
}

extension EggTimer.Phase {
    var timing: EggTimer.Timing {
        switch self {
        case .cooking(let deadline):
            EggTimer.Timing(deadline: deadline, nextRinging: deadline, nextWake: deadline)
        case .paused(let remaining):
            EggTimer.Timing(pausedRemaining: remaining)
        case .ringing(let deadline, let silentAt):
            EggTimer.Timing(deadline: deadline, nextWake: silentAt, isDue: true)
        case .snoozed(let deadline, let until):
            EggTimer.Timing(deadline: deadline, nextRinging: until, nextWake: until, isDue: true)
        case .missed(let deadline, _):
            EggTimer.Timing(deadline: deadline, isDue: true, isTakenOut: true)
        }
    }

    /// Whether it is of an alarm that waits for its answer; a cue has none, because it does not ring.
    package var isOfAlarm: Bool { timing.isDue && !timing.isTakenOut }

    package var state: State {
        switch self {
        case .cooking: .cooking
        case .paused: .paused
        case .ringing: .ringing
        case .snoozed: .snoozed
        case .missed: .missed
        }
    }
}

// A phase in parts, as it is saved.
extension EggTimer.Phase {
    /// Its deadline, its other instant, and the time that remains.
    package var parts: (deadline: Instant?, until: Instant?, remaining: Duration?) {
        switch self {
        case .cooking(let deadline): (deadline, nil, nil)
        case .paused(let remaining): (nil, nil, remaining)
        case .ringing(let deadline, let until), .snoozed(let deadline, let until): (deadline, until, nil)
        case .missed(let deadline, let pendingSince): (deadline, pendingSince, nil)
        }
    }

    /// The phase of a timer in this state; nil if the parts aren't those of this state.
    package init?(_ state: State, deadline: Instant?, until: Instant?, remaining: Duration?) {
        switch (state, deadline, until, remaining) {
        case (.cooking, let deadline?, nil, nil): self = .cooking(deadline: deadline)
        case (.paused, nil, nil, let remaining?): self = .paused(remaining: remaining)
        case (.ringing, let deadline?, let until?, nil): self = .ringing(deadline: deadline, silentAt: until)
        case (.snoozed, let deadline?, let until?, nil): self = .snoozed(deadline: deadline, until: until)
        case (.missed, let deadline?, let until, nil): self = .missed(deadline: deadline, pendingSince: until)
        case (.cooking, _, _, _), (.paused, _, _, _), (.ringing, _, _, _), (.snoozed, _, _, _), (.missed, _, _, _):
            return nil
        }
    }
}

extension EggTimer {
    /// When the warning is due; nil if there is none to come.
    func warning(_ before: Duration) -> Instant? {
        guard before > .zero, !isWarned, !isCue, case .cooking(let deadline) = phase else { return nil }
        return deadline.advanced(by: .zero - before)
    }

    /// Allows another warning if it is not due yet.
    mutating func rearmWarning(_ before: Duration, at now: Instant) {
        isWarned = before > .zero && remaining(at: now) <= before
    }

    /// By how much it can be extended.
    func extensions(at now: Instant) -> (least: Duration, most: Duration) {
        let durations = TimerBoard.durations
        let least = isDue ? durations.lowerBound : durations.lowerBound - remaining(at: now)
        return (least, durations.upperBound - duration)
    }

    /// Applies `extend` to this timer, without the effects; this is a new run if the old one is already in the history.
    mutating func extend(by more: Duration, at now: Instant, _ runIDs: inout RunIDs) {
        let durations = TimerBoard.durations
        if isRecorded {
            runID = runIDs.next()
            undo = UndoMark(change: .started, at: now)
        }
        switch phase {
        case .cooking(let deadline): phase = .cooking(deadline: deadline.advanced(by: more))
        case .paused(let remaining): phase = .paused(remaining: remaining + more)
        case .ringing, .snoozed, .missed:
            // The egg has stayed in the pot since the deadline.
            duration = min(durations.upperBound - more, duration + overdue(at: now))
            phase = .cooking(deadline: now.advanced(by: more))
            estimate?.extent = .past
        }
        duration += more
        alarm += 1
    }
}

/// A timer's state, without its instants.
public enum State: String, Codable, CaseIterable, Sendable {
    /// Counting down.
    case cooking
    case paused
    /// Due, and nobody has answered.
    case ringing
    /// Due, and silent until it rings again.
    case snoozed
    /// Due, and nobody answered in time.
    case missed
}

/// Something that can be done with a timer, depending on its state: an event of the board. The values are the names of
/// the interface's methods.
package enum Action: String, CaseIterable, Sendable {
    case pause = "Pause"
    case resume = "Resume"
    case dismiss = "Dismiss"
    case snooze = "Snooze"
    case extend = "Extend"
    case cancel = "Cancel"
}

extension State {
    /// The actions of use for a timer in this state, the most likely first.
    ///
    /// A missed one can also be extended, although its egg was taken out long ago.
    package var actions: [Action] {
        switch self {
        case .cooking: [.pause, .extend, .cancel]
        case .paused: [.resume, .extend, .cancel]
        case .ringing, .snoozed: [.dismiss, .snooze, .extend, .cancel]
        case .missed: [.dismiss, .cancel]
        }
    }
}

extension EggTimer {
    func allows(_ action: Action) -> Bool { state.actions.contains(action) }
}
