/// Why an event was refused; nothing has changed then.
public enum Refusal: Error, Equatable, Sendable {
    /// There is no timer of that name.
    case noSuchTimer(TimerName)
    /// The menu has no such egg.
    case noSuchEgg(String, known: [String])
    /// A duration outside the range that was possible there and then.
    case invalidDuration(Duration, allowed: ClosedRange<Duration>)
    /// The event has no meaning in the timer's state.
    case wrongState(TimerName, State)
    /// The board is full.
    case tooManyTimers(limit: Int)
}
