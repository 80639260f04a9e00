import EggConfig
import EggTimers

/// Tells at which events of timers commands run: a value without I/O.
///
/// It remembers the alarms that nobody has answered, because snoozing one, extending it or starting another egg over it
/// also answers it.
struct CommandEvents {
    /// The timers that ring or were missed, in their last state.
    private var unanswered: [EggTimer] = []

    /// Handles an event of a timer; returns the events at which commands run, in order, each with its timer.
    mutating func handle(_ timerEvent: TimerEvent, _ timer: EggTimer) -> [(event: UserCommands.Event, timer: EggTimer)]
    {
        // A timer of a group that is started anew gets another ID, and a renamed one another name.
        let place = unanswered.firstIndex { $0.id == timer.id || $0.name == timer.name }
        let answered = place.map { unanswered.remove(at: $0) }
        let isGone = [.dismissed, .cancelled, .withdrawn].contains(timerEvent)
        if !isGone, [.ringing, .missed].contains(timer.state) { unanswered.append(timer) }
        let end = answered.map { [(event: UserCommands.Event.dismissed, timer: $0)] } ?? []
        switch timerEvent {
        case .started, .replaced: return end + [(.start, timer)]
        case .returned where timer.state == .ringing: return end + [(.ring, timer)]
        case .returned: return timer.isDue ? end : end + [(.start, timer)]
        case .warned: return [(.warning, timer)]
        case .rang: return [(.ring, timer)]
        case .missed: return [(.missed, timer)]
        // An alarm that had started too early, because the clock was wrong, is over with `resumed`.
        case .snoozed, .extended, .resumed: return end
        case .dismissed: return [(.dismissed, timer)]
        // An alarm that had been answered rings again.
        case .undone where timer.state == .ringing: return answered?.state == .ringing ? [] : [(.ring, timer)]
        case .undone: return end
        // In the history, cancelling an alarm also counts as dismissing it.
        case .cancelled, .withdrawn: return [(timer.isDue ? .dismissed : .cancelled, timer)]
        case .restored, .paused, .renamed, .corrected, .cued: return []
        }
    }
}
