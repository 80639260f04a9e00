/// What the world has to do because the board changed; performed in order, after the step.
///
/// A step that publishes or records has changed the timers, and any other has not: that is when they are to be kept
/// anew.
public enum Effect: Equatable, Sendable {
    /// Arm the one timer there is at this instant, in place of any earlier one; nil disarms it.
    case wake(at: Instant?)
    /// This timer will begin to ring at this instant: have the device awake by then.
    case prepareAlarm(EggTimer, at: Instant)
    /// This timer has begun to ring.
    case startAlarm(EggTimer)
    /// The timer of this identity rings no longer.
    case stopAlarm(EggTimer.ID)
    /// A run has ended: for the history.
    case record(Run)
    /// Tell those who watch; the timer is as it stands now, or as it last stood.
    case publish(Happening, EggTimer)
}

/// What happened to a timer, by its word on the wire.
public enum Happening: String, CaseIterable, Sendable {
    /// A countdown began under a new name.
    case started
    /// A countdown began in place of another of that name.
    case replaced
    /// The countdown is held.
    case paused
    /// The countdown goes on.
    case resumed
    /// The countdown became longer or shorter.
    case extended
    /// The alarm began.
    case rang
    /// The alarm was put off.
    case snoozed
    /// Nobody answered in time.
    case missed
    /// Somebody answered.
    case dismissed
    /// The timer was taken away.
    case cancelled
}

/// What came of one event: the effects to perform, and the answer for whoever asked.
public struct Step<Answer> {
    /// To be performed in order. A refused event may still have some: deadlines that had passed before it.
    public let effects: [Effect]
    /// The answer, or why nothing was done.
    public let result: Result<Answer, Refusal>
}

extension Step: Equatable where Answer: Equatable {}
extension Step: Sendable where Answer: Sendable {}

/// The answer to a start.
public struct Started: Equatable, Sendable {
    /// The new countdown.
    public let timer: EggTimer
    /// The timer that it replaced, as that last stood.
    public let replaced: EggTimer?
}
