import Instants

/// All timers and the rules for changing them: a value without clock or I/O.
///
/// Events are mutating methods. Each takes the current time, first processes every deadline up to that time, and
/// returns the effects to perform. Time must not go backwards from one event to the next.
///
///     cooking ── deadline ──▶ ringing ── dismiss ──▶ (removed)
///       │  ▲                    │ ▲  └── nobody answers ──▶ missed ── dismiss ──▶ (removed)
///     pause resume           snooze deadline
///       ▼  │                    ▼ │
///      paused                 snoozed        cancel: from every state; start: from every state to cooking
///                                            extend: from ringing, snoozed and missed to cooking
///                                            rename: in every state, which stays
///
/// The deadline of a cue (see `cook`) leads to cooking, for the time that its eggs take.
package struct TimerBoard: Equatable, Sendable {
    package struct Settings: Equatable, Sendable {
        /// How long an alarm rings before it stops and its timer becomes missed.
        package var silenceAfter: Duration
        /// How long a snooze without a time lasts.
        package var snooze: Duration
        /// A timer whose deadline is found to be longer past than this is missed without ringing.
        package var lateAfter: Duration
        /// How long before a deadline the sound device is started; zero to start it at the deadline.
        package var leadIn: Duration
        /// How long before a deadline a warning is given; zero for none.
        package var warning: Duration

        /// The defaults: ten minutes of ringing, one minute of snooze, late after an hour, no lead-in and no warning.
        package init(
            silenceAfter: Duration = .minutes(10), snooze: Duration = .minutes(1), lateAfter: Duration = .hours(1),
            leadIn: Duration = .zero, warning: Duration = .zero
        ) {
            self.leadIn = leadIn
            self.warning = warning
            self.silenceAfter = silenceAfter
            self.snooze = snooze
            self.lateAfter = lateAfter
        }
    }

    /// The shortest and the longest countdown.
    package static let durations: ClosedRange<Duration> = .seconds(1) ... .hours(99)
    /// The shortest and the longest snooze.
    package static let snoozes: ClosedRange<Duration> = .seconds(1) ... .hours(24)
    /// The times by which some countdown can be made shorter or longer.
    package static var extensions: ClosedRange<Duration> {
        let most = durations.upperBound - durations.lowerBound
        return .zero - most...most
    }
    /// The most timers at the same time.
    package static let limit = 64
    /// A wake that is later than this means that the machine was suspended, so that its alarm wasn't heard.
    static let punctuality: Duration = .seconds(2)

    /// The timers in order of creation.
    package internal(set) var timers: [EggTimer] = []
    /// The timers that the last command changed or removed, as they were before it, each with a mark.
    package internal(set) var before: [EggTimer] = []
    /// The settings; new ones apply to later events.
    package private(set) var settings: Settings
    var lastID: Int64 = 0
    var runIDs: RunIDs
    /// The answers to alarms of copies, the oldest first, until their kitchens show that they have them.
    package internal(set) var copyAnswers: [CopyAnswer] = []
    /// When the answers were given or restored.
    var answeredAt: [String: Instant] = [:]
    /// The deadlines for which the sound device has been started.
    var prepared: [EggTimer.ID: Instant] = [:]

    /// An empty board; the seed is random, and differs in each process that saves timers in the same place.
    package init(settings: Settings = Settings(), seed: UInt64 = 0) {
        self.settings = settings
        runIDs = RunIDs(seed: seed)
    }

    /// When `deadlinesPass` must be called next; nil when no timer changes without a command.
    package var nextWake: Instant? {
        timers.lazy.compactMap { self.wake(of: $0) }.min()
    }

    /// When the board must check a timer again: at its deadline, or earlier if there is a lead-in or a warning.
    private func wake(of timer: EggTimer) -> Instant? {
        [timer.nextWake, leadIn(of: timer), timer.warning(warning(of: timer))].compactMap { $0 }.min()
    }

    /// When the lead-in of a timer's alarm begins; nil if there is none to come.
    func leadIn(of timer: EggTimer) -> Instant? {
        guard settings.leadIn > .zero, timer.isCounting, !timer.isCue, timer.isHeard, let deadline = timer.nextWake,
            prepared[timer.id] != deadline
        else { return nil }
        return deadline.advanced(by: .zero - settings.leadIn)
    }

    // MARK: Events

    /// Processes every deadline up to now: alarms start, stop, or are too late to start.
    ///
    /// - Parameter wakeFired: whether the armed timer has fired, so that it must be armed again even if nothing was due
    ///   yet.
    package mutating func deadlinesPass(at now: Instant, wakeFired: Bool = false) -> Step<Void> {
        step(at: now, wakeFired: wakeFired) { _, _ in .success(()) }
    }

    /// Starts a countdown, less the time that has already elapsed; an existing timer with that name is reset, and leaves
    /// its group. Without a name, an egg is called `egg` and a time `timer`.
    package mutating func start(
        _ order: Order, name: TimerName? = nil, elapsed: Duration = .zero, at now: Instant
    ) -> Step<Started> {
        let name = name ?? order.standardName
        return step(at: now) { board, effects in
            guard Self.durations.contains(order.duration) else {
                return .failure(.invalidDuration(order.duration, allowed: Self.durations))
            }
            guard elapsed >= .zero, elapsed < order.duration else {
                return .failure(.invalidDuration(elapsed, allowed: .zero...(order.duration - .milliseconds(1))))
            }
            let place = board.index(of: name).flatMap { board.timers[$0].origin == nil ? $0 : nil }
            guard place != nil || !board.isTaken(name) else { return .failure(.nameTaken(name)) }
            guard place != nil || board.timers.count < Self.limit else {
                return .failure(.tooManyTimers(limit: Self.limit))
            }
            let replaced = place.map { board.timers[$0] }
            if replaced == nil { board.lastID += 1 }
            board.keepForUndo(replaced.map { [$0] } ?? [], .replaced, at: now)
            var timer = EggTimer(
                id: replaced?.id ?? EggTimer.ID(board.lastID), runID: board.runIDs.next(), name: name, egg: order.egg,
                duration: order.duration,
                phase: .cooking(deadline: now.advanced(by: order.duration - elapsed)),
                startedAt: now.advanced(by: .zero - elapsed), rawEgg: order.rawEgg,
                undo: UndoMark(change: .started, at: now), sound: order.sound)
            timer.rearmWarning(board.settings.warning, at: now)
            if let place, let replaced {
                board.timers[place] = timer
                if replaced.state == .ringing { effects.append(.stopAlarm(replaced.id)) }
                if let run = replaced.run(ending: .replaced, at: now) { effects.append(.record(run)) }
            } else {
                board.timers.append(timer)
            }
            effects.append(.publish(replaced == nil ? .started : .replaced, timer))
            let basis = order.isComputed ? order.rawEgg : nil
            return .success(Started(timer: timer, replaced: replaced, rawEgg: basis))
        }
    }

    /// Pauses a cooking timer, and with it the group that it belongs to.
    package mutating func pause(_ name: TimerName?, at now: Instant) -> Step<Changed> {
        change(name, by: .pause, marked: .paused, at: now, as: .paused) { timer in
            timer.phase = .paused(remaining: timer.remaining(at: now))
            timer.alarm += 1
            if timer.pauses.count < Pause.maxCount { timer.pauses.append(Pause(began: now, length: nil)) }
        }
    }

    package mutating func resume(_ name: TimerName?, at now: Instant) -> Step<Changed> {
        change(name, by: .resume, marked: .resumed, at: now, as: .resumed) { timer in
            timer.phase = .cooking(deadline: now.advanced(by: timer.remaining(at: now)))
            timer.alarm += 1
            timer.endPause(at: now)
        }
    }

    /// Lengthens a cooking or paused countdown, or shortens it by a negative time.
    ///
    /// At least a second must remain. A timer whose countdown is over cooks again and ends that long from now. The run
    /// of a missed timer stays in the history; the new countdown is a new run.
    package mutating func extend(_ name: TimerName?, by more: Duration, at now: Instant) -> Step<Changed> {
        step(at: now) { board, effects in
            board.matching(name).flatMap { indices in
                // All timers of a group are extended, or none.
                let allowed = indices.map { board.timers[$0].extensions(at: now) }
                let (least, most) = (allowed.map(\.least).max() ?? .zero, allowed.map(\.most).min() ?? .zero)
                guard more >= least, more <= most else {
                    return .failure(.invalidDuration(more, allowed: min(least, most)...most))
                }
                board.keepForUndo(indices.map { board.timers[$0] }, .extended, at: now)
                for index in indices {
                    if board.timers[index].state == .ringing { effects.append(.stopAlarm(board.timers[index].id)) }
                    board.timers[index].extend(by: more, at: now, &board.runIDs)
                    board.timers[index].rearmWarning(board.settings.warning, at: now)
                    effects.append(.publish(.extended, board.timers[index]))
                }
                return board.changed(indices)
            }
        }
    }

    /// Gives a timer in any state another name, which no other timer may have.
    ///
    /// Nothing else about it changes: an alarm that is on stays on. Its own name changes nothing and is not published.
    package mutating func rename(_ name: TimerName?, to newName: TimerName, at now: Instant) -> Step<EggTimer> {
        step(at: now) { board, effects in
            switch board.one(called: name) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let index):
                guard board.timers[index].name != newName else { return .success(board.timers[index]) }
                guard !board.isTaken(newName) else { return .failure(.nameTaken(newName)) }
                board.keepForUndo([board.timers[index]], .renamed, at: now)
                board.timers[index].name = newName
                effects.append(.publish(.renamed, board.timers[index]))
                return .success(board.timers[index])
            }
        }
    }

    /// Removes a timer in any state, or a whole group by its name; the answer has the timers in their last state.
    package mutating func cancel(_ name: TimerName?, at now: Instant) -> Step<Changed> {
        step(at: now) { board, effects in
            // The name of a timer means only this one, because the rest of its group is done at the same moment as
            // before.
            let alone = name.flatMap { name in board.timers.firstIndex { $0.name == name && $0.origin == nil } }
            return (alone.map { .success([$0]) } ?? board.matching(name)).flatMap { indices in
                let last = board.changed(indices)
                board.keepForUndo(indices.map { board.timers[$0] }, .removed, at: now)
                for index in indices.reversed() {
                    board.remove(at: index, as: .cancelled, .cancelled, at: now, &effects)
                }
                return last
            }
        }
    }

    /// Applies new settings; alarms that have already started keep the old ones.
    package mutating func adopt(_ settings: Settings, at now: Instant) -> Step<Void> {
        step(at: now) { board, effects in
            board.settings = settings
            board.prepareAlarms(at: now, &effects)
            board.warn(at: now, &effects)
            return .success(())
        }
    }

    // MARK: Rules common to all events

    /// Performs one event: first the deadlines, then the event itself, then the wake if it has changed.
    mutating func step<Answer>(
        at now: Instant, passingFirst: Bool = true, wakeFired: Bool = false,
        _ event: (inout TimerBoard, inout [Effect]) -> Result<Answer, Refusal>
    ) -> Step<Answer> {
        let armed = wakeFired ? nil : nextWake
        let (oldTimers, oldBefore, oldAnswers) = (timers, before, copyAnswers)
        var effects: [Effect] = []
        if passingFirst { passDeadlines(at: now, &effects) }
        let result = event(&self, &effects)
        let wake = nextWake
        if wake != armed { effects.insert(.wake(at: wake), at: 0) }
        // A timer that is found late, and for which there is no room, leaves only a run.
        let changed =
            timers != oldTimers || before != oldBefore || copyAnswers != oldAnswers
            || effects.contains { if case .record = $0 { true } else { false } }
        return Step(effects: effects, changed: changed, result: result)
    }

    /// Performs an action on one timer, or on those of a group that allow it, which are changed and published; refused if
    /// none does.
    private mutating func change(
        _ name: TimerName?, by action: Action, marked mark: UndoMark.Change, at now: Instant, as timerEvent: TimerEvent,
        _ change: (inout EggTimer) -> Void
    ) -> Step<Changed> {
        step(at: now) { board, effects in
            board.matching(name).flatMap { indices in
                let changed = indices.filter { board.timers[$0].allows(action) }
                if changed.isEmpty, let first = indices.first.map({ board.timers[$0] }) {
                    return .failure(.wrongState(first.name, first.state))
                }
                board.keepForUndo(changed.map { board.timers[$0] }, mark, at: now)
                for index in changed {
                    change(&board.timers[index])
                    effects.append(.publish(timerEvent, board.timers[index]))
                }
                return board.changed(changed)
            }
        }
    }

    private func changed(_ indices: [Int]) -> Result<Changed, Refusal> {
        Changed(indices.map { timers[$0] }).map { .success($0) } ?? .failure(.noSuchTimer(.standard))
    }

    mutating func remove(
        at index: Int, as timerEvent: TimerEvent, _ ending: Ending, from: TimerName? = nil, at now: Instant,
        _ effects: inout [Effect]
    ) {
        let timer = timers.remove(at: index)
        if timer.isAlarming { effects.append(.stopAlarm(timer.id)) }
        if var run = timer.run(ending: ending, at: now) {
            run.from = from
            effects.append(.record(run))
        }
        effects.append(.publish(timerEvent, timer))
    }

    func index(of name: TimerName) -> Int? {
        timers.firstIndex { $0.name == name }
    }

    private func one(called name: TimerName?) -> Result<Int, Refusal> {
        (name ?? meant).flatMap { name in timers.firstIndex { $0.name == name && $0.origin == nil } }.map {
            .success($0)
        }
            ?? .failure(.noSuchTimer(name ?? .standard))
    }
}
