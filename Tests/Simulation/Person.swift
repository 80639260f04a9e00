import EggClient
import EggRequests
import EggWire

/// Somebody who cooks eggs: starts a timer, perhaps changes it, and answers its alarm at a human pace.
final class Person: Part {
    private let name: String
    private let caller: Caller
    /// How long this person waits between two eggs, at most.
    private let rhythm: Duration

    init(_ name: String, of scene: Scene, rhythm: Duration) {
        (self.name, self.rhythm) = (name, rhythm)
        caller = Caller(name, scene)
        super.init(name, of: scene)
    }

    func run() {
        while true {
            Tasks.sleep(chance.time(rhythm / 8, rhythm))
            while caller.isReserved { Tasks.sleep(.minutes(3)) }
            if chance.happens(30) { cookPot() } else { cook() }
        }
    }

    private func cook() {
        var timer = chance.happens(200) ? "\(name)-2" : name
        guard start(timer) else { return }
        chronicle.count("eggs")
        while case .counting(let due)? = ledger.entries[timer]?.phase {
            let left = max(.zero, due - .now)
            guard chance.happens(250), left > .seconds(3) else {
                Tasks.sleep(until: due)
                break
            }
            Tasks.sleep(chance.time(.seconds(1), left))
            change(&timer)
        }
        answer(timer)
    }

    private func start(_ timer: String) -> Bool {
        let request: TimerRequest
        switch chance.number(0...9) {
        case 0...2: request = .start(egg: "soft", name: timer)
        case 3...4: request = .start(egg: "medium", name: timer)
        case 5: request = .start(egg: "hard", name: timer)
        default: request = .start(chance.time(.seconds(2), .minutes(40)), name: timer)
        }
        if caller.call(request, about: [timer]) != nil { return true }
        // A person tries again.
        Tasks.sleep(.seconds(3))
        return caller.call(request, about: [timer]) != nil
    }

    private func change(_ timer: inout String) {
        switch chance.number(0...9) {
        case 0...2:
            guard caller.call(.change(.pause, .named(timer)), about: [timer]) != nil else { return }
            Tasks.sleep(chance.time(.seconds(1), .minutes(20)))
            caller.call(.change(.resume, .named(timer)), about: [timer])
        case 3...5:
            caller.call(.change(.extend(by: chance.time(.seconds(1), .minutes(5))), .named(timer)), about: [timer])
        case 6:
            let other = "\(name)-\(chance.number(3...9))"
            if caller.call(.rename(.named(timer), to: other), about: [timer, other]) != nil { timer = other }
        case 7: caller.call(.change(.cancel, .named(timer)), about: [timer])
        // A slip of the finger, and its correction.
        case 8:
            guard caller.call(.change(.cancel, .named(timer)), about: [timer]) != nil else { return }
            Tasks.sleep(chance.time(.seconds(1), .seconds(20)))
            // If somebody else has made a call meanwhile, that one is undone.
            let found = caller.call(.undo, about: ledger.names + [timer]) ?? []
            for other in found where other.name != timer {
                caller.call(
                    .change(.cancel, .named(other.name)), about: Script.names.contains(other.name) ? [] : [other.name])
            }
        default: _ = start(timer)
        }
    }

    /// Answers the alarm after a while, in one way or another; some alarms are never answered.
    private func answer(_ timer: String) {
        guard !chance.happens(10) else { return }
        Tasks.sleep(chance.time(.milliseconds(800), .seconds(40)))
        for _ in 0..<20 {
            guard let entry = ledger.entries[timer] else { return }
            switch entry.phase {
            // It was corrected, or found later than expected.
            case .counting(let due): Tasks.sleep(until: min(due, .now + .minutes(30)))
            case .paused: caller.call(.change(.cancel, .named(timer)), about: [timer])
            // Nobody comes for an alarm that isn't heard, until somebody looks at the screen.
            case .ringing where !judge.isHeard && !chance.happens(100): break
            case .ringing, .missed:
                switch chance.number(0...9) {
                case 0...5: caller.call(.change(.dismiss, .named(timer)), about: [timer])
                case 6:
                    caller.call(
                        .change(.snooze(for: chance.time(.seconds(2), .minutes(9))), .named(timer)), about: [timer])
                case 7:
                    caller.call(
                        .change(.extend(by: chance.time(.seconds(2), .minutes(3))), .named(timer)), about: [timer])
                case 8: caller.call(.change(.dismiss, nil), about: ledger.names)
                default: _ = start(timer)
                }
            }
            Tasks.sleep(chance.time(.milliseconds(800), .seconds(40)))
        }
    }

    /// Two kinds of eggs that are done together.
    private func cookPot() {
        let pot = "\(name)-pot"
        let eggs = [Timers.Portion(egg: "soft", count: 2), Timers.Portion(egg: "hard", count: 1)]
        // eggd makes these names. Without a reply, its timers may exist.
        let names = ["\(pot): 2 soft eggs", "\(pot): 1 hard egg"]
        guard let timers = caller.call(.cook(.init(eggs: eggs, name: pot)), about: names) else { return }
        chronicle.count("pots")
        Tasks.sleep(chance.time(.seconds(5), .minutes(14)))
        for timer in timers { caller.call(.change(.cancel, .named(timer.name)), about: timers.map(\.name)) }
    }
}
