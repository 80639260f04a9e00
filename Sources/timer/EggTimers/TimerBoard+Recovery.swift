import Instants

/// Restores saved timers, and corrects them once the wall clock can be trusted.
extension TimerBoard {
    /// Adds saved timers; those whose deadlines have passed ring, or are missed.
    ///
    /// They can be added late if the disk could not be read at first. Those whose name or group's name is taken by then
    /// get a free one, and those for which the board has no room are ended.
    package mutating func restore(_ saved: [SavedTimer], in boot: Boot) -> Step<Restored> {
        let now = boot.reading
        return step(at: now) { board, effects in
            // Timers may be found late. A command that was carried out meanwhile is the one that can be undone, and the
            // names of the timers that it had changed are theirs.
            let canUndo = board.everything.isEmpty
            let before = saved.filter(\.timer.isBefore)
            let saved = saved.filter { !$0.timer.isBefore }
            var names = JoiningNames(of: saved.map(\.timer), joining: board.everything)
            var restored = Restored()
            for saved in saved.sorted(by: { $0.timer.id < $1.timer.id }) {
                var timer = saved.timer(in: boot)
                if !canUndo { timer.undo = nil }
                names.assign(to: &timer)
                guard board.timers.count < Self.limit else {
                    timer.end(at: now, &effects)
                    restored.ended.append(timer)
                    continue
                }
                if timer.name != saved.timer.name { restored.renamed.append((saved.timer.name, timer.name)) }
                restored.count += 1
                if timer.id.number <= board.lastID { timer.id = EggTimer.ID(board.lastID + 1) }
                board.lastID = timer.id.number
                board.timers.append(timer)
                let index = board.timers.count - 1
                if board.timers[index].estimate?.isCorrectable != true { board.settle(at: index, now, &effects) }
                board.continueAlarm(at: index, now, &effects)
                effects.append(.publish(.restored, board.timers[index]))
            }
            if canUndo {
                board.before = before.map { $0.timer(in: boot) }.filter { $0.undo != nil }
                board.lastID = board.everything.map(\.id.number).max() ?? board.lastID
            }
            board.passDeadlines(at: now, &effects)
            return .success(restored)
        }
    }

    /// Whether any timer has an estimate that a synchronised clock would correct.
    package var isEstimated: Bool { timers.contains { $0.estimate?.isCorrectable == true } }

    /// Corrects estimated timers, now that the wall clock can be trusted.
    package mutating func correct(in boot: Boot) -> Step<Void> {
        let now = boot.reading
        // Deadlines are corrected before they are processed.
        return step(at: now, passingFirst: false) { board, effects in
            for index in board.timers.indices {
                guard let estimate = board.timers[index].estimate, estimate.isCorrectable else { continue }
                let wasRinging = board.timers[index].isAlarming
                board.timers[index].correct(in: boot)
                let cooksAgain = board.settle(at: index, now, &effects)
                // A deadline that turns out to be later gets another warning.
                if board.timers[index].remaining(at: now) > board.warning(of: board.timers[index]) {
                    board.timers[index].isWarned = false
                }
                if cooksAgain {
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

    /// Reconsiders decisions that were based on an estimate, now that the timer's instants are exact.
    ///
    /// A timer whose deadline is in the future cooks, and the run of one that was really missed goes into the history.
    ///
    /// - Returns: whether it cooks again.
    @discardableResult
    private mutating func settle(at index: Int, _ now: Instant, _ effects: inout [Effect]) -> Bool {
        if case .ringing(let deadline, _) = timers[index].phase, deadline > now {
            timers[index].phase = .cooking(deadline: deadline)
            timers[index].alarm += 1
            return true
        }
        guard case .missed(let deadline, let missed) = timers[index].phase else { return false }
        // An alarm that stopped before the deadline never rang for it. Neither did one that is recorded as missed in the
        // future, because the clock of that boot was ahead.
        if deadline > missed ?? now || missed ?? now > now {
            timers[index].phase = .cooking(deadline: deadline)
            timers[index].alarm += 1
            return true
        }
        if missed != nil {
            if let run = timers[index].run(ending: .missed, at: now) { effects.append(.record(run)) }
            timers[index].phase = .missed(deadline: deadline)
        }
        return false
    }

    /// Continues an alarm that was ringing when it was saved.
    ///
    /// If it should have stopped meanwhile, nobody heard it. Like an alarm during suspend, it rings again for its full
    /// time, unless it is certainly too late.
    private mutating func continueAlarm(at index: Int, _ now: Instant, _ effects: inout [Effect]) {
        guard case .ringing(let deadline, let silentAt) = timers[index].phase else { return }
        if silentAt <= now {
            guard timers[index].estimate != nil || !isTooLate(timers[index], deadline, silentAt: silentAt, now) else {
                // The deadline is then processed and found to be too late.
                timers[index].phase = .cooking(deadline: deadline)
                return
            }
            timers[index].phase = .ringing(deadline: deadline, silentAt: now.advanced(by: silenceAfter(timers[index])))
        }
        if timers[index].isHeard { effects.append(.startAlarm(timers[index])) }
    }
}

extension EggTimer {
    /// Ends a saved timer that can't be on the board: it was missed if it is due, else it is cancelled.
    fileprivate func end(at now: Instant, _ effects: inout [Effect]) {
        let isMissed = timing.deadline.map { $0 <= now } ?? false && !isCue
        if let run = run(ending: isMissed ? .missed : .cancelled, at: now) { effects.append(.record(run)) }
        effects.append(.publish(isMissed ? .missed : .cancelled, self))
    }
}

package struct Restored: Sendable {
    /// How many timers were added to the board.
    package internal(set) var count = 0
    /// The names that were taken, and the free ones that their timers have got.
    package internal(set) var renamed: [(old: TimerName, new: TimerName)] = []
    /// The timers for which the board had no room, in their last state.
    package internal(set) var ended: [EggTimer] = []
}

/// Names for timers that join others: their own ones, or free ones where another timer or group has the name.
struct JoiningNames {
    private var taken: Set<TimerName>
    /// The own names of all timers that join. A free name must not be one of them.
    private let own: Set<TimerName>
    /// The names that groups have got.
    private var groups: [TimerName: TimerName] = [:]

    /// - Parameters:
    ///   - timers: the timers that join.
    ///   - others: the timers that they join, which keep their names.
    init(of timers: [EggTimer], joining others: [EggTimer]) {
        taken = Self.names(of: others)
        own = Self.names(of: timers)
    }

    private static func names(of timers: [EggTimer]) -> Set<TimerName> {
        Set(timers.map(\.name) + timers.compactMap { $0.portion?.group })
    }

    mutating func assign(to timer: inout EggTimer) {
        guard let portion = timer.portion else { return timer.name = take(timer.name) }
        let group = groups[portion.group] ?? take(portion.group)
        groups[portion.group] = group
        timer.portion?.group = group
        // A timer of a group that is renamed is found by the group's name.
        let words = TimerName("\(group): \(Portion.words(count: portion.count, egg: timer.egg))")
        timer.name = take(timer.name, rather: group == portion.group ? nil : words)
    }

    /// Takes a name or, if it is taken, another one: the one that is preferred then, or one with a number.
    private mutating func take(_ name: TimerName, rather preferred: TimerName? = nil) -> TimerName {
        let free =
            if !taken.contains(name) { name } else if let preferred, isFree(preferred) { preferred } else {
                numbered(name)
            }
        taken.insert(free)
        return free
    }

    private func isFree(_ name: TimerName) -> Bool { !taken.contains(name) && !own.contains(name) }

    /// The first of `egg 2`, `egg 3`, … that is free.
    private func numbered(_ name: TimerName) -> TimerName {
        var (number, free) = (2, name.numbered(2))
        while !isFree(free) {
            number += 1
            free = name.numbered(number)
        }
        return free
    }
}

extension TimerName {
    /// This name with a number, in place of one that it has: `egg 2`, `egg 3`. A name that is too long is shortened.
    fileprivate func numbered(_ number: Int) -> TimerName {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let hasNumber = words.count > 1 && words.last.flatMap { Int($0) } ?? 0 > 1
        var base = hasNumber ? words.dropLast().joined(separator: " ") : text
        while base.utf8.count + " \(number)".utf8.count > Self.maxLength { base.removeLast() }
        return TimerName("\(base) \(number)") ?? TimerName(unchecked: "\(number)")
    }
}
