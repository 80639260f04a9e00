/// All timers and the rules by which they change: a value, without clock and without I/O.
///
/// Events are mutating methods. Each is told the time, first lets every deadline pass that lies at or before it, and
/// returns the effects that the world has to perform. Time must not run backwards from one event to the next.
///
///     cooking ── deadline ──▶ ringing ── dismiss ──▶ (gone)
///       │  ▲                    │ ▲  └── nobody answers ──▶ missed ── dismiss ──▶ (gone)
///     pause resume           snooze deadline
///       ▼  │                    ▼ │
///      paused                 snoozed        cancel: from every state; start: from every state to cooking
public struct TimerBoard: Equatable, Sendable {
    /// What the rules leave to the kitchen.
    public struct Settings: Equatable, Sendable {
        /// How long an alarm rings before it falls silent and its timer is missed.
        public var silenceAfter: Duration
        /// How long a snooze lasts that names no time.
        public var snooze: Duration
        /// A deadline found longer ago than this is missed without ringing.
        public var lateAfter: Duration
        /// How long before a deadline the alarm is got ready; zero for not at all.
        public var leadIn: Duration

        /// Ten minutes of ringing, a minute of snooze, an hour for late eggs, and no lead-in.
        public init(
            silenceAfter: Duration = .minutes(10), snooze: Duration = .minutes(1), lateAfter: Duration = .hours(1),
            leadIn: Duration = .zero
        ) {
            self.leadIn = leadIn
            self.silenceAfter = silenceAfter
            self.snooze = snooze
            self.lateAfter = lateAfter
        }
    }

    /// How long a countdown or a snooze may be.
    public static let durations: ClosedRange<Duration> = .seconds(1) ... .hours(24)
    /// The most timers at a time.
    public static let limit = 64

    /// The timers in order of creation.
    public internal(set) var timers: [EggTimer] = []
    /// The kitchen's choices; new ones hold for what comes after them.
    public private(set) var settings: Settings
    var lastID: Int64 = 0
    /// The deadlines for which the alarm has been got ready.
    private var prepared: [EggTimer.ID: Instant] = [:]

    /// An empty board.
    public init(settings: Settings = Settings()) {
        self.settings = settings
    }

    /// The one instant at which `deadlinesPass` must be called; nil when nothing will happen by itself.
    public var nextWake: Instant? {
        timers.lazy.compactMap { self.wake(of: $0) }.min()
    }

    /// When the board must look at a timer again; before a deadline that is still to be prepared for.
    private func wake(of timer: EggTimer) -> Instant? {
        guard let wake = timer.nextWake, timer.isCounting, settings.leadIn > .zero, prepared[timer.id] != wake else {
            return timer.nextWake
        }
        return wake.advanced(by: .zero - settings.leadIn)
    }

    // MARK: Events

    /// Lets every deadline pass that lies at or before now: ringing begins, falls silent, or is too late to begin.
    ///
    /// - Parameter wakeFired: the armed timer has fired, so it is armed again even if nothing was due yet.
    public mutating func deadlinesPass(at now: Instant, wakeFired: Bool = false) -> Step<Void> {
        step(at: now, wakeFired: wakeFired) { _, _ in .success(()) }
    }

    /// Starts a countdown with its full time, less what has already passed; a timer of that name is reset.
    ///
    public mutating func start(
        _ order: Order, name: TimerName = .standard, elapsed: Duration = .zero, at now: Instant
    ) -> Step<Started> {
        step(at: now) { board, effects in
            guard Self.durations.contains(order.duration) else {
                return .failure(.invalidDuration(order.duration, allowed: Self.durations))
            }
            guard elapsed >= .zero, elapsed < order.duration else {
                return .failure(.invalidDuration(elapsed, allowed: .zero...(order.duration - .milliseconds(1))))
            }
            let place = board.index(of: name)
            guard place != nil || board.timers.count < Self.limit else {
                return .failure(.tooManyTimers(limit: Self.limit))
            }
            let replaced = place.map { board.timers[$0] }
            if replaced == nil { board.lastID += 1 }
            let timer = EggTimer(
                id: replaced?.id ?? EggTimer.ID(board.lastID), name: name, egg: order.egg, duration: order.duration,
                phase: .cooking(deadline: now.advanced(by: order.duration - elapsed)),
                startedAt: now.advanced(by: .zero - elapsed))
            if let place, let replaced {
                board.timers[place] = timer
                if replaced.state == .ringing { effects.append(.stopAlarm(replaced.id)) }
                if let run = replaced.run(ending: .replaced, at: now) { effects.append(.record(run)) }
            } else {
                board.timers.append(timer)
            }
            effects.append(.publish(replaced == nil ? .started : .replaced, timer))
            return .success(Started(timer: timer, replaced: replaced))
        }
    }

    /// Holds a cooking timer; without a name the one that is meant.
    public mutating func pause(_ name: TimerName?, at now: Instant) -> Step<EggTimer> {
        change(name, at: now, as: .paused) { timer in
            guard case .cooking = timer.phase else { return .wrongState(timer.name, timer.state) }
            timer.phase = .paused(remaining: timer.remaining(at: now))
            if timer.pauses.count < Pause.most { timer.pauses.append(Pause(began: now, length: nil)) }
            return nil
        }
    }

    /// Lets a paused timer go on.
    public mutating func resume(_ name: TimerName?, at now: Instant) -> Step<EggTimer> {
        change(name, at: now, as: .resumed) { timer in
            guard case .paused(let remaining) = timer.phase else { return .wrongState(timer.name, timer.state) }
            timer.phase = .cooking(deadline: now.advanced(by: remaining))
            timer.endPause(at: now)
            return nil
        }
    }

    /// Makes a cooking or paused countdown longer, or shorter by a negative time; a second at least must remain.
    public mutating func extend(_ name: TimerName?, by more: Duration, at now: Instant) -> Step<EggTimer> {
        change(name, at: now, as: .extended) { timer in
            let least = Self.durations.lowerBound - timer.remaining(at: now)
            let most = Self.durations.upperBound - timer.duration
            let extended: EggTimer.Phase
            switch timer.phase {
            case .cooking(let deadline): extended = .cooking(deadline: deadline.advanced(by: more))
            case .paused(let remaining): extended = .paused(remaining: remaining + more)
            case .ringing, .snoozed, .missed: return .wrongState(timer.name, timer.state)
            }
            guard more >= least, more <= most else {
                return .invalidDuration(more, allowed: min(least, most)...most)
            }
            timer.duration += more
            timer.phase = extended
            return nil
        }
    }

    /// Takes a timer away, whatever its state; the answer is the timer as it last stood.
    public mutating func cancel(_ name: TimerName?, at now: Instant) -> Step<EggTimer> {
        step(at: now) { board, effects in
            switch board.meant(by: name) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let index):
                return .success(board.remove(at: index, as: .cancelled, .cancelled, at: now, &effects))
            }
        }
    }

    /// Answers what rings, is snoozed or was missed; without a name, all of it. Nothing to answer is no refusal.
    public mutating func dismiss(_ name: TimerName?, at now: Instant) -> Step<[EggTimer]> {
        step(at: now) { board, effects in
            let answered = board.timers.filter { timer in
                guard name == nil || timer.name == name else { return false }
                switch timer.state {
                case .ringing, .snoozed, .missed: return true
                case .cooking, .paused: return false
                }
            }
            for timer in answered {
                guard let index = board.index(of: timer.name) else { continue }
                _ = board.remove(at: index, as: .dismissed, .dismissed, at: now, &effects)
            }
            return .success(answered)
        }
    }

    /// Puts off what rings, or moves an earlier snooze of a named timer; without a name, everything that rings.
    public mutating func snooze(_ name: TimerName?, for time: Duration? = nil, at now: Instant) -> Step<[EggTimer]> {
        step(at: now) { board, effects in
            let time = time ?? board.settings.snooze
            guard Self.durations.contains(time) else {
                return .failure(.invalidDuration(time, allowed: Self.durations))
            }
            let indices: [Int]
            if let name {
                guard let index = board.index(of: name) else { return .failure(.noSuchTimer(name)) }
                let state = board.timers[index].state
                guard state == .ringing || state == .snoozed else { return .failure(.wrongState(name, state)) }
                indices = [index]
            } else {
                indices = board.timers.indices.filter { board.timers[$0].state == .ringing }
            }
            let until = now.advanced(by: time)
            for index in indices {
                switch board.timers[index].phase {
                case .ringing(let deadline, _):
                    effects.append(.stopAlarm(board.timers[index].id))
                    board.timers[index].phase = .snoozed(deadline: deadline, until: until)
                case .snoozed(let deadline, _):
                    board.timers[index].phase = .snoozed(deadline: deadline, until: until)
                case .cooking, .paused, .missed:
                    continue
                }
                board.timers[index].estimate?.isOfThePastOnly = true
                effects.append(.publish(.snoozed, board.timers[index]))
            }
            return .success(indices.map { board.timers[$0] })
        }
    }

    /// Takes up new settings; what has begun to ring goes by the old ones.
    public mutating func adopt(_ settings: Settings, at now: Instant) -> Step<Void> {
        step(at: now) { board, effects in
            board.settings = settings
            board.prepareAlarms(at: now, &effects)
            return .success(())
        }
    }

    // MARK: Rules shared by the events

    /// Every event runs through here: deadlines first, then the event, then the one wake if it has moved.
    mutating func step<Answer>(
        at now: Instant, passingFirst: Bool = true, wakeFired: Bool = false,
        _ event: (inout TimerBoard, inout [Effect]) -> Result<Answer, Refusal>
    ) -> Step<Answer> {
        let armed = wakeFired ? nil : nextWake
        let before = timers
        var effects: [Effect] = []
        if passingFirst { passDeadlines(at: now, &effects) }
        let result = event(&self, &effects)
        let wake = nextWake
        if wake != armed { effects.insert(.wake(at: wake), at: 0) }
        // A reset within the same instant may leave an equal timer, and yet a run has ended.
        let changed = timers != before || effects.contains { if case .record = $0 { true } else { false } }
        return Step(effects: effects, changed: changed, result: result)
    }

    /// An event on one timer: changed and announced, or refused and left as it was.
    private mutating func change(
        _ name: TimerName?, at now: Instant, as happening: Happening, _ change: (inout EggTimer) -> Refusal?
    ) -> Step<EggTimer> {
        step(at: now) { board, effects in
            switch board.meant(by: name) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let index):
                if let refusal = change(&board.timers[index]) { return .failure(refusal) }
                effects.append(.publish(happening, board.timers[index]))
                return .success(board.timers[index])
            }
        }
    }

    /// What is due, in the order of its instants: a wake that comes late must tell it as it would have happened.
    mutating func passDeadlines(at now: Instant, _ effects: inout [Effect]) {
        prepareAlarms(at: now, &effects)
        let due = timers.indices.compactMap { index in
            timers[index].nextWake.flatMap { $0 <= now ? (index: index, wake: $0) : nil }
        }
        for (index, wake) in due.sorted(by: { ($0.wake, $0.index) < ($1.wake, $1.index) }) {
            switch timers[index].phase {
            case .cooking(let deadline), .snoozed(let deadline, _):
                if wake.duration(to: now) > settings.lateAfter {
                    miss(at: index, deadline, now, &effects)
                } else {
                    timers[index].phase = .ringing(
                        deadline: deadline, silentAt: now.advanced(by: settings.silenceAfter))
                    effects.append(.startAlarm(timers[index]))
                    effects.append(.publish(.rang, timers[index]))
                }
            case .ringing(let deadline, _): miss(at: index, deadline, now, &effects)
            case .paused, .missed:
                break
            }
        }
    }

    /// Before what is due within the lead-in; what is due already needs no preparation.
    private mutating func prepareAlarms(at now: Instant, _ effects: inout [Effect]) {
        guard settings.leadIn > .zero else { return }
        for timer in timers {
            guard timer.isCounting, let deadline = timer.nextWake, let wake = wake(of: timer), wake < deadline,
                wake <= now
            else { continue }
            prepared[timer.id] = deadline
            if deadline > now { effects.append(.prepareAlarm(timer, at: deadline)) }
        }
        let counting = Set(timers.lazy.filter(\.isCounting).map(\.id))
        prepared = prepared.filter { counting.contains($0.key) }
    }

    mutating func miss(at index: Int, _ deadline: Instant, _ now: Instant, _ effects: inout [Effect]) {
        if timers[index].state == .ringing { effects.append(.stopAlarm(timers[index].id)) }
        timers[index].phase = .missed(deadline: deadline)
        if let run = timers[index].run(ending: .missed, at: now) { effects.append(.record(run)) }
        effects.append(.publish(.missed, timers[index]))
    }

    private mutating func remove(
        at index: Int, as happening: Happening, _ ending: Ending, at now: Instant, _ effects: inout [Effect]
    ) -> EggTimer {
        let timer = timers.remove(at: index)
        if timer.state == .ringing { effects.append(.stopAlarm(timer.id)) }
        if let run = timer.run(ending: ending, at: now) { effects.append(.record(run)) }
        effects.append(.publish(happening, timer))
        return timer
    }

    func index(of name: TimerName) -> Int? {
        timers.firstIndex { $0.name == name }
    }

    /// A name means its timer; no name means the one called `egg`, or the only one there is.
    private func meant(by name: TimerName?) -> Result<Int, Refusal> {
        if let index = index(of: name ?? .standard) { return .success(index) }
        if name == nil, timers.count == 1 { return .success(0) }
        return .failure(.noSuchTimer(name ?? .standard))
    }
}
