import EggTimers
import Instants

/// A run in the history, with its times on the wall clock.
package struct SavedRun: Equatable, Sendable {
    package struct Pause: Equatable, Sendable {
        /// When it began, as time since 1970.
        package var began: Duration
        package let length: Duration
    }

    /// The basis of the times, until the wall clock of their boot can be trusted.
    struct Basis: Equatable, Sendable {
        /// The part before a restart, if it was only estimated.
        struct Past: Equatable, Sendable {
            /// How much later it really was, on the wall clock.
            let shift: Duration
            /// Times before this, by the wall clock as it was, move by the shift.
            let until: Duration
        }

        /// The boot's `boot_id`.
        let boot: String
        /// The wall clock as it was, less the boot clock.
        let offset: Duration
        /// Nil if nothing was estimated, or nothing can be corrected.
        let past: Past?
    }

    package let id: RunID
    package let name: String
    package let egg: String
    /// When the countdown began, as time since 1970.
    package private(set) var started: Duration
    package let duration: Duration
    package let ending: Ending
    /// When it ended, as time since 1970.
    package private(set) var ended: Duration
    /// How long after its deadline it ended; zero if it ended before.
    package private(set) var overdue: Duration
    package private(set) var pauses: [Pause]
    /// Whether `started` and `overdue` rest on an estimate of how long the machine was off.
    package private(set) var isEstimated = false
    /// The name of its alarm's sound; nil for its egg's, or for the usual one.
    package private(set) var sound: String?
    /// The name of the kitchen in which its alarm was answered; nil for this one.
    package private(set) var from: String?
    /// Nil once nothing can be corrected.
    private(set) var basis: Basis?

    /// The number of eggs of a part of a pot that has the name that `eggd` gave it; nil for all others.
    package var count: Int? { Portion.count(ofRun: name, egg: egg) }
}

extension SavedRun {
    /// A run that has just ended; the current wall clock converts its instants.
    package init(_ run: Run, in boot: Boot) {
        func wall(_ instant: Instant) -> Duration { boot.wall + boot.reading.duration(to: instant) }
        let estimate = run.timer.estimate
        let past = estimate.flatMap { estimate in
            estimate.isCorrectable
                ? Basis.Past(shift: estimate.boot.wall - wall(estimate.origin), until: wall(estimate.since)) : nil
        }
        let uncorrected = SavedRun(
            id: run.timer.runID, name: run.timer.name.text, egg: run.timer.egg, started: wall(run.timer.startedAt),
            duration: run.timer.duration, ending: run.ending, ended: wall(run.endedAt), overdue: run.overdue,
            pauses: run.timer.pauses.map { pause in
                Pause(began: wall(pause.began), length: pause.length ?? pause.began.duration(to: run.endedAt))
            }, isEstimated: run.timer.isEstimated, sound: run.timer.sound,
            from: run.from?.text, basis: Basis(boot: boot.id, offset: boot.wall - boot.reading.sinceBoot, past: past))
        self = uncorrected.corrected(in: boot)
    }

    /// The run corrected by this boot's wall clock, if that can be trusted now and could not when the run ended.
    package func corrected(in boot: Boot) -> SavedRun {
        guard boot.isSynchronised, let basis, basis.boot == boot.id else { return self }
        let shift = boot.wall - boot.reading.sinceBoot - basis.offset
        let pastShift = basis.past?.shift ?? shift
        var run = self
        run.basis = nil
        run.started += pastShift
        run.ended += shift
        for index in pauses.indices {
            let isPast = basis.past.map { pauses[index].began < $0.until } ?? false
            run.pauses[index].began += isPast ? pastShift : shift
        }
        if isEstimated, basis.past != nil {
            run.isEstimated = false
            let wasDone = overdue > .zero || ending == .dismissed || ending == .missed
            if wasDone { run.overdue = max(.zero, overdue + shift - pastShift) }
        }
        return run
    }
}
