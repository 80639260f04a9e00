import Instants

/// Copies of other kitchens' timers. They count down and ring here by themselves; what their kitchens say counts, except
/// that an alarm that was answered here is not heard again.
extension TimerBoard {
    package static let copyLimit = 32

    /// For how long a kitchen tells which of its runs have ended.
    package static let endedTime: Duration = .minutes(10)

    /// Replaces the copies of a kitchen's timers; the same once more changes nothing.
    ///
    /// - Parameters:
    ///   - kitchen: if it can't be reached, since when.
    ///   - copies: nil if only the kitchen has changed.
    ///   - ended: the runs that have ended there lately, by their IDs.
    /// - Returns: how many found no place.
    package mutating func setCopies(
        _ copies: [Copy]?, of kitchen: Origin.Kitchen, ended: [String: Ending] = [:], at now: Instant
    ) -> Step<Int> {
        step(at: now) { board, effects in
            var kitchen = kitchen
            let known = board.timers.lazy.compactMap(\.origin?.kitchen).first { $0.id == kitchen.id }
            let lostSince = known?.unreachableSince
            // It can be reached again when it has told its timers.
            if kitchen.unreachableSince != nil || copies == nil {
                kitchen.unreachableSince = lostSince ?? kitchen.unreachableSince
            }
            var leftOut = 0
            if let copies {
                // A kitchen that was away for longer does not tell all that has ended.
                let isForgetful = lostSince.map { $0.duration(to: now) > Self.endedTime } ?? false
                board.removeCopies(of: kitchen.id, except: copies, ended, isForgetful: isForgetful, at: now, &effects)
                var runs: Set<String> = []
                for copy in copies where runs.insert(copy.run).inserted {
                    if !board.set(copy, of: kitchen, at: now, &effects) { leftOut += 1 }
                }
            }
            for index in board.timers.indices where board.timers[index].isCopy(of: kitchen.id) {
                board.update(at: index, &effects) { $0.origin?.kitchen = kitchen }
            }
            board.passDeadlines(at: now, &effects)
            return .success(leftOut)
        }
    }

    /// Removes the copies of all kitchens but these.
    package mutating func keepCopies(of kitchens: Set<String>, at now: Instant) -> Step<Void> {
        step(at: now) { board, effects in
            board.dropAnswers { !kitchens.contains($0.kitchen) }
            for index in board.timers.indices.reversed() {
                guard let kitchen = board.timers[index].origin?.kitchen, !kitchens.contains(kitchen.id) else {
                    continue
                }
                board.remove(at: index, as: .cancelled, .cancelled, at: now, &effects)
            }
            return .success(())
        }
    }

    /// The copies that a command means by a name; with `alone`, the name of a timer does not mean its group.
    package func copies(meantBy name: TimerName, alone: Bool) -> [EggTimer] {
        let one = alone ? index(of: name).map { [$0] } : nil
        return (one ?? indices(of: name)).map { timers[$0] }.filter { $0.origin != nil }
    }

    // MARK: One kitchen

    /// Removes the copies whose runs have ended. One that its kitchen has lost, with its disk, stays and rings here.
    private mutating func removeCopies(
        of kitchen: String, except copies: [Copy], _ ended: [String: Ending], isForgetful: Bool, at now: Instant,
        _ effects: inout [Effect]
    ) {
        let runs = Set(copies.map(\.run))
        dropAnswers { $0.kitchen == kitchen && !runs.contains($0.run) }
        for index in timers.indices.reversed() {
            guard timers[index].isCopy(of: kitchen), let run = timers[index].origin?.run, !runs.contains(run),
                ended[run] != nil || isForgetful
            else { continue }
            let isAnswered = timers[index].isDue && ended[run] != .replaced
            let (timerEvent, ending): (TimerEvent, Ending) =
                isAnswered ? (.dismissed, .dismissed) : (.cancelled, .cancelled)
            remove(at: index, as: timerEvent, ending, at: now, &effects)
        }
    }

    /// Adds or changes a copy; returns whether there is a place for it.
    private mutating func set(
        _ copy: Copy, of kitchen: Origin.Kitchen, at now: Instant, _ effects: inout [Effect]
    ) -> Bool {
        let index = timers.firstIndex { $0.isCopy(of: kitchen.id) && $0.origin?.run == copy.run }
        // An alarm that was answered here stays so until the kitchen shows the answer.
        if copy.isDue(at: now),
            copyAnswers.contains(where: { $0.isAbout(copy.run, of: kitchen.id) && $0.alarm == copy.alarm })
        {
            return true
        }
        dropAnswers { $0.isAbout(copy.run, of: kitchen.id) }
        let origin = Origin(
            kitchen: kitchen, run: copy.run, name: copy.name, group: copy.portion?.group, isEstimated: copy.isEstimated)
        var told = copy.phase
        if case .ringing(let deadline, _) = told {
            told = .ringing(deadline: deadline, silentAt: now.advanced(by: kitchen.silenceAfter))
        }
        if let index {
            change(at: index, to: copy, told, origin, at: now, &effects)
            return true
        }
        guard timers.count < Self.limit, timers.count(where: { $0.origin != nil }) < Self.copyLimit else {
            return false
        }
        lastID += 1
        var timer = EggTimer(
            id: EggTimer.ID(lastID), runID: runIDs.next(), name: name(of: origin), egg: copy.egg,
            duration: copy.duration, phase: told, startedAt: now, portion: copy.portion, sound: copy.sound,
            alarm: copy.alarm, origin: origin)
        if let group = name(ofGroup: origin) { timer.portion?.group = group }
        timer.rearmWarning(kitchen.warning, at: now)
        timers.append(timer)
        if timer.isAlarming { effects.append(.startAlarm(timer)) }
        effects.append(.publish(.started, timer))
        return true
    }

    /// Makes a copy what its kitchen says; what follows by itself from what it says is left as it is here.
    private mutating func change(
        at index: Int, to copy: Copy, _ told: EggTimer.Phase, _ origin: Origin, at now: Instant,
        _ effects: inout [Effect]
    ) {
        let old = timers[index]
        // Its eggs may have gone in here already.
        let isPastCue = copy.portion?.afterCue != nil && !old.isCue && told.parts.deadline.map { $0 <= now } ?? false
        let isSame = old.alarm == copy.alarm && (isPastCue || old.phase.follows(told, at: now))
        update(at: index, &effects) { timer in
            timer.origin = origin
            timer.estimate = nil
            timer.alarm = copy.alarm
            if !isPastCue {
                timer.duration = copy.duration
                timer.portion?.afterCue = copy.portion?.afterCue
            }
            if !isSame { timer.phase = told }
        }
        if old.origin?.name != origin.name || old.origin?.kitchen.name != origin.kitchen.name {
            timers[index].name = name(of: origin, except: index)
            if let group = name(ofGroup: origin) { timers[index].portion?.group = group }
        }
        if !isSame { timers[index].rearmWarning(origin.kitchen.warning, at: now) }
        let timer = timers[index]
        if let timerEvent = Self.change(from: old, to: timer, isSame: isSame) {
            effects.append(.publish(timerEvent, timer))
        }
    }

    /// Changes a timer, and starts or stops its alarm if it then rings or no longer does.
    private mutating func update(at index: Int, _ effects: inout [Effect], _ change: (inout EggTimer) -> Void) {
        let old = timers[index]
        change(&timers[index])
        switch (old.isAlarming, timers[index].isAlarming) {
        case (false, true): effects.append(.startAlarm(timers[index]))
        case (true, false): effects.append(.stopAlarm(old.id))
        default: break
        }
    }

    private static func change(from old: EggTimer, to new: EggTimer, isSame: Bool) -> TimerEvent? {
        if old.isCue, !new.isCue { return .cued }
        guard !isSame else { return old.name == new.name ? nil : .renamed }
        return switch (old.state, new.state) {
        case (.paused, .cooking): .resumed
        case (_, .cooking): .extended
        case (_, .paused): .paused
        case (_, .ringing): .rang
        case (_, .snoozed): .snoozed
        case (_, .missed): .missed
        }
    }

    // MARK: Names

    /// The name of a copy, `kitchen/egg`, for the timer at this place.
    private func name(of origin: Origin, except index: Int? = nil) -> TimerName {
        let others = timers.indices.filter { $0 != index }.map { timers[$0] } + before
        return Self.free(
            origin.name, of: origin.kitchen, Set(others.map(\.name) + others.compactMap { $0.portion?.group }))
    }

    /// The name of a copy's group: `kitchen/pot`.
    private func name(ofGroup origin: Origin) -> TimerName? {
        guard let group = origin.group else { return nil }
        let others = timers + before
        let groups = others.filter { !($0.isCopy(of: origin.kitchen.id) && $0.origin?.group == group) }
            .compactMap { $0.portion?.group }
        return Self.free(group, of: origin.kitchen, Set(others.map(\.name) + groups))
    }

    /// The first free name; of two kitchens with one name, the second has a part of its ID.
    private static func free(_ name: TimerName, of kitchen: Origin.Kitchen, _ taken: Set<TimerName>) -> TimerName {
        var beginning = kitchen.name.text
        for end in [" \(kitchen.id.prefix(4))", " \(kitchen.id)"] {
            let free = TimerName(unchecked: "\(beginning)/\(name)")
            if !taken.contains(free) { return free }
            beginning = kitchen.name.text + end
        }
        var (number, free) = (2, TimerName(unchecked: "\(beginning)/\(name)"))
        while taken.contains(free) {
            free = TimerName(unchecked: "\(beginning)/\(name) \(number)")
            number += 1
        }
        return free
    }

    // MARK: The settings of a timer's alarm

    func silenceAfter(_ timer: EggTimer) -> Duration { timer.origin?.kitchen.silenceAfter ?? settings.silenceAfter }

    func warning(of timer: EggTimer) -> Duration { timer.origin?.kitchen.warning ?? settings.warning }
}
