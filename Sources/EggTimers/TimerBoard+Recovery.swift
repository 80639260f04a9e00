/// Restoring: timers that were saved, and clocks that can be trusted only later.
extension TimerBoard {
    /// Adds the timers that were saved; what ran out meanwhile rings, or was missed.
    ///
    /// They may come late, when a disk could not be read at first: a name that is in use by then stays as it is.
    public mutating func restore(_ kept: [KeptTimer], in boot: Boot) -> Step<Void> {
        let now = boot.reading
        return step(at: now) { board, effects in
            for kept in kept.sorted(by: { $0.timer.id < $1.timer.id }) {
                guard board.index(of: kept.timer.name) == nil, board.timers.count < Self.limit else { continue }
                var timer = kept.timer(in: boot)
                if timer.id.number <= board.lastID { timer.id = EggTimer.ID(board.lastID + 1) }
                board.lastID = timer.id.number
                board.timers.append(timer)
                let index = board.timers.count - 1
                if board.timers[index].estimate?.isCorrectable != true { board.settle(at: index, now, &effects) }
                board.ringOn(at: index, now, &effects)
                effects.append(.publish(.restored, board.timers[index]))
            }
            board.passDeadlines(at: now, &effects)
            return .success(())
        }
    }

    /// Whether any timer rests on an estimate that a synchronised clock would correct.
    public var isEstimated: Bool { timers.contains { $0.estimate?.isCorrectable == true } }

    /// Corrects what was estimated, now that the wall clock can be trusted.
    public mutating func correct(in boot: Boot) -> Step<Void> {
        let now = boot.reading
        // No deadline passes before it has been corrected.
        return step(at: now, passingFirst: false) { board, effects in
            for index in board.timers.indices {
                guard let estimate = board.timers[index].estimate, estimate.isCorrectable else { continue }
                let wasRinging = board.timers[index].state == .ringing
                board.timers[index].correct(in: boot)
                if board.settle(at: index, now, &effects) {
                    if wasRinging { effects.append(.stopAlarm(board.timers[index].id)) }
                    effects.append(.publish(.resumed, board.timers[index]))
                } else if case .ringing(let deadline, _) = board.timers[index].phase, estimate.extent == .everything,
                    deadline.duration(to: now) > board.settings.lateAfter
                {
                    board.miss(at: index, deadline, now, &effects)
                } else {
                    effects.append(.publish(.corrected, board.timers[index]))
                }
            }
            board.passDeadlines(at: now, &effects)
            return .success(())
        }
    }

    /// Reconsiders what was decided by an estimate, now that the timer's instants are certain: a timer whose deadline lies
    /// ahead cooks, and one that was missed in truth goes into the history.
    ///
    /// - Returns: whether it cooks again.
    @discardableResult
    private mutating func settle(at index: Int, _ now: Instant, _ effects: inout [Effect]) -> Bool {
        switch timers[index].phase {
        case .ringing(let deadline, _) where deadline > now:
            timers[index].phase = .cooking(deadline: deadline)
            return true
        // An alarm that fell silent before the deadline never rang for it. One that is said to fall silent only later is
        // such a one: the clock of that boot ran ahead.
        case .missed(let deadline, let missed) where deadline > missed ?? now || missed ?? now > now:
            timers[index].phase = .cooking(deadline: deadline)
            return true
        case .missed(let deadline, _?):
            if let run = timers[index].run(ending: .missed, at: now) { effects.append(.record(run)) }
            timers[index].phase = .missed(deadline: deadline)
            return false
        case .cooking, .paused, .ringing, .snoozed, .missed: return false
        }
    }

    /// An alarm that rang when it was saved rings on. If its time to fall silent has passed meanwhile, nobody heard it, and
    /// it is as with a machine that slept: it rings anew unless it is too late by now, for certain.
    private mutating func ringOn(at index: Int, _ now: Instant, _ effects: inout [Effect]) {
        guard case .ringing(let deadline, let silentAt) = timers[index].phase else { return }
        if silentAt <= now {
            guard timers[index].estimate != nil || !isTooLate(deadline, silentAt: silentAt, now) else {
                // Passing this deadline finds it too late.
                timers[index].phase = .cooking(deadline: deadline)
                return
            }
            timers[index].phase = .ringing(deadline: deadline, silentAt: now.advanced(by: settings.silenceAfter))
        }
        effects.append(.startAlarm(timers[index]))
    }
}
