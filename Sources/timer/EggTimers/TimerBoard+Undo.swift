import Instants

/// The change of a timer by the last command, which an undo reverses.
package struct UndoMark: Equatable, Sendable {
    /// The command's effect on the timer.
    package enum Change: String, Sendable {
        /// It began the timer's run, so an undo removes the timer. All others are of timers as they were before it.
        case started
        /// It started another run in its place.
        case replaced
        /// It removed the timer: a cancel or a dismiss.
        case removed
        /// It changed the countdown or the alarm.
        case paused, resumed, extended, snoozed
        case renamed
    }

    package let change: Change
    /// When the command was carried out.
    package let at: Instant

    package init(change: Change, at: Instant) {
        self.change = change
        self.at = at
    }
}

/// Reversing the last command that changed timers. The next of these commands takes its place.
extension TimerBoard {
    /// How long after a command it can be undone; checked only when an undo is asked for.
    package static let undoLimit: Duration = .seconds(60)

    /// How soon after another one the same change of another timer is undone with it. Clients that change several timers
    /// make a call for each.
    static let joinLimit: Duration = .seconds(3)

    /// The timers and, with a mark, those that the last command changed or removed, as they were before it.
    package var everything: [EggTimer] { timers + before }

    /// Until when the last command can be undone; nil if there is none, or if it was undone.
    package var undoEnd: Instant? { everything.compactMap { $0.undo?.at }.max()?.advanced(by: Self.undoLimit) }

    /// The last command's change and its timers; nil if there is none, or if it was undone.
    package var lastChange: LastChange? {
        let changed = before.filter { $0.undo?.change != .replaced }
        // The timer that took another one's place counts, and not the other one.
        let about = [changed, timers.filter { $0.undo != nil }, before].first { !$0.isEmpty }
        return about.flatMap { LastChange($0.sorted { $0.id < $1.id }) }
    }

    /// Removes the timers that the last command started, without an entry in the history, and gives back those that it
    /// changed or removed. Entries in the history that these have got since are withdrawn.
    ///
    /// A countdown continues as if it had gone on, also that of a pot, whose eggs are done at the same moment even if some
    /// of them had to go in meanwhile. An alarm that was answered rings again for its full time.
    package mutating func undo(at now: Instant) -> Step<Undone> {
        step(at: now) { board, effects in
            guard let end = board.undoEnd, now <= end, let last = board.lastChange else {
                return .failure(.nothingToUndo)
            }
            let started = board.timers.filter { $0.undo != nil }
            let before = board.before.sorted { $0.id < $1.id }
            let others = board.timers.filter { $0.undo == nil }
            let runs = Set(before.map(\.runID))
            // Others can have been restored meanwhile.
            guard runs.union(others.map(\.runID)).count <= Self.limit else {
                return .failure(.tooManyTimers(limit: Self.limit))
            }
            (board.timers, board.before) = (others, [])
            for timer in started {
                if timer.state == .ringing { effects.append(.stopAlarm(timer.id)) }
                if timer.isRecorded { effects.append(.withdraw(timer.runID)) }
            }
            for timer in before { board.giveBack(timer, at: now, &effects) }
            let names = Set(before.map(\.name))
            for timer in started where !names.contains(timer.name) { effects.append(.publish(.withdrawn, timer)) }
            board.passDeadlines(at: now, cuesOnTime: true, &effects)
            // Eggs that had to go in meanwhile can be done as well.
            board.passDeadlines(at: now, &effects)
            let back = board.timers.filter { runs.contains($0.runID) }
            return .success(Undone(timers: back, removed: started, change: last))
        }
    }

    /// Makes a timer what it was before the last command, on the board or in its place in the order of creation.
    private mutating func giveBack(_ before: EggTimer, at now: Instant, _ effects: inout [Effect]) {
        var timer = before
        timer.undo = nil
        let index = timers.firstIndex { $0.runID == timer.runID }
        if let index, before.undo?.change == .renamed {
            // Its countdown, which the command didn't change, may have ended since.
            timer = timers[index]
            timer.name = before.name
        } else {
            let current = index.map { timers[$0] }
            // An alarm that was answered rings once more.
            if timer.isDue { timer.alarm = max(timer.alarm, current?.alarm ?? 0) + 1 }
            if !timer.isRecorded, current?.isRecorded ?? true { effects.append(.withdraw(timer.runID)) }
            let (rang, rings) = (current?.state == .ringing, timer.state == .ringing)
            if rang, !rings { effects.append(.stopAlarm(timer.id)) }
            if case .ringing(let deadline, _) = timer.phase {
                timer.phase = .ringing(deadline: deadline, silentAt: now.advanced(by: settings.silenceAfter))
                if !rang { effects.append(.startAlarm(timer)) }
            }
        }
        if let index {
            timers[index] = timer
        } else {
            timers.insert(timer, at: timers.firstIndex { $0.id > timer.id } ?? timers.endIndex)
        }
        effects.append(.publish(index == nil ? .returned : .undone, timer))
    }

    /// Keeps timers as they are before a command changes or removes them, in place of those of the command before. The
    /// same change of other timers just before is kept as well.
    mutating func keepForUndo(_ changed: [EggTimer], _ change: UndoMark.Change, at now: Instant) {
        let last = before.compactMap { $0.undo?.at }.max()
        let runs = Set(before.map(\.runID))
        let joins =
            change != .replaced && last.map { $0.duration(to: now) <= Self.joinLimit } ?? false
            && before.allSatisfy { $0.undo?.change == change }
            && changed.allSatisfy { $0.undo == nil && !runs.contains($0.runID) }
        if !joins {
            before = []
            for index in timers.indices { timers[index].undo = nil }
        }
        for var timer in changed {
            timer.undo = UndoMark(change: change, at: now)
            before.append(timer)
        }
    }
}

/// The change by a command, as far as an undo reverses it.
package struct LastChange: Equatable, Sendable {
    package let change: UndoMark.Change
    /// The timers that it started, or that it changed or removed, as they were before it; in order of creation.
    package let timers: [EggTimer]

    init?(_ timers: [EggTimer]) {
        guard let change = timers.first?.undo?.change else { return nil }
        (self.change, self.timers) = (change, timers)
    }

    /// The action that made it; nil for a start and for another name.
    package var action: Action? {
        switch change {
        case .started, .replaced, .renamed: nil
        case .removed: timers.allSatisfy(\.isDue) ? .dismiss : .cancel
        case .paused: .pause
        case .resumed: .resume
        case .extended: .extend
        case .snoozed: .snooze
        }
    }
}

package struct Undone: Equatable, Sendable {
    /// The timers that are as they were before.
    package let timers: [EggTimer]
    /// The timers that had been started, in their last state.
    package let removed: [EggTimer]
    package let change: LastChange
}
