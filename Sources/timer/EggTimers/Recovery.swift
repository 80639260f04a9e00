import Instants

// Restoring saved timers, in the same boot of the machine or in another one.

/// A saved timer; its instants are those of the boot in which it was saved.
package struct SavedTimer: Equatable, Sendable {
    package let timer: EggTimer
    /// The boot in which the timer was saved, at the last commit.
    package let boot: Boot

    package init(timer: EggTimer, boot: Boot) {
        self.timer = timer
        self.boot = boot
    }

    /// Whether the board can have saved this timer, according to the range of its instants.
    package var isPossible: Bool {
        let (parts, estimate) = (timer.phase.parts, timer.estimate)
        var instants = [timer.startedAt, parts.deadline, parts.until, estimate?.origin, estimate?.since]
        instants += timer.pauses.map(\.began)
        let farthest = instants.compactMap { $0 }.max() ?? boot.reading
        return boot.reading.duration(to: farthest) <= Self.reach
    }

    /// How far in the future an instant can be: at the end of a countdown, or of a snooze or an alarm after it.
    ///
    /// The past is not limited, because a wall clock that was wrong by centuries can have moved an instant there.
    private static let reach = TimerBoard.durations.upperBound + TimerBoard.snoozes.upperBound
}

/// The basis of a timer's estimated instants after a reboot whose length was not known.
package struct Estimate: Equatable, Sendable {
    /// How much of a timer is estimated.
    enum Extent: Equatable, Sendable {
        case everything
        /// The original deadline and earlier instants, because the timer was snoozed since.
        case firstDeadline
        /// Only earlier instants; the countdown is exact, because it was paused, or extended since.
        case past
    }

    /// The boot in which the timer was saved, at its last commit.
    package let boot: Boot
    /// The assumed instant of that commit on this boot's clock.
    package let origin: Instant
    /// When the estimate was made; only earlier instants depend on it.
    package let since: Instant
    var extent = Extent.everything

    package init(boot: Boot, origin: Instant, since: Instant) {
        self.boot = boot
        self.origin = origin
        self.since = since
    }

    /// Whether a synchronised clock would make it exact, which requires that the earlier clock was right.
    package var isCorrectable: Bool { boot.isSynchronised }
}

extension EggTimer {
    /// The timer to save: in terms of this boot, with the basis of an estimate.
    package func saved(in boot: Boot) -> SavedTimer {
        var timer = self
        switch estimate?.extent {
        case .firstDeadline, .past: timer.estimate = nil
        case .everything, nil: break
        }
        return SavedTimer(timer: timer, boot: boot)
    }

    mutating func move(by shift: Duration) {
        phase = phase.moved(deadline: shift, next: shift)
        if let since = origin?.kitchen.unreachableSince { origin?.kitchen.unreachableSince = since + shift }
        movePast(by: shift)
    }

    /// Moves the start and the pauses, or only those before a moment.
    private mutating func movePast(by shift: Duration, before moment: Instant? = nil) {
        startedAt = startedAt + shift
        for index in pauses.indices where moment.map({ pauses[index].began < $0 }) ?? true {
            pauses[index].began = pauses[index].began + shift
        }
    }

    /// Replaces estimated instants by exact ones from a synchronised clock.
    mutating func correct(in boot: Boot) {
        guard let estimate, estimate.isCorrectable else { return }
        self.estimate = nil
        let away = max(.zero, boot.wall - estimate.boot.wall)
        let error = estimate.origin.duration(to: boot.reading) - away
        movePast(by: error, before: estimate.since)
        switch (estimate.extent, phase) {
        case (.past, _): break
        case (.everything, .paused(let remaining)):
            phase = .paused(remaining: min(duration, max(.seconds(1), remaining + error)))
        case (.everything, .snoozed):
            phase = phase.moved(deadline: error, next: error)
        case (.everything, .missed(_, let missed?)) where missed < estimate.since:
            phase = phase.moved(deadline: error, next: error)
        case (.everything, .cooking), (.everything, .ringing), (.everything, .missed), (.firstDeadline, _):
            phase = phase.moved(deadline: error, next: .zero)
        }
    }
}

extension EggTimer.Phase {
    /// The phase with the deadline moved by one shift, and the following instant by another.
    fileprivate func moved(deadline shift: Duration, next: Duration) -> EggTimer.Phase {
        switch self {
        case .cooking(let deadline): .cooking(deadline: deadline + shift)
        case .paused: self
        case .ringing(let deadline, let silentAt): .ringing(deadline: deadline + shift, silentAt: silentAt + next)
        case .snoozed(let deadline, let until): .snoozed(deadline: deadline + shift, until: until + next)
        case .missed(let deadline, let pendingSince):
            .missed(deadline: deadline + shift, pendingSince: pendingSince.map { $0 + next })
        }
    }
}

extension SavedTimer {
    /// The timer in terms of another boot, exact or estimated.
    func timer(in now: Boot) -> EggTimer {
        var timer = timer
        // Nothing was heard of its kitchen since.
        if timer.origin != nil, timer.origin?.kitchen.unreachableSince == nil {
            timer.origin?.kitchen.unreachableSince = boot.reading
        }
        guard boot.id != now.id || boot.id.isEmpty else {
            if now.isSynchronised { timer.correct(in: now) }
            return timer
        }
        // After a reboot, the last command can't be undone.
        timer.undo = nil
        let earlier = timer.estimate.flatMap { $0.isCorrectable ? $0 : nil }
        let lead = earlier?.boot ?? boot
        // A trusted clock does not go backwards from one boot to the next.
        let away = max(.zero, now.wall - lead.wall)
        if lead.isSynchronised, now.isSynchronised {
            let origin = earlier?.origin ?? boot.reading
            timer.move(by: origin.duration(to: now.reading) - away)
            // An estimate that can't be corrected is kept.
            if earlier != nil { timer.estimate = nil }
            return timer
        }
        // The assumed time is limited to the remaining time, and is not negative: a wrong clock can make an egg ring
        // early or late, but can't delay it without limit.
        let assumed = min(max(.zero, now.wall - boot.wall), timer.remaining(at: boot.reading))
        let shift = boot.reading.duration(to: now.reading) - assumed
        timer.move(by: shift)
        let origin = earlier.map { $0.origin + shift } ?? now.reading + (.zero - assumed)
        var estimate = Estimate(boot: lead, origin: origin, since: now.reading)
        if timer.state == .paused { estimate.extent = .past }
        timer.estimate = estimate
        return timer
    }
}

extension Instant {
    static func + (instant: Instant, shift: Duration) -> Instant { instant.advanced(by: shift) }
}
