import Instants

/// How an undo reverses the command that started or removed a timer.
public struct UndoMark: Equatable, Sendable {
    /// The part that the timer had in the command.
    public enum Role: String, Sendable {
        /// The command started it; an undo removes it.
        case started
        /// The command removed it; an undo brings it back.
        case removed
    }

    /// The timer's part.
    public let role: Role
    /// When the command was carried out.
    public let at: Instant

    /// A mark with these values, as read from a store.
    public init(role: Role, at: Instant) {
        self.role = role
        self.at = at
    }
}

/// Reversing the last start, cook, cancel or dismiss. The next of these commands takes its place.
extension TimerBoard {
    /// How long after a command it can be undone; checked only when an undo is asked for.
    public static let undoLimit: Duration = .seconds(60)

    /// How soon after another one a removal is undone with it. Clients that remove several timers make a call for each.
    static let joinLimit: Duration = .seconds(3)

    /// The timers and, with a mark, those that the last command removed.
    public var everything: [EggTimer] { timers + removed }

    /// Removes the timers that the last command started, without an entry in the history, and brings back those that it
    /// removed, whose entries are withdrawn.
    ///
    /// An alarm that was stopped rings again for its full time. A name that is taken by now gets a number.
    public mutating func undo(at now: Instant) -> Step<Undone> {
        step(at: now) { board, effects in
            let times = board.everything.compactMap { $0.undo?.at }
            guard let last = times.max(), last.duration(to: now) <= Self.undoLimit else {
                return .failure(.nothingToUndo)
            }
            let started = board.timers.filter { $0.undo != nil }
            guard board.timers.count - started.count + board.removed.count <= Self.limit else {
                return .failure(.tooManyTimers(limit: Self.limit))
            }
            let back = board.removed.sorted { $0.id < $1.id }
            board.timers.removeAll { $0.undo != nil }
            board.removed = []
            for timer in started {
                if timer.state == .ringing { effects.append(.stopAlarm(timer.id)) }
                if timer.isRecorded { effects.append(.withdraw(timer.runID)) }
            }
            var names = JoiningNames(of: back, joining: board.timers, rejoiningGroups: true)
            for var timer in back {
                names.assign(to: &timer)
                board.bringBack(timer, at: now, &effects)
            }
            let runs = Set(back.map(\.runID))
            func isBack(_ timer: EggTimer) -> Bool { runs.contains(timer.runID) }
            let namesBack = Set(board.timers.filter(isBack).map(\.name))
            for timer in started where !namesBack.contains(timer.name) { effects.append(.publish(.undone, timer)) }
            board.passDeadlines(at: now, &effects)
            return .success(Undone(timers: board.timers.filter(isBack), removed: started))
        }
    }

    /// Returns a timer to the board, in the order of creation.
    private mutating func bringBack(_ removed: EggTimer, at now: Instant, _ effects: inout [Effect]) {
        var timer = removed
        timer.undo = nil
        // A restart can have given its number to another timer.
        if timers.contains(where: { $0.id == timer.id }) {
            lastID += 1
            timer.id = EggTimer.ID(lastID)
        }
        // After a restart, it can also be the last of all numbers.
        lastID = max(lastID, timer.id.number)
        if !timer.isRecorded { effects.append(.withdraw(timer.runID)) }
        if case .ringing(let deadline, _) = timer.phase {
            timer.phase = .ringing(deadline: deadline, silentAt: now.advanced(by: settings.silenceAfter))
            effects.append(.startAlarm(timer))
        }
        timers.insert(timer, at: timers.firstIndex { $0.id > timer.id } ?? timers.endIndex)
        effects.append(.publish(.undone, timer))
    }

    /// Forgets the command that could be undone before, because another one takes its place. A removal joins the
    /// removals just before it.
    mutating func beginUndoable(removingAt now: Instant? = nil) {
        let marks = everything.compactMap(\.undo)
        if let now, let last = marks.map(\.at).max(), last.duration(to: now) <= Self.joinLimit,
            marks.allSatisfy({ $0.role == .removed })
        {
            return
        }
        removed = []
        for index in timers.indices { timers[index].undo = nil }
    }

    /// Keeps a timer that a command has removed.
    mutating func keepForUndo(_ timer: EggTimer, at now: Instant) {
        var timer = timer
        timer.undo = UndoMark(role: .removed, at: now)
        removed.append(timer)
    }
}

/// The answer to an undo.
public struct Undone: Equatable, Sendable {
    /// The timers that are back.
    public let timers: [EggTimer]
    /// The timers that had been started, in their last state.
    public let removed: [EggTimer]
}
