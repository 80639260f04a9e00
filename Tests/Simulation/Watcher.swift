import EggClient
import EggWire

/// Somebody who watches for a while, with the client's own watch.
final class Watcher: Part {
    func run() {
        while true {
            Tasks.sleep(chance.time(.hours(2), .days(2)))
            watch(for: chance.time(.seconds(2), chance.happens(200) ? .hours(2) : .minutes(5)))
        }
    }

    /// Watches for this long.
    func watch(for time: Duration) {
        machine.watchers += 1
        machine.events += 1
        watch(until: .now + time)
        machine.watchers -= 1
        chronicle.count("watches")
    }

    /// Watches, and compares what the events tell with what eggd replies: after some minutes without an event, and at
    /// the end.
    private func watch(until end: TrueTime) {
        let watch = TimerWatch(machine.endpoint)
        var known: Facts?
        var sequence: Int64?
        func take(_ report: WatchReport) {
            switch report {
            case .event(let update):
                // A client that reads at once gets each event.
                if let sequence, update.event.kind != .snapshot, update.event.sequence != sequence + 1 {
                    judge.find("event \(update.event.sequence) came after event \(sequence)")
                }
                (known, sequence) = (Facts(update), update.event.sequence)
            case .resumed(let update, _): (known, sequence) = (Facts(update), update.event.sequence)
            case .lost, .stalled: (known, sequence) = (nil, nil)
            }
        }
        while TrueTime.now < end {
            if let report = watch.wait(until: .now + min(end - .now, chance.time(.minutes(1), .minutes(5)))) {
                take(report)
                continue
            }
            if known == nil, machine.hasServed(for: .seconds(30)) {
                judge.find("a watcher has no connection although eggd serves")
            }
            if let known { judge.checkSound(known: known) }
            machine.events += 1
            guard known != nil, let before = Facts(judge) else { continue }
            // A change may be under way, so what was seen is compared a moment later.
            chronicle.count("comparisons by watchers")
            let settled = TrueTime.now + .milliseconds(50)
            while TrueTime.now < settled, let report = watch.wait(until: .now + .milliseconds(50)) { take(report) }
            guard let known, let after = Facts(judge), before.difference(from: after) == nil,
                let difference = known.difference(from: after)
            else { continue }
            judge.find("a watcher knows \(difference)")
        }
    }
}
