import EggWire
import POSIX

extension Timers.Timer {
    /// The order of urgency: ringing timers, then those that ring next, then missed ones, then paused ones.
    var urgency: (Int, Int64) {
        switch state {
        case .ringing: (0, -max(0, overdueMs))
        case .cooking, .snoozed: (1, remainingMs)
        case .missed: (2, overdueMs)
        case .paused: (3, remainingMs)
        }
    }

    /// The timer as it is this much later, if nothing else happens.
    func advanced(by elapsed: Duration) -> Timers.Timer {
        var timer = self
        let elapsed = elapsed.millisecondsRoundedDown
        switch state {
        case .cooking:
            timer.remainingMs = max(0, remainingMs.subtractingReportingOverflow(elapsed).partialValue)
            timer.overdueMs = max(0, elapsed.subtractingReportingOverflow(max(0, remainingMs)).partialValue)
            if durationMs > 0 { timer.progress = 1 - Double(timer.remainingMs) / Double(durationMs) }
        case .snoozed:
            timer.remainingMs = max(0, remainingMs.subtractingReportingOverflow(elapsed).partialValue)
            timer.overdueMs = max(0, overdueMs).addingReportingOverflow(elapsed).partialValue
        case .ringing, .missed: timer.overdueMs = max(0, overdueMs).addingReportingOverflow(elapsed).partialValue
        case .paused: break
        }
        return timer
    }

    /// The timer as it is this much later, between two ticks; no ticks arrive for a ringing timer.
    func aged(by elapsed: Duration) -> Timers.Timer {
        state == .ringing ? advanced(by: elapsed) : self
    }

    /// Whether its alarm is due.
    var isUp: Bool {
        switch state {
        case .ringing: true
        case .cooking, .snoozed: remainingMs <= 0
        case .paused, .missed: false
        }
    }

    /// Whether it changes every second.
    var isCounting: Bool {
        switch state {
        case .cooking, .snoozed, .ringing: true
        case .paused, .missed: false
        }
    }

    /// The time until one more second has passed since it was done.
    var timeToNextSecondOverdue: Duration { .milliseconds(1000 - max(0, overdueMs) % 1000) }

    /// The time until a bar of so many steps shows one step less; nil if it doesn't run down.
    func timeToNextStep(of steps: Int) -> Duration? {
        guard state == .cooking, durationMs > 0, remainingMs > 0, steps > 0 else { return nil }
        let stepMs = Double(durationMs) / Double(steps)
        let shown = (Double(remainingMs) / stepMs).rounded()
        guard shown >= 1 else { return nil }
        let wait = Double(remainingMs) - (shown - 0.5) * stepMs
        return wait.isFinite ? .milliseconds(Int64(max(0, min(wait, 86_400_000)).rounded(.down)) + 1) : nil
    }
}
