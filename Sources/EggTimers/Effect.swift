/// What has to be done because of one step of the board.
///
/// The effects of a step are performed in their order, except the wake: it may be armed last, since an alarm that has
/// begun matters more. Whether the timers changed is not told by the effects but by `Step.changed`.
public enum Effect: Equatable, Sendable {
    /// Arm the one deadline timer for this instant, in place of any earlier one; nil disarms it.
    case wake(at: Instant?)
    /// This timer begins to ring at this instant: have the device running by then.
    case prepareAlarm(EggTimer, at: Instant)
    /// This timer rings from now on.
    case startAlarm(EggTimer)
    /// The timer of this identity no longer rings.
    case stopAlarm(EggTimer.ID)
    /// A run has ended: add it to the history.
    case record(Run)
    /// Publish the event; the timer is as it stands now, or as it last stood.
    case publish(Happening, EggTimer)
}

/// What happened to a timer. Each has its word on the wire, and some share one.
public enum Happening: String, CaseIterable, Sendable {
    /// A countdown began under a new name.
    case started
    /// A countdown began in place of another of that name.
    case replaced
    /// The timer was read from the store.
    case restored
    /// The countdown was paused.
    case paused
    /// The countdown was resumed, or goes on because its alarm had begun too early.
    case resumed
    /// The countdown became longer or shorter.
    case extended
    /// The wall clock can be trusted now, so what was estimated after a restart is exact.
    case corrected
    /// The alarm began.
    case rang
    /// The alarm was put off.
    case snoozed
    /// Nobody answered in time.
    case missed
    /// Somebody answered.
    case dismissed
    /// The timer was removed.
    case cancelled
}

/// The outcome of one event: the effects to perform, whether anything changed, and the answer to the caller.
public struct Step<Answer> {
    /// A refused event may still have some: deadlines that had passed before it.
    public let effects: [Effect]
    /// Whether any timer differs or a run ended, so that the timers must be saved and what is derived from them updated.
    public let changed: Bool
    /// The answer, or why the event was refused.
    public let result: Result<Answer, Refusal>
}

extension Step: Equatable where Answer: Equatable {}
extension Step: Sendable where Answer: Sendable {}

/// The answer to a start.
public struct Started: Equatable, Sendable {
    /// The new countdown.
    public let timer: EggTimer
    /// The timer that it replaced, as it last stood.
    public let replaced: EggTimer?
}
