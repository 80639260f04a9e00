import Instants

/// Groups of timers: eggs in one pot that are done at the same moment.
///
/// The portion that takes longest cooks at once. Each other one is a cue first: its countdown is the time until its eggs
/// are put into the water, and at its deadline it becomes the countdown of these eggs. A change of one timer changes all
/// timers of its group, but one alone can be cancelled, renamed or reset by its own name.
extension TimerBoard {
    /// Starts eggs that are done at the same moment; an existing group with that name is reset as a whole.
    package mutating func cook(
        _ order: GroupOrder, group: TimerName = .standardGroup, at now: Instant
    ) -> Step<GroupStarted> {
        step(at: now) { board, effects in
            let old = board.timers.filter { $0.portion?.group == group }
            let names: [TimerName]
            switch board.names(of: order, in: group) {
            case .success(let free): names = free
            case .failure(let refusal): return .failure(refusal)
            }
            for portion in order.portions where !Self.durations.contains(portion.order.duration) {
                return .failure(.invalidDuration(portion.order.duration, allowed: Self.durations))
            }
            guard board.timers.count - old.count + names.count <= Self.limit else {
                return .failure(.tooManyTimers(limit: Self.limit))
            }
            board.timers.removeAll { $0.portion?.group == group }
            board.keepForUndo(old, .replaced, at: now)
            for timer in old {
                if timer.state == .ringing { effects.append(.stopAlarm(timer.id)) }
                if let run = timer.run(ending: .replaced, at: now) { effects.append(.record(run)) }
                if !names.contains(timer.name) { effects.append(.publish(.cancelled, timer)) }
            }
            let end = now.advanced(by: order.duration)
            let first = board.timers.count
            for (portion, name) in zip(order.portions, names) {
                board.lastID += 1
                let time = portion.order.duration
                let wait = order.duration - time
                let isCue = wait > .zero
                var timer = EggTimer(
                    id: EggTimer.ID(board.lastID), runID: board.runIDs.next(), name: name, egg: portion.order.egg,
                    duration: isCue ? wait : time,
                    phase: .cooking(deadline: isCue ? end.advanced(by: .zero - time) : end), startedAt: now,
                    rawEgg: portion.order.rawEgg,
                    portion: Portion(group: group, count: portion.count, afterCue: isCue ? time : nil),
                    undo: UndoMark(change: .started, at: now))
                timer.rearmWarning(board.settings.warning, at: now)
                board.timers.append(timer)
                let isReplacement = old.contains { $0.name == name }
                effects.append(.publish(isReplacement ? .replaced : .started, timer))
            }
            return .success(
                GroupStarted(timers: Array(board.timers[first...]), replaced: old, rawEgg: order.rawEgg))
        }
    }

    /// The names of a new group's timers, which no other timer or group may have, and neither may have the group's.
    private func names(of order: GroupOrder, in group: TimerName) -> Result<[TimerName], Refusal> {
        let others = timers.filter { $0.portion?.group != group }
        let taken = Set(others.map(\.name) + others.compactMap { $0.portion?.group })
        if taken.contains(group) { return .failure(.nameTaken(group)) }
        var names: [TimerName] = []
        for portion in order.portions {
            let text = Portion.name(Portion.words(count: portion.count, egg: portion.order.egg), in: group)
            guard let name = TimerName(text), name != group else { return .failure(.invalidName(text)) }
            if taken.contains(name) { return .failure(.nameTaken(name)) }
            names.append(name)
        }
        return .success(names)
    }

    /// Cues the eggs of a timer to be put into the water, and begins to cook them.
    mutating func cue(
        at index: Int, dueAt deadline: Instant, _ now: Instant, isOnTime: Bool, _ effects: inout [Effect]
    ) {
        timers[index].beginCooking(dueAt: deadline, at: now, isOnTime: isOnTime)
        timers[index].rearmWarning(warning(of: timers[index]), at: now)
        warn(of: index, &effects)
        effects.append(.publish(.cued, timers[index]))
    }

    // MARK: Names

    func isTaken(_ name: TimerName) -> Bool {
        timers.contains { $0.name == name || $0.portion?.group == name }
    }

    /// The timers of a group, in order of creation.
    func members(of group: TimerName) -> [Int] {
        timers.indices.filter { timers[$0].portion?.group == group }
    }

    /// The timer with this name together with its group, or the timers of the group with this name; empty if there are
    /// none.
    func indices(of name: TimerName) -> [Int] {
        guard let index = index(of: name) else { return members(of: name) }
        return timers[index].portion.map { members(of: $0.group) } ?? [index]
    }

    /// The timer or group that a command without a name means, which is never a copy.
    var meant: TimerName? { .meant(among: timers.filter { $0.origin == nil }.map { ($0.name, $0.portion?.group) }) }

    /// The timers that a command means. Copies are changed in their kitchen.
    func matching(_ name: TimerName?) -> Result<[Int], Refusal> {
        let indices = ((name ?? meant).map(indices(of:)) ?? []).filter { timers[$0].origin == nil }
        return indices.isEmpty ? .failure(.noSuchTimer(name ?? .standard)) : .success(indices)
    }
}

extension TimerName {
    /// The timer or group that a command without a name means, on the board and in clients: `egg`, else `timer`, else
    /// the only one; nil if there are none or several.
    package static func meant(among timers: [(name: TimerName, group: TimerName?)]) -> TimerName? {
        for name in [standard, standardTime] where timers.contains(where: { $0.name == name || $0.group == name }) {
            return name
        }
        guard let first = timers.first else { return nil }
        if timers.count == 1 { return first.name }
        return timers.allSatisfy { $0.group == first.group } ? first.group : nil
    }

    /// The name of a group that is started without a name.
    package static let standardGroup = TimerName(unchecked: "pot")
}

package struct GroupStarted: Equatable, Sendable {
    /// Its timers, in the order of the portions.
    package let timers: [EggTimer]
    /// The timers of the group that it replaced, in their last state.
    package let replaced: [EggTimer]
    /// The egg that the countdowns are for; nil if none of them depends on it.
    package let rawEgg: RawEgg?
}

/// The answer to a change of one timer, or of a whole group.
package struct Changed: Equatable, Sendable {
    /// The timer, or the first of the group.
    package let timer: EggTimer
    /// The other timers of the group that were changed.
    package let rest: [EggTimer]

    /// All of them, in order of creation.
    package var timers: [EggTimer] { [timer] + rest }

    package init?(_ timers: [EggTimer]) {
        guard let first = timers.first else { return nil }
        (timer, rest) = (first, Array(timers.dropFirst()))
    }
}
