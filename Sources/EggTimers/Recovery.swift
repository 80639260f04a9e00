// Restoring: what a store has saved becomes the board's timers again, in the same boot of the machine or in another.

/// One boot of the machine: its boot clock and its wall clock at one moment.
///
/// Within a boot the boot clock suffices. From one boot to the next only the wall clock leads, as far as it can be
/// trusted: a Raspberry Pi has none that runs while it is off, and is told the time some while after it starts.
public struct Boot: Equatable, Sendable {
    /// The kernel's `boot_id`.
    public let id: String
    /// The moment on the boot clock.
    public let reading: Instant
    /// The same moment on the wall clock, as time since 1970.
    public let wall: Duration
    /// Whether the wall clock could be trusted then.
    public let isSynchronised: Bool

    /// A boot as it was at this moment.
    public init(id: String, reading: Instant, wall: Duration, isSynchronised: Bool) {
        self.id = id
        self.reading = reading
        self.wall = wall
        self.isSynchronised = isSynchronised
    }
}

/// A timer as it was saved: its instants are those of the boot in which it was.
public struct KeptTimer: Equatable, Sendable {
    /// The timer.
    public let timer: EggTimer
    /// That boot, at the last commit.
    public let boot: Boot

    /// A timer of that boot.
    public init(timer: EggTimer, boot: Boot) {
        self.timer = timer
        self.boot = boot
    }

    /// Whether the board can have saved it: its instants lie where those of a countdown can lie.
    public var isPossible: Bool {
        let (standing, estimate) = (timer.standing, timer.estimate)
        var instants: [Instant?] = [
            timer.startedAt, standing.deadline, standing.nextRinging, standing.nextWake, estimate?.origin,
            estimate?.since,
        ]
        if case .missed(_, let pendingSince) = timer.phase { instants.append(pendingSince) }
        instants += timer.pauses.map(\.began)
        let farthest = instants.compactMap { $0 }.max() ?? boot.reading
        return boot.reading.duration(to: farthest) <= Self.reach
    }

    /// How far ahead an instant may lie: countdown, snooze and ringing last a day each at most. The past has no bound,
    /// since a wall clock that is wrong by centuries may have moved an instant there.
    private static let reach: Duration = .hours(48)
}

/// What a timer's instants rest on after a reboot whose length was not certain.
public struct Estimate: Equatable, Sendable {
    /// How much of a timer is estimated.
    enum Extent: Equatable, Sendable {
        /// All of its instants.
        case everything
        /// The first deadline and what came before it: it has been snoozed since.
        case firstDeadline
        /// Only what came before: the countdown itself is certain, since it was paused, or has been extended since.
        case past
    }

    /// The boot that the timer was saved in, at its last commit.
    public let boot: Boot
    /// Where that moment is taken to lie on this boot's clock.
    public let origin: Instant
    /// When the estimate was made: what is earlier rests on it.
    public let since: Instant
    var extent = Extent.everything

    /// An estimate as a store has saved it.
    public init(boot: Boot, origin: Instant, since: Instant) {
        self.boot = boot
        self.origin = origin
        self.since = since
    }

    /// Whether a synchronised clock can tell how long the machine was off: it can if the earlier clock was right.
    public var isCorrectable: Bool { boot.isSynchronised }

    /// Whether lateness rests on it.
    public var concernsLateness: Bool { extent != .past }
}

extension EggTimer {
    /// The timer as a store saves it: in this boot's terms, with what an estimate rests on.
    public func kept(in boot: Boot) -> KeptTimer {
        var timer = self
        switch estimate?.extent {
        case .firstDeadline, .past: timer.estimate = nil
        case .everything, nil: break
        }
        return KeptTimer(timer: timer, boot: boot)
    }

    /// Moves every instant.
    mutating func move(by shift: Duration) {
        phase = phase.moved(deadline: shift, next: shift)
        movePast(by: shift)
    }

    /// Moves what has been, before a moment if one is given.
    private mutating func movePast(by shift: Duration, before moment: Instant? = nil) {
        startedAt = startedAt + shift
        for index in pauses.indices where moment.map({ pauses[index].began < $0 }) ?? true {
            pauses[index].began = pauses[index].began + shift
        }
    }

    /// Replaces what was estimated by what a synchronised clock tells.
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
    /// The phase with another deadline, and with what comes after the deadline moved by a shift of its own.
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

extension KeptTimer {
    /// The timer in the terms of another boot, exactly or as well as can be told.
    func timer(in now: Boot) -> EggTimer {
        var timer = timer
        guard boot.id != now.id || boot.id.isEmpty else {
            if now.isSynchronised { timer.correct(in: now) }
            return timer
        }
        let earlier = timer.estimate.flatMap { $0.isCorrectable ? $0 : nil }
        let lead = earlier?.boot ?? boot
        // A trusted clock does not run backwards from one boot to the next.
        let away = max(.zero, now.wall - lead.wall)
        if lead.isSynchronised, now.isSynchronised {
            let origin = earlier?.origin ?? boot.reading
            timer.move(by: origin.duration(to: now.reading) - away)
            // An estimate that can't be corrected remains one.
            if earlier != nil { timer.estimate = nil }
            return timer
        }
        // Never more than was left, and not less than nothing: a wrong clock may make an egg ring early or late, but
        // never moves it out of reach.
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
