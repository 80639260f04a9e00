// Coming back: what a store has kept becomes the board's timers again, in the same boot of the machine or in another.

/// One boot of the machine: its clock beside the wall clock at one moment.
///
/// Within a boot the boot clock tells all. From one boot to the next only the wall clock leads, as far as it can be
/// trusted: a Pi has none that runs while it is off, and is told the time some while after it starts.
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

/// A timer as it was kept: its instants are those of the boot in which it was.
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
}

/// What a timer's instants rest on while the wall clock can't be trusted.
public struct Estimate: Equatable, Sendable {
    /// The boot in which the timer was kept under a trusted clock, at its last commit.
    public let boot: Boot
    /// Where that moment is taken to lie on this boot's clock.
    public let origin: Instant
    /// When the estimate was made: what is earlier rests on it.
    public let since: Instant
    /// The countdown itself is certain, only its past is not: it was held, or has been answered since.
    var isOfThePastOnly = false

    /// An estimate as a store has kept it.
    public init(boot: Boot, origin: Instant, since: Instant) {
        self.boot = boot
        self.origin = origin
        self.since = since
    }
}

extension EggTimer {
    /// The timer as a store keeps it: in this boot's terms, with what an estimate rests on.
    public func kept(in boot: Boot) -> KeptTimer {
        var timer = self
        if estimate?.isOfThePastOnly == true { timer.estimate = nil }
        return KeptTimer(timer: timer, boot: boot)
    }

    /// Moves every instant.
    mutating func move(by shift: Duration) {
        switch phase {
        case .cooking(let deadline): phase = .cooking(deadline: deadline + shift)
        case .paused: break
        case .ringing(let deadline, let silentAt):
            phase = .ringing(deadline: deadline + shift, silentAt: silentAt + shift)
        case .snoozed(let deadline, let until): phase = .snoozed(deadline: deadline + shift, until: until + shift)
        case .missed(let deadline): phase = .missed(deadline: deadline + shift)
        }
        movePast(by: shift)
    }

    /// Moves what has been, before a moment if one is given.
    private mutating func movePast(by shift: Duration, before moment: Instant? = nil) {
        startedAt = startedAt + shift
        for index in pauses.indices where moment.map({ pauses[index].began < $0 }) ?? true {
            pauses[index].began = pauses[index].began + shift
        }
    }

    /// Puts certainty in the estimate's place.
    mutating func correct(_ estimate: Estimate, origin: Instant) {
        self.estimate = nil
        let error = estimate.origin.duration(to: origin)
        movePast(by: error, before: estimate.since)
        guard !estimate.isOfThePastOnly else { return }
        switch phase {
        case .cooking(let deadline): phase = .cooking(deadline: deadline + error)
        case .paused(let remaining): phase = .paused(remaining: min(duration, max(.seconds(1), remaining + error)))
        case .ringing(let deadline, let silentAt): phase = .ringing(deadline: deadline + error, silentAt: silentAt)
        case .snoozed(let deadline, let until): phase = .snoozed(deadline: deadline + error, until: until + error)
        case .missed(let deadline): phase = .missed(deadline: deadline + error)
        }
    }
}

extension KeptTimer {
    /// The timer in the terms of another boot, exactly or as well as can be told.
    func timer(in now: Boot) -> EggTimer {
        var timer = timer
        guard boot.id != now.id || boot.id.isEmpty else { return timer }
        // A trusted clock does not run backwards from one boot to the next.
        let lead = timer.estimate?.boot ?? boot
        let away = max(.zero, now.wall - lead.wall)
        if lead.isSynchronised, now.isSynchronised {
            let origin = timer.estimate?.origin ?? boot.reading
            timer.move(by: origin.duration(to: now.reading) - away)
            timer.estimate = nil
            return timer
        }
        // Never more than was left, and not less than nothing: a wrong clock may let an egg ring early or late, but
        // lets none vanish into the past or the future.
        let assumed = min(max(.zero, now.wall - boot.wall), timer.remaining(at: boot.reading))
        let shift = boot.reading.duration(to: now.reading) - assumed
        timer.move(by: shift)
        // What was kept under an untrusted clock can't be corrected by a trusted one.
        let origin = timer.estimate.map { $0.origin + shift } ?? now.reading + (.zero - assumed)
        timer.estimate = lead.isSynchronised ? Estimate(boot: lead, origin: origin, since: now.reading) : nil
        let isHeld = timer.state == .paused
        timer.estimate?.isOfThePastOnly = isHeld
        return timer
    }
}

extension Instant {
    static func + (instant: Instant, shift: Duration) -> Instant { instant.advanced(by: shift) }
}
