import Instants

/// An action that the engine performs because of one step of the board.
///
/// The effects of a step are performed in order, except that the wake may be armed last, because starting an alarm is
/// more urgent. `Step.changed` says whether the timers changed.
package enum Effect: Equatable, Sendable {
    /// Arm the single deadline timer for this instant, replacing any earlier one; nil disarms it.
    case wake(at: Instant?)
    /// Have the sound device running by this instant, when this timer begins to ring.
    case prepareAlarm(EggTimer, at: Instant)
    /// Play the short sound that warns of this timer's deadline, or that is the cue of this timer's eggs.
    case warn(EggTimer)
    case startAlarm(EggTimer)
    case stopAlarm(EggTimer.ID)
    /// Add a run that has ended to the history.
    case record(Run)
    /// Remove this run from the history, if it is there; runs that are recorded later are added after that.
    case withdraw(RunID)
    /// Publish the event with the timer's current or, if it was removed, last state.
    case publish(TimerEvent, EggTimer)
}

/// An event of one timer; several of them can share one event kind on the wire.
package enum TimerEvent: String, CaseIterable, Sendable {
    /// A countdown started under a new name.
    case started
    /// A countdown replaced another one with the same name.
    case replaced
    /// The timer was read from the store.
    case restored
    case paused
    /// The countdown was resumed, or continues because its alarm had started too early.
    case resumed
    /// The countdown became longer or shorter.
    case extended
    /// The timer has another name; the timer in the event has the new one.
    case renamed
    /// The wall clock is now trusted, so times that were estimated after a restart are exact.
    case corrected
    /// The countdown is over soon.
    case warned
    /// The timer's eggs have to be put into the water now, and it counts down to their end.
    case cued
    case rang
    case snoozed
    case missed
    case dismissed
    /// The timer was removed.
    case cancelled
    /// The last change of the timer was undone: it is as before that.
    case undone
    /// The command that had removed or replaced the timer was undone: it is on the board again.
    case returned
    /// The command that had started the timer was undone: it is no longer on the board.
    case withdrawn
}

/// The outcome of one event: the effects to perform, whether anything changed, and the answer to the caller.
package struct Step<Answer> {
    /// The effects; a refused event can also have some, from deadlines that had passed before it.
    package let effects: [Effect]
    /// Whether any timer changed or a run ended, so that the timers must be saved and derived state updated.
    package let changed: Bool
    package let result: Result<Answer, Refusal>

    /// Why the event was refused; nil if it was accepted.
    package var refusal: Refusal? {
        if case .failure(let refusal) = result { refusal } else { nil }
    }
}

extension Step: Equatable where Answer: Equatable {}
extension Step: Sendable where Answer: Sendable {}

package struct Started: Equatable, Sendable {
    package let timer: EggTimer
    /// The timer that it replaced, in its last state.
    package let replaced: EggTimer?
    /// The egg that the countdown is for; nil if it doesn't depend on the egg.
    package let rawEgg: RawEgg?
}

/// Why an event was refused; a refused event changes nothing.
package enum Refusal: Error, Equatable, Sendable {
    case noSuchTimer(TimerName)
    /// The word that a person has typed fits timers or groups with these names equally well.
    case ambiguousTimer(TimerName, [TimerName])
    case noSuchEgg(String, known: [String])
    /// A duration outside the range that is allowed in the timer's current state.
    case invalidDuration(Duration, allowed: ClosedRange<Duration>)
    /// The countdown of this egg, or of a bare duration, doesn't depend on the egg that is used.
    case fixedTime(String)
    /// No countdown can be computed; the name is that of the egg of the menu, if it depends on that.
    case impossible(String?, RawEgg.Problem)
    case wrongState(TimerName, State)
    /// The name of a timer of a group would not be a valid one, such as because it is too long.
    case invalidName(String)
    case nameTaken(TimerName)
    case tooManyTimers(limit: Int)
    /// Nothing was changed within the last minute, or it was already undone.
    case nothingToUndo
}
