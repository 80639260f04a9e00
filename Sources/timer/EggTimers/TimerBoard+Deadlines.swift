import Instants

extension TimerBoard {
    /// Processes deadlines in order, so that a late wake still publishes events in the right order.
    ///
    /// - Parameter isOnTime: whether the eggs of a cue are done with the rest of their group, however late it is found.
    mutating func passDeadlines(at now: Instant, cuesOnTime isOnTime: Bool = false, _ effects: inout [Effect]) {
        prepareAlarms(at: now, &effects)
        warn(at: now, &effects)
        let due = timers.indices.compactMap { index in
            timers[index].nextWake.flatMap { $0 <= now ? (index: index, wake: $0) : nil }
        }
        for (index, wake) in due.sorted(by: { ($0.wake, $0.index) < ($1.wake, $1.index) }) {
            guard let deadline = timers[index].timing.deadline else { continue }
            let ringing = EggTimer.Phase.ringing(
                deadline: deadline, silentAt: now.advanced(by: silenceAfter(timers[index])))
            if case .ringing(_, let silentAt) = timers[index].phase {
                // Nobody heard the alarm while the machine was suspended, so it rings again, as after a restart.
                let isPunctual = silentAt.duration(to: now) <= Self.punctuality
                if isPunctual || isTooLate(timers[index], deadline, silentAt: silentAt, now) {
                    miss(at: index, deadline, now, &effects)
                } else {
                    timers[index].phase = ringing
                }
            } else if wake.duration(to: now) > settings.lateAfter {
                miss(at: index, deadline, now, &effects)
            } else if timers[index].isCue {
                cue(at: index, dueAt: deadline, now, isOnTime: isOnTime, &effects)
            } else {
                timers[index].phase = ringing
                if timers[index].isHeard { effects.append(.startAlarm(timers[index])) }
                effects.append(.publish(.rang, timers[index]))
            }
        }
    }

    /// Whether an alarm that nobody could hear began too long ago to ring again.
    func isTooLate(_ timer: EggTimer, _ deadline: Instant, silentAt: Instant, _ now: Instant) -> Bool {
        // After a snooze, the alarm began later than the deadline.
        let began = max(deadline, silentAt.advanced(by: .zero - silenceAfter(timer)))
        return began.duration(to: now) > settings.lateAfter
    }

    /// Prepares the alarms of deadlines within the lead-in; an alarm that is already due needs no preparation.
    mutating func prepareAlarms(at now: Instant, _ effects: inout [Effect]) {
        guard settings.leadIn > .zero else { return }
        for timer in timers {
            guard let deadline = timer.nextWake, let begin = leadIn(of: timer), begin <= now else { continue }
            prepared[timer.id] = deadline
            if deadline > now { effects.append(.prepareAlarm(timer, at: deadline)) }
        }
        let counting = Set(timers.lazy.filter(\.isCounting).map(\.id))
        prepared = prepared.filter { counting.contains($0.key) }
    }

    /// Gives the warnings that are due. One whose deadline has passed as well is left out, and an alarm that is on is
    /// not disturbed.
    mutating func warn(at now: Instant, _ effects: inout [Effect]) {
        for index in timers.indices {
            guard let due = timers[index].warning(warning(of: timers[index])), due <= now,
                let deadline = timers[index].nextWake,
                deadline > now
            else { continue }
            timers[index].isWarned = true
            warn(of: index, &effects)
            effects.append(.publish(.warned, timers[index]))
        }
    }

    /// Plays the short sound of a warning or a cue, unless an alarm is on.
    func warn(of index: Int, _ effects: inout [Effect]) {
        guard timers[index].isHeard, !timers.contains(where: \.isAlarming) else { return }
        effects.append(.warn(timers[index]))
    }

    /// Ends the alarm of a timer that nobody has answered, or that is found too late to ring.
    mutating func miss(at index: Int, _ deadline: Instant, _ now: Instant, _ effects: inout [Effect]) {
        if timers[index].isAlarming { effects.append(.stopAlarm(timers[index].id)) }
        if timers[index].isEstimated, timers[index].estimate?.isCorrectable == true {
            timers[index].phase = .missed(deadline: deadline, pendingSince: now)
        } else {
            timers[index].phase = .missed(deadline: deadline)
            if let run = timers[index].run(ending: .missed, at: now) { effects.append(.record(run)) }
        }
        effects.append(.publish(.missed, timers[index]))
    }
}
