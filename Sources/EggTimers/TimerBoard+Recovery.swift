/// Coming back: timers that were kept, and clocks that can be trusted only later.
extension TimerBoard {
    /// Takes up the timers that were kept, where they now are; what ran out meanwhile rings, or was missed.
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
                board.ringOn(at: index, since: kept, boot, &effects)
                effects.append(.publish(.restored, board.timers[index]))
            }
            board.passDeadlines(at: now, &effects)
            return .success(())
        }
    }

    /// Whether any timer rests on an estimate that a synchronised clock would correct.
    public var isEstimated: Bool { timers.contains { $0.estimate != nil } }

    /// Corrects what was estimated, now that the wall clock can be trusted.
    public mutating func correct(in boot: Boot) -> Step<Void> {
        let now = boot.reading
        // Not by estimates any more: no deadline passes before it has been corrected.
        return step(at: now, passingFirst: false) { board, effects in
            for index in board.timers.indices {
                guard let estimate = board.timers[index].estimate else { continue }
                let away = max(.zero, boot.wall - estimate.boot.wall)
                board.timers[index].correct(estimate, origin: now.advanced(by: .zero - away))
                switch board.timers[index].phase {
                case .ringing(let deadline, _) where deadline > now, .missed(let deadline) where deadline > now:
                    // It rang too early: the clock had run ahead. The countdown goes on.
                    let timer = board.timers[index]
                    if timer.state == .ringing { effects.append(.stopAlarm(timer.id)) }
                    board.timers[index].phase = .cooking(deadline: deadline)
                    effects.append(.publish(.resumed, board.timers[index]))
                case .ringing(let deadline, _) where deadline.duration(to: now) > board.settings.lateAfter:
                    board.miss(at: index, deadline, now, &effects)
                case .cooking, .paused, .ringing, .snoozed, .missed:
                    effects.append(.publish(.corrected, board.timers[index]))
                }
            }
            board.passDeadlines(at: now, &effects)
            return .success(())
        }
    }

    /// What rang when it was kept rings on, for as long as its time to fall silent had not run out then: while nobody
    /// could hear it, it did not ring. Only what is too late by now, for certain, is missed.
    private mutating func ringOn(at index: Int, since kept: KeptTimer, _ boot: Boot, _ effects: inout [Effect]) {
        guard case .ringing(let deadline, let silentAt) = timers[index].phase,
            case .ringing(_, let keptSilentAt) = kept.timer.phase
        else { return }
        let now = boot.reading
        if kept.boot.id != boot.id || silentAt <= now {
            guard timers[index].estimate != nil || deadline.duration(to: now) <= settings.lateAfter else {
                // As a deadline that was never heard of; passing it finds it too late.
                timers[index].phase = .cooking(deadline: deadline)
                return
            }
            let left = kept.boot.reading.duration(to: keptSilentAt)
            timers[index].phase = .ringing(
                deadline: deadline, silentAt: now.advanced(by: min(settings.silenceAfter, max(.seconds(1), left))))
        }
        effects.append(.startAlarm(timers[index]))
    }
}
