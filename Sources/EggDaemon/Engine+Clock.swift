import EggTimers

/// The wall clock: set by somebody, and trusted some while later.
extension Engine {
    /// Somebody has set the wall clock. Countdowns don't go by it; what leads from this boot to the next does.
    func clockStepped() {
        deadlinesPass()
        guard !board.timers.isEmpty else { return }
        tellManager()
        keep([])
        if !clock.isSynchronised() { lookAtClock(after: Self.clockInterval) }
    }

    /// Time servers call a clock synchronised some while after they have set it, or slew it without setting it; nobody
    /// tells of either. While it matters, it is looked at.
    func lookAtClock(after time: Duration) {
        clockWait = time
        clockLook?.arm(after: time)
    }

    func clockIsDue() {
        clockLook?.disarm()
        let wasEstimated = board.isEstimated
        deadlinesPass()
        if clock.isSynchronised() {
            if !wasEstimated, !board.timers.isEmpty { keep([]) }
        } else if wasEstimated {
            lookAtClock(after: Self.clockInterval)
        } else if !board.timers.isEmpty, clockWait < .minutes(10) {
            lookAtClock(after: clockWait * 2)
        }
    }

    func correct() {
        log("the clock is synchronised; what was estimated after the restart is corrected")
        perform(board.correct(in: clock.boot()))
    }
}
