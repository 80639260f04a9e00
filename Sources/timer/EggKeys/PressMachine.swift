import EggClient
import EggRequests
import EggWire
import InputDevices

/// Decides what presses do: which lines are carried out now, later or never. Events and the time go in, effects come
/// out; it does no I/O.
struct PressMachine {
    /// One thing to do; several are done in order.
    enum Effect: Equatable {
        /// Make these calls one after the other, then call `ended`.
        case call([EggdCall], Press)
        /// Show by the light that something was refused, and log why.
        case refuse(String)
        /// Connect to eggd anew; urgently while presses wait for it.
        case watch(isUrgent: Bool)
    }

    /// Something that a person has done, and the line for it.
    struct Press: Equatable, Sendable {
        /// The key or dial with its gesture: `hold KEY_F13`.
        let title: String
        /// The line as one types it after `eggctl`.
        let line: String
        /// The steps of a dial, each of which is the line's time.
        var steps: Int?
        /// When it happened, on the clock of events.
        let time: Duration
        /// Whether it answers an alarm; such presses don't wait behind others.
        var isAnswer: Bool { (try? TimerCommand(line: line))?.answersAlarms ?? false }

        /// The calls that carry it out.
        ///
        /// - Parameter now: in milliseconds since 1970.
        func calls(_ timers: [Timers.Timer], at now: Int64) throws(Complaint) -> [EggdCall] {
            try TimerCommand(line: line).repeated(steps ?? 1).calls(timers, at: now)
        }
    }

    enum PressResult: Equatable {
        case carriedOut
        /// It was not carried out, or may not have been, for this reason.
        case refused(String)
        /// It has not reached eggd.
        case unreachable
    }

    /// The present, on the clock of events and in milliseconds since 1970.
    struct Moment: Equatable {
        let time: Duration
        let unixMs: Int64

        static var now: Moment { Moment(time: InputEvent.now, unixMs: LocalTime.unixMilliseconds) }
    }

    private enum State {
        /// eggd sends its events, and presses are carried out. When it is lost it becomes missing, or by a press that
        /// doesn't reach it awaited. If the connection was made urgently, it is made anew when it is lost.
        case connected(isUrgent: Bool)
        /// eggd can't be reached, and nothing waits for it. An event makes it connected, a press makes it awaited.
        case missing
        /// These presses wait for eggd. An event makes it connected, and they are carried out; when all have waited too
        /// long it becomes missing.
        case awaited([Press])
    }

    static let pressTimeout: Duration = .seconds(5)
    /// The most presses that wait, or whose calls have not ended; those that answer alarms have a limit of their own.
    static let maxPresses = 8
    /// The shortest time between two refusals that are shown.
    static let refusalInterval: Duration = .seconds(1)

    private var gestures = Gestures()
    private var sections: [Int: KeyMap.Section] = [:]
    /// The timers of the last event, also of before eggd was lost.
    private var timers: [Timers.Timer] = []
    private var state = State.missing
    /// Presses whose calls have not ended.
    private var calling: [Press] = []
    private var lastRefusal: Duration?

    /// Presses that wait for eggd.
    private var waiting: [Press] {
        switch state {
        case .awaited(let presses): presses
        case .connected, .missing: []
        }
    }

    /// When `advance` must be called if nothing happens before.
    var nextWake: Duration? {
        ([gestures.nextWake] + waiting.map { $0.time + Self.pressTimeout }).compactMap { $0 }.min()
    }

    // MARK: Devices

    /// A device has appeared, or its links have changed: it belongs to this section now.
    ///
    /// - Returns: whether it belonged to another section before, or to none.
    @discardableResult mutating func assign(_ section: KeyMap.Section, to device: Int) -> Bool {
        let old = sections.updateValue(section, forKey: device)
        // A key that is down may have no line in the new section, which then ignores its release.
        if let old, old != section { gestures.forget(device: device) }
        return old != section
    }

    mutating func vanished(_ device: Int) {
        sections[device] = nil
        gestures.forget(device: device)
    }

    mutating func received(_ event: InputEvent, from device: Int, at now: Moment) -> [Effect] {
        guard let section = sections[device] else { return [] }
        guard event.code != .dropped else {
            gestures.interrupted(device: device)
            return []
        }
        let input = Gestures.Input(device: device, code: event.code)
        guard now.time - event.time < Self.pressTimeout else { return tooLate(event, input, section, at: now.time) }
        var found: [Gestures.Gesture] = []
        if !event.code.isKey {
            guard section.turns[event.code] != nil else { return [] }
            found = gestures.turned(input, by: Int(event.value), at: event.time)
        } else if section.has(event.code) {
            let answersAlarm = section.answersAlarms && timers.contains(where: \.rings)
            let mayBeHeld = answersAlarm || section.holds[event.code] != nil
            switch event.value {
            case 0: found = gestures.up(input, at: event.time)
            case 1: found = gestures.down(input, mayBeHeld: mayBeHeld, answersAlarm: answersAlarm, at: event.time)
            // The kernel repeats keys that are down.
            default: break
            }
        }
        return found.flatMap { carryOut($0, at: now) }
    }

    /// This program or the machine has stood still meanwhile.
    private mutating func tooLate(
        _ event: InputEvent, _ input: Gestures.Input, _ section: KeyMap.Section, at now: Duration
    ) -> [Effect] {
        gestures.forget(input)
        guard event.value == 1, let line = section.presses[event.code] else { return [] }
        let press = Press(title: event.code.name, line: line, time: event.time)
        return refuse(press, "it was pressed more than five seconds ago", at: now)
    }

    /// Time has passed; all events before must have been handed over.
    mutating func advance(to now: Moment) -> [Effect] {
        let effects = gestures.advance(to: now.time).flatMap { carryOut($0, at: now) }
        guard case .awaited(var presses) = state else { return effects }
        presses.removeAll { now.time - $0.time >= Self.pressTimeout }
        state = presses.isEmpty ? .missing : .awaited(presses)
        return presses.isEmpty ? effects + [.watch(isUrgent: false)] : effects
    }

    // MARK: Presses

    private mutating func carryOut(_ gesture: Gestures.Gesture, at now: Moment) -> [Effect] {
        let code = gesture.input.code
        guard let section = sections[gesture.input.device] else { return [] }
        let (line, title, steps): (String?, String, Int?) =
            switch gesture.kind {
            case .press: (gesture.answersAlarm ? "dismiss" : section.presses[code], code.name, nil)
            case .hold: (gesture.answersAlarm ? "snooze" : section.holds[code], "hold \(code.name)", nil)
            case .turn(let steps): (section.turns[code], code.name, steps)
            }
        guard let line else { return [] }
        return carryOut(Press(title: title, line: line, steps: steps, time: now.time), at: now)
    }

    private mutating func carryOut(_ press: Press, at now: Moment) -> [Effect] {
        guard (waiting + calling).count(where: { $0.isAnswer == press.isAnswer }) < Self.maxPresses else {
            return refuse(press, "too many presses at once", at: now.time)
        }
        guard case .connected = state else { return wait(press, at: now.time) }
        do throws(Complaint) {
            let calls = try press.calls(timers, at: now.unixMs)
            calling.append(press)
            return [.call(calls, press)]
        } catch {
            return refuse(press, error.message, at: now.time)
        }
    }

    private mutating func wait(_ press: Press, at now: Duration) -> [Effect] {
        let refusal = refuse(press, EggdCalls.Ending.unreachableProblem, at: now)
        switch state {
        case .awaited(let presses):
            state = .awaited(presses + [press])
            return refusal
        case .connected, .missing:
            state = .awaited([press])
            // The connection for events may be one that still seems to be open.
            return refusal + [.watch(isUrgent: true)]
        }
    }

    private mutating func refuse(_ press: Press, _ reason: String, at now: Duration) -> [Effect] {
        if let lastRefusal, now - lastRefusal < Self.refusalInterval { return [] }
        lastRefusal = now
        return [.refuse("\(press.title), 'eggctl \(press.line)': \(reason)")]
    }

    mutating func ended(_ press: Press, _ result: PressResult, at now: Moment) -> [Effect] {
        if let index = calling.firstIndex(of: press) { calling.remove(at: index) }
        switch result {
        case .carriedOut: return []
        case .refused(let reason): return refuse(press, reason, at: now.time)
        case .unreachable:
            guard now.time - press.time >= Self.pressTimeout else { return wait(press, at: now.time) }
            let refusal = refuse(press, EggdCalls.Ending.unreachableProblem, at: now.time)
            switch state {
            case .awaited: return refusal
            case .connected, .missing:
                state = .missing
                return refusal + [.watch(isUrgent: false)]
            }
        }
    }

    // MARK: eggd

    /// eggd has sent an event, or can't be reached.
    mutating func watched(_ report: WatchReport, at now: Moment) -> [Effect] {
        switch report {
        case .event(let reply), .resumed(let reply, _):
            timers = reply.timers
            let presses = waiting.filter { now.time - $0.time < Self.pressTimeout }
            switch state {
            case .connected: break
            case .missing: state = .connected(isUrgent: false)
            case .awaited: state = .connected(isUrgent: true)
            }
            return presses.flatMap { carryOut($0, at: now) }
        case .lost, .stalled:
            switch state {
            case .connected(let isUrgent):
                state = .missing
                return isUrgent ? [.watch(isUrgent: false)] : []
            case .missing, .awaited: return []
            }
        }
    }
}
