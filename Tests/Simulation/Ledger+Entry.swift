import EggWire

extension Ledger {
    /// A timer's state, as the kitchen knows it.
    enum Phase: Equatable {
        case counting(due: TrueTime)
        case paused(remaining: Duration)
        case ringing(since: TrueTime)
        case missed
    }

    /// A timer that a reply has promised.
    struct Entry: Equatable {
        let id: String
        var phase: Phase
        /// When it has its cue, a short sound, before the countdown to its alarm.
        var cueAt: TrueTime?
        /// It may ring between these times; the errors of its clocks widen them.
        var earliest: TrueTime
        var latest: TrueTime
        /// When an exact reply said that it will ring; no boot changes that for a clock that was right before.
        var exactDue: TrueTime?
        /// It was changed while its countdown was an estimate.
        var isEstimated = false
        /// When a reply last described it; it has been saved at most a moment before.
        var promised: TrueTime
        /// The time of the call or the list that last described it.
        var calledAt: TrueTime
        /// The least and the greatest error of the wall clock since it was started.
        var wallErrors: ClosedRange<Int64>
        /// The clock was synchronised when it was promised, and until the next boot: its estimates can be corrected.
        var isCorrectable: Bool
        /// The disk worked when it was promised, or since.
        var isDurable: Bool
        /// It was missed, or had its cue, while the disk did not work: a restart may repeat that.
        var isUnsaved = false
        /// When it was found ringing after an interruption: the alarm may have begun again by then.
        var beganAgain: TrueTime?
        /// The same of the interruption before.
        var beganBefore: TrueTime?

        mutating func beginAgain(at time: TrueTime) {
            (beganBefore, beganAgain) = (beganAgain, time)
        }
    }
}

extension Ledger.Entry {
    /// The promise that is broken if eggd lists this timer now, in words; nil if none is.
    func problem(
        of timer: Timers.Timer, at now: TrueTime, _ lateAfter: Duration, _ silenceAfter: Duration
    ) -> String? {
        let slack = Duration.milliseconds(1_100)
        switch (phase, timer.state) {
        // Its cue is repeated, and then its countdown.
        case (_, .cooking) where isUnsaved: return nil
        case (.counting, .cooking), (.counting, .snoozed):
            let due = timer.due(at: now)
            if due + slack < earliest { return "due \(earliest - due) too early" }
            // A cue that is found late delays what follows it.
            if due > latest + slack, cueAt == nil { return "due \(due - latest) too late" }
        case (.counting, .ringing):
            if now + slack < earliest { return "\(earliest - now) too early" }
            return hasRungTooLong(timer, since: latest, at: now, lateAfter + silenceAfter + slack)
        case (.ringing(let since), .ringing):
            return hasRungTooLong(timer, since: max(since, latest), at: now, lateAfter + silenceAfter + slack)
        case (.counting, .missed):
            let limit = min(lateAfter, silenceAfter)
            if now - earliest + slack < limit { return "only \(now - earliest) after it was due" }
        case (.paused, _) where isEstimated: return nil
        case (.paused(let remaining), .paused):
            let error = Duration.milliseconds(timer.remainingMs) - remaining
            if error > slack || error < .zero - slack { return "with \(error) more than it had" }
        case (.missed, .missed): return nil
        case (.missed, .ringing) where isUnsaved:
            return hasRungTooLong(timer, since: latest, at: now, lateAfter + silenceAfter + slack)
        // The clock was corrected, and it was due long ago.
        case (.ringing, .missed) where earliest < latest && now - earliest + slack >= lateAfter:
            return nil
        case (.ringing(let since), .missed):
            if now - since + slack < min(silenceAfter, lateAfter) {
                return "only \(now - since) after it began to ring"
            }
        // The clock was corrected, or it was found earlier than it had been estimated.
        case (.ringing, .cooking) where timer.isEstimated == nil && earliest < latest: return nil
        default: return "which nobody has asked for"
        }
        return nil
    }

    /// An alarm that was interrupted may ring again, unless it last began too long ago. After a boot with a wrong clock,
    /// eggd can't tell.
    private func hasRungTooLong(
        _ timer: Timers.Timer, since: TrueTime, at now: TrueTime, _ limit: Duration
    ) -> String? {
        let began = max(since, beganAgain ?? .beginning)
        guard timer.isEstimated != true, cueAt == nil, now - began > limit else { return nil }
        return "\(now - since) after it was due"
    }
}

extension Timers.Timer {
    /// When it will ring, while it counts down.
    func due(at now: TrueTime) -> TrueTime { now + .milliseconds(remainingMs + (cue?.cookMs ?? 0)) }
}
