import EggWire

/// The timers as the manuals describe them: the same rules as those of eggd, written a second time and without regard to
/// speed, so that each can be compared with the other.
struct Model {
    /// The settings of eggd.conf that the rules depend on.
    struct Settings {
        var silenceAfter = Duration.minutes(10)
        var snooze = Duration.minutes(1)
        var lateAfter = Duration.hours(1)
        var leadIn = Duration.zero
        var warning = Duration.zero
    }

    enum Phase {
        case cooking(due: TrueTime)
        case paused(left: Duration)
        case ringing(due: TrueTime, until: TrueTime)
        case snoozed(due: TrueTime, until: TrueTime)
        case missed(due: TrueTime)
    }

    struct Timer {
        /// Its place in the order of creation.
        var number: Int
        /// Nil until a reply has told it.
        var id: String?
        var name: String
        let egg: String
        var duration: Duration
        var phase: Phase
        var startedAt: TrueTime
        var pauses: [(began: TrueTime, length: Duration?)] = []
        var isWarned = false
        /// Its run is in the history, because it was missed.
        var isRecorded = false
        var group: String?
        var count: Int?
        /// How long its eggs cook after its cue; nil once they are in the water.
        var cooksAfterCue: Duration?
    }

    /// A run that has ended.
    struct Run {
        let timer: Timer
        let ending: Timers.Ending
        let endedAt: TrueTime
    }

    /// An event that a watch must get.
    struct Event: Equatable {
        let kind: Timers.EventKind
        let name: String
    }

    static let durations: ClosedRange<Duration> = .seconds(1) ... .hours(99)
    static let snoozes: ClosedRange<Duration> = .seconds(1) ... .hours(24)
    static let maxTimers = 64
    static let maxPauses = 100
    /// How soon after another one the same change is undone with it, and how long after a command it can be undone.
    static let (joinLimit, undoLimit) = (Duration.seconds(3), Duration.seconds(60))
    /// How late a cue can be found for its eggs to be done when they would have been.
    static let cueTolerance = Duration.seconds(15)

    var settings = Settings()
    /// In order of creation.
    var timers: [Timer] = []
    /// The runs that have ended, the oldest first.
    var history: [Run] = []
    /// What an undo would reverse: when the last command was carried out, its name, the timers that it started, and those
    /// that it changed or removed, as they were before.
    var undoable: (at: TrueTime, command: String, started: Set<Int>, before: [Timer])?
    var lastNumber = 0
    /// The events since these were last taken.
    var events: [Event] = []
    /// The short sounds that must be heard: those of warnings and cues, unless an alarm rings.
    var shortSounds: [TrueTime] = []
    /// When a timer last rang, was missed or gave its cue.
    var lastDue: TrueTime?
    /// When an alarm or a short sound last was on.
    var lastSound: TrueTime?

    // MARK: Time

    /// Lets everything happen that is due by now, one after the other.
    mutating func pass(to now: TrueTime) {
        while let (index, time, isWarning) = next(), time <= now {
            if isWarning {
                timers[index].isWarned = true
                playShortSound(at: time)
                publish(.warned, index)
            } else {
                become(due: index, at: time)
            }
        }
        if isRinging { lastSound = now }
    }

    /// The timer for which something happens next; warnings come first.
    private func next() -> (index: Int, time: TrueTime, isWarning: Bool)? {
        var earliest: (index: Int, time: TrueTime, isWarning: Bool)?
        for (index, timer) in timers.enumerated() {
            guard let wake = timer.nextWake else { continue }
            if earliest.map({ wake < $0.time }) ?? true { earliest = (index, wake, false) }
        }
        for (index, timer) in timers.enumerated() {
            guard settings.warning > .zero, !timer.isWarned, timer.cooksAfterCue == nil,
                case .cooking(let due) = timer.phase
            else { continue }
            let warning = due + (.zero - settings.warning)
            if earliest.map({ warning < $0.time || warning == $0.time && !$0.isWarning }) ?? true {
                earliest = (index, warning, true)
            }
        }
        return earliest
    }

    /// A countdown, a snooze or the time of an alarm is over.
    private mutating func become(due index: Int, at now: TrueTime, cuesOnTime: Bool = false) {
        lastDue = now
        switch timers[index].phase {
        case .cooking(let due):
            if now - due > settings.lateAfter { return miss(index, at: now) }
            if let time = timers[index].cooksAfterCue { return cue(index, due, time, at: now, isOnTime: cuesOnTime) }
            ring(index, due, at: now)
        case .snoozed(let due, let until):
            if now - until > settings.lateAfter { return miss(index, at: now) }
            ring(index, due, at: now)
        case .ringing: miss(index, at: now)
        case .paused, .missed: break
        }
    }

    private mutating func ring(_ index: Int, _ due: TrueTime, at now: TrueTime) {
        timers[index].phase = .ringing(due: due, until: now + settings.silenceAfter)
        publish(.rang, index)
    }

    private mutating func miss(_ index: Int, at now: TrueTime) {
        guard let due = timers[index].due else { return }
        if timers[index].isRinging { lastSound = now }
        timers[index].phase = .missed(due: due)
        record(timers[index], .missed, at: now)
        timers[index].isRecorded = true
        publish(.missed, index)
    }

    /// The eggs go in.
    private mutating func cue(_ index: Int, _ due: TrueTime, _ time: Duration, at now: TrueTime, isOnTime: Bool) {
        let isPunctual = isOnTime || now - due <= Self.cueTolerance && due + time > now
        timers[index].startedAt = isPunctual ? due : now
        timers[index].phase = .cooking(due: timers[index].startedAt + time)
        timers[index].duration = time
        timers[index].cooksAfterCue = nil
        timers[index].pauses = []
        timers[index].isWarned = isTooShortForWarning(timers[index], at: now)
        playShortSound(at: now)
        publish(.cued, index)
    }

    /// One that comes soon after another sound may be left out.
    private mutating func playShortSound(at now: TrueTime) {
        if !isRinging, lastSound.map({ now - $0 > .seconds(6) }) ?? true { shortSounds.append(now) }
        lastSound = now
    }

    /// eggd was started again at this moment, in the same boot of the machine.
    mutating func restart(at now: TrueTime) {
        for index in timers.indices {
            // Nobody heard an alarm that should have ended meanwhile, so it rings again, unless that is too late.
            guard case .ringing(let due, let until) = timers[index].phase, until <= now else { continue }
            let began = max(due, until + (.zero - settings.silenceAfter))
            timers[index].phase =
                now - began > settings.lateAfter
                ? .cooking(due: due) : .ringing(due: due, until: now + settings.silenceAfter)
        }
        catchUp(to: now)
        lastNumber = (timers + (undoable?.before ?? [])).map(\.number).max() ?? 0
        lastSound = now
        (events, shortSounds) = ([], [])
    }

    /// Does at this moment all that should have happened before, first the warnings.
    mutating func catchUp(to now: TrueTime, cuesOnTime: Bool = false) {
        for index in timers.indices {
            guard settings.warning > .zero, !timers[index].isWarned, timers[index].cooksAfterCue == nil,
                case .cooking(let due) = timers[index].phase, due > now, due - now <= settings.warning
            else { continue }
            timers[index].isWarned = true
            playShortSound(at: now)
            publish(.warned, index)
        }
        let due = timers.indices.filter { timers[$0].nextWake.map { $0 <= now } ?? false }
        for index in due.sorted(by: { (timers[$0].nextWake ?? now, $0) < (timers[$1].nextWake ?? now, $1) }) {
            become(due: index, at: now, cuesOnTime: cuesOnTime)
        }
    }

    func isTooShortForWarning(_ timer: Timer, at now: TrueTime) -> Bool {
        settings.warning > .zero && timer.left(at: now) <= settings.warning
    }

    // MARK: Facts

    var isRinging: Bool { timers.contains { $0.isRinging } }

    /// Whether ticks are published.
    var isCounting: Bool { timers.contains { $0.isCounting } }

    mutating func publish(_ kind: Timers.EventKind, _ index: Int) { publish(kind, timers[index]) }

    mutating func publish(_ kind: Timers.EventKind, _ timer: Timer) {
        events.append(Event(kind: kind, name: timer.name))
    }

    /// Adds the run of a timer to the history; a cue's eggs were not in the water yet, and one that was missed is in it.
    mutating func record(_ timer: Timer, _ ending: Timers.Ending, at now: TrueTime) {
        guard timer.cooksAfterCue == nil, !timer.isRecorded else { return }
        history.append(
            Run(timer: timer, ending: timer.isDue && ending == .cancelled ? .dismissed : ending, endedAt: now))
    }
}

extension Model.Timer {
    /// The end of its countdown; nil while it is paused.
    var due: TrueTime? {
        switch phase {
        case .cooking(let due), .ringing(let due, _), .snoozed(let due, _), .missed(let due): due
        case .paused: nil
        }
    }

    /// When it changes by itself.
    var nextWake: TrueTime? {
        switch phase {
        case .cooking(let due): due
        case .ringing(_, let until), .snoozed(_, let until): until
        case .paused, .missed: nil
        }
    }

    var isRinging: Bool { if case .ringing = phase { true } else { false } }
    var isCooking: Bool { if case .cooking = phase { true } else { false } }
    var isPaused: Bool { if case .paused = phase { true } else { false } }
    var isCounting: Bool { state == .cooking || state == .snoozed }
    /// Its countdown is over.
    var isDue: Bool { !isCooking && !isPaused }

    var state: Timers.State {
        switch phase {
        case .cooking: .cooking
        case .paused: .paused
        case .ringing: .ringing
        case .snoozed: .snoozed
        case .missed: .missed
        }
    }

    /// The time until it rings next.
    func left(at now: TrueTime) -> Duration {
        switch phase {
        case .cooking(let due): max(.zero, due - now)
        case .paused(let left): left
        case .snoozed(_, let until): max(.zero, until - now)
        case .ringing, .missed: .zero
        }
    }

    func overdue(at now: TrueTime) -> Duration { isDue ? due.map { max(.zero, now - $0) } ?? .zero : .zero }
}
