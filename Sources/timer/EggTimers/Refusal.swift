/// Why an event was refused; a refused event changes nothing.
public enum Refusal: Error, Equatable, Sendable {
    /// There is no timer with that name.
    case noSuchTimer(TimerName)
    /// The word that a person has typed fits timers or groups with these names equally well.
    case ambiguousTimer(TimerName, [TimerName])
    /// The menu has no such egg.
    case noSuchEgg(String, known: [String])
    /// A duration outside the range that is allowed in the timer's current state.
    case invalidDuration(Duration, allowed: ClosedRange<Duration>)
    /// The countdown of this egg, or of a bare duration, doesn't depend on the egg that is used.
    case fixedTime(String)
    /// No countdown can be computed; the name is that of the egg of the menu, if it depends on that.
    case impossible(String?, RawEgg.Problem)
    /// The event is not possible in the timer's state.
    case wrongState(TimerName, State)
    /// The name of a timer of a group would not be a valid one, such as because it is too long.
    case invalidName(String)
    /// Another timer or group has this name.
    case nameTaken(TimerName)
    /// The board is full.
    case tooManyTimers(limit: Int)
    /// Nothing was changed within the last minute, or it was already undone.
    case nothingToUndo
}
