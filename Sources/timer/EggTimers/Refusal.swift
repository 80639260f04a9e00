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
