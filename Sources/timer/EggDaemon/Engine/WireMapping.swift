import EggStore
import EggTimers
import EggWire
import Instants
import POSIX
import Varlink

// The domain's values as they are on the wire. Every switch names all cases, so that a new one on one side does not
// compile until the other side has it.

extension Timers.Timer {
    /// A timer's readings at one moment of both clocks.
    init(_ timer: EggTimer, at now: Instant, wall: Duration) {
        let inside = timer.inside(at: now)
        self.init(
            name: timer.name.text, egg: timer.egg, state: timer.state,
            durationMs: timer.duration.millisecondsRoundedUp,
            remainingMs: timer.remaining(at: now).millisecondsRoundedUp,
            overdueMs: timer.overdue(at: now).millisecondsRoundedDown,
            progress: (timer.progress(at: now) * 10_000).rounded() / 10_000,
            endsAtUnixMs: timer.due.map { (wall + now.duration(to: $0)).millisecondsRoundedUp },
            isEstimated: timer.isEstimated ? true : nil, yolkCelsius: inside.map { tenths($0.yolk) },
            centreCelsius: inside.map { tenths($0.centre) }, group: timer.portion?.group.text,
            count: (timer.portion?.count).map(Int64.init),
            cue: timer.portion?.afterCue.map { Timers.Cue(text: timer.cue ?? "", cookMs: $0.millisecondsRoundedUp) },
            actions: timer.state.actions.map(\.rawValue), id: timer.runID.text, sound: timer.sound,
            alarm: timer.alarm, origin: timer.origin.map { Timers.Origin($0) })
    }
}

extension Timers.Origin {
    init(_ origin: Origin) {
        self.init(
            kitchen: origin.kitchen.id, kitchenName: origin.kitchen.name.text, run: origin.run, name: origin.name.text,
            isReachable: origin.kitchen.unreachableSince == nil, rings: origin.kitchen.rings)
    }
}

extension Timers.Request {
    init(_ answer: CopyAnswer) {
        let method: Timers.MethodName = answer.snooze == nil ? .dismiss : .snooze
        self.init(
            id: answer.id, kitchen: answer.kitchen, run: answer.run, alarm: answer.alarm, method: method.rawValue,
            forMs: answer.snooze?.millisecondsRoundedUp)
    }
}

extension Origin.Kitchen {
    /// The kitchen of a call, or the error that says what is wrong with it.
    init(_ parameters: Timers.SetCopies.Parameters, at now: Instant) throws(ErrorReply) {
        func checked<Value>(_ value: Value?, _ parameter: String) throws(ErrorReply) -> Value {
            guard let value else { throw ServiceError.invalidParameter(parameter).reply }
            return value
        }
        func time(_ ms: Int64, _ range: ClosedRange<Duration>) -> Duration? {
            range.contains(.milliseconds(ms)) ? .milliseconds(ms) : nil
        }
        let times: ClosedRange<Duration> = .zero...TimerBoard.durations.upperBound
        self.init(
            id: try checked(TimerName(parameters.kitchen), "kitchen").text,
            name: try checked(TimerName(parameters.name), "name"), rings: parameters.rings,
            silenceAfter: try checked(time(parameters.ringMs, times), "ringMs"),
            snooze: try checked(time(parameters.snoozeMs, TimerBoard.snoozes), "snoozeMs"),
            warning: try checked(time(parameters.warningMs, times), "warningMs"),
            unreachableSince: parameters.isReachable ? nil : now)
    }
}

extension Copy {
    /// Nil for a timer that can't be one.
    init?(_ copy: Timers.Copy, at now: Instant) {
        func instant(_ ms: Int64?) -> Instant? { ms.map { Instant(sinceBoot: .milliseconds($0)) } }
        // A missed timer can have been done long ago.
        let most = TimerBoard.durations.upperBound + TimerBoard.snoozes.upperBound
        let (deadline, until) = (instant(copy.deadlineBootMs), instant(copy.snoozedUntilBootMs))
        guard let name = TimerName(copy.name),
            [deadline, until].allSatisfy({
                $0.map { (.zero - .hours(24 * 366)...most).contains(now.duration(to: $0)) } ?? true
            }),
            let phase = EggTimer.Phase(
                copy.state, deadline: deadline, until: copy.state == .ringing ? deadline : until,
                remaining: copy.remainingMs.map(Duration.milliseconds))
        else { return nil }
        var portion: Portion?
        if let group = copy.group {
            guard let group = TimerName(group), let count = copy.count.flatMap({ Int(exactly: $0) }),
                copy.cue.map({ TimerBoard.durations.contains(.milliseconds($0.cookMs)) }) ?? true
            else { return nil }
            portion = Portion(group: group, count: count, afterCue: copy.cue.map { .milliseconds($0.cookMs) })
        }
        self.init(
            run: copy.run, alarm: copy.alarm, name: name, egg: copy.egg, duration: .milliseconds(copy.durationMs),
            phase: phase, portion: portion, sound: copy.sound, isEstimated: copy.isEstimated)
    }
}

extension Timers.EventKind {
    /// A restored timer is new to subscribers. A corrected timer has another deadline than they know, as after an
    /// extension.
    init(_ timerEvent: TimerEvent) {
        self =
            switch timerEvent {
            case .started, .restored: .started
            case .replaced: .replaced
            case .paused: .paused
            case .resumed: .resumed
            case .extended, .corrected: .extended
            case .renamed: .renamed
            case .warned: .warned
            case .cued: .cued
            case .rang: .rang
            case .snoozed: .snoozed
            case .missed: .missed
            case .dismissed: .dismissed
            case .cancelled: .cancelled
            case .undone, .returned, .withdrawn: .undone
            }
    }
}

extension Timers.LastChange {
    init(_ last: LastChange) {
        let (first, isOne) = (last.timers.first, last.timers.count == 1)
        let start: Timers.MethodName = first?.portion == nil ? .start : .cook
        let method = last.action?.rawValue ?? (last.change == .renamed ? .rename : start).rawValue
        let groups = Set(last.timers.map(\.portion?.group))
        let group = groups.count == 1 ? first?.portion?.group : nil
        self.init(
            method: method, name: (isOne ? first?.name : group)?.text, egg: isOne ? first?.egg : nil,
            count: isOne ? (first?.portion?.count).map(Int64.init) : nil, timers: Int64(last.timers.count))
    }
}

extension Timers.Run {
    init(_ run: SavedRun) {
        self.init(
            name: run.name, egg: run.egg, startedAtUnixMs: run.started.millisecondsRoundedDown,
            durationMs: run.duration.millisecondsRoundedUp, ending: run.ending,
            endedAtUnixMs: run.ended.millisecondsRoundedDown, overdueMs: run.overdue.millisecondsRoundedDown,
            pauses: run.pauses.map {
                Timers.Interval(
                    atUnixMs: $0.began.millisecondsRoundedDown, durationMs: $0.length.millisecondsRoundedDown)
            }, isEstimated: run.isEstimated ? true : nil, id: run.id.text, sound: run.sound,
            count: run.count.map(Int64.init), from: run.from)
    }
}

extension Timers.Egg {
    init(_ egg: Egg) {
        let (yolk, centre): (Double?, Double?) =
            switch egg.doneness {
            case .yolk(let celsius)?: (celsius, nil)
            case .centre(let celsius)?: (nil, celsius)
            case nil: (nil, nil)
            }
        self.init(
            name: egg.name, durationMs: egg.duration.millisecondsRoundedUp, description: egg.description,
            yolkCelsius: yolk.map(tenths), centreCelsius: centre.map(tenths), safety: egg.safety)
    }
}

private func tenths(_ celsius: Double) -> Double { (celsius * 10).rounded() / 10 }

extension Timers.RawEgg {
    init(_ egg: RawEgg) {
        self.init(massG: egg.grams, fromCelsius: egg.celsius, altitudeM: egg.altitude)
    }
}

extension RawEgg.Properties {
    init(_ parameters: Timers.Eggs.Parameters) {
        self.init(grams: parameters.massG, celsius: parameters.fromCelsius, altitude: parameters.altitudeM)
    }
}

extension Timers.Kitchen.Reply {
    init(_ kitchen: KitchenMenu) {
        self.init(
            rawEgg: Timers.RawEgg(kitchen.egg), configured: Timers.RawEgg(kitchen.configured.kitchen),
            isSet: kitchen.setEgg != nil)
    }
}

extension RawEgg.Problem {
    /// The problem as an error of the interface, with the egg of the menu if it depends on that.
    fileprivate func error(_ egg: String?) -> TimersError {
        switch self {
        case .outOfRange(let quantity, let value):
            let parameter =
                switch quantity {
                case .mass: "massG"
                case .temperature: "fromCelsius"
                case .altitude: "altitudeM"
                case .target: "egg"
                }
            return .impossibleEgg(
                parameter: parameter, value: value, minimum: quantity.range.lowerBound,
                maximum: quantity.range.upperBound)
        case .unreachable(let doneness, let waterCelsius):
            return .waterTooCool(egg: egg ?? "", targetCelsius: doneness.celsius, waterCelsius: waterCelsius)
        }
    }
}

extension Refusal {
    var reply: ErrorReply {
        let error: TimersError =
            switch self {
            case .noSuchTimer(let name): .noSuchTimer(name: name.text)
            case .ambiguousTimer(let word, let names):
                .ambiguousTimer(typed: word.text, names: names.map(\.text))
            case .noSuchEgg(let egg, let known): .noSuchEgg(egg: egg, known: known)
            case .invalidDuration(let duration, let allowed):
                .invalidDuration(
                    ms: duration.millisecondsRoundedUp, minimumMs: allowed.lowerBound.millisecondsRoundedUp,
                    maximumMs: allowed.upperBound.millisecondsRoundedUp)
            case .fixedTime(let egg): .fixedTime(egg: egg)
            case .impossible(let egg, let problem): problem.error(egg)
            case .wrongState(let name, let state): .wrongState(name: name.text, state: state)
            // Only enough of a name that is too long is sent to recognise it.
            case .invalidName(let text):
                .invalidName(name: String(text.unicodeScalars.prefix(TimerName.maxLength + 1)))
            case .nameTaken(let name): .nameTaken(name: name.text)
            case .tooManyTimers(let limit): .tooManyTimers(limit: Int64(limit))
            case .nothingToUndo: .nothingToUndo
            }
        return error.reply
    }
}

// Timers in their present state, for the wire.

extension Engine {
    func watchReply(_ event: Timers.Event) -> Timers.Watch.Reply {
        let requests = requests
        let undo = board.undoEnd.map { clock.now().duration(to: $0).millisecondsRoundedUp } ?? 0
        return Timers.Watch.Reply(
            event: event, timers: readings(of: board.timers), soundOut: alarms?.soundOut, storeOut: saving?.trouble,
            undoMs: undo > 0 ? undo : nil, lastChange: undo > 0 ? board.lastChange.map { Timers.LastChange($0) } : nil,
            requests: requests.isEmpty ? nil : requests)
    }

    func readings(of timers: [EggTimer]) -> [Timers.Timer] {
        let (now, wall) = clock.bothNow()
        return timers.map { Timers.Timer($0, at: now, wall: wall) }
    }

    func reading(of timer: EggTimer) -> Timers.Timer {
        let (now, wall) = clock.bothNow()
        return Timers.Timer(timer, at: now, wall: wall)
    }

    /// A timer, or those of its group, that a call has changed.
    func reading(of changed: Changed) -> Timers.Changed {
        Timers.Changed(
            timer: reading(of: changed.timer),
            timers: changed.timer.portion == nil ? nil : readings(of: changed.timers))
    }
}
