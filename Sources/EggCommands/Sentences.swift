import EggTimers
import EggWire

/// What the commands tell people: full sentences that a cook understands.
struct Sentences {
    /// From when "tomorrow" is seen.
    var now = LocalTime.now

    /// `soft egg`, `timer` for a bare duration, `left-pot (soft egg)` for a named one.
    static func label(_ timer: Timers.Timer) -> String {
        label(name: timer.name, egg: timer.egg)
    }

    private static func label(name: String, egg: String) -> String {
        let isCustom = egg == EggMenu.custom
        if name == TimerName.standard.text { return isCustom ? "timer" : "\(egg) egg" }
        return isCustom ? name : "\(name) (\(egg) egg)"
    }

    /// `soft egg: 5:00, done at 08:35` · `hard egg was at 11:20, now soft egg: 5:00`
    func started(_ reply: Timers.Start.Reply) -> String {
        let begun = "\(Self.label(reply.timer)): \(Self.clock(reply.timer.remainingMs))"
        guard let replaced = reply.replaced else { return "\(begun), done \(atEnd(reply.timer))" }
        return "\(Self.label(replaced)) \(was(replaced)), now \(begun)"
    }

    /// A timer as it stands.
    func standing(_ timer: Timers.Timer) -> String {
        "\(Self.label(timer)): \(state(timer))"
    }

    /// What stood before a reset.
    private func was(_ timer: Timers.Timer) -> String {
        switch timer.state {
        case .cooking: "was at \(Self.clock(timer.remainingMs))"
        case .paused: "was paused at \(Self.clock(timer.remainingMs))"
        case .ringing: "was ringing"
        case .snoozed: "was snoozed"
        case .missed: "was done \(Self.ago(timer)) ago"
        }
    }

    private func state(_ timer: Timers.Timer) -> String {
        let left = Self.clock(timer.remainingMs)
        let ago = "\(Self.ago(timer)) ago"
        return switch timer.state {
        case .cooking: "\(left) left, done \(atEnd(timer))"
        case .paused: "paused with \(left) left"
        case .ringing: "ringing, done \(ago)"
        case .snoozed: "snoozed, rings again in \(left) \(atEnd(timer)), done \(ago)"
        case .missed: "missed, done \(atEnd(timer)), \(ago)"
        }
    }

    /// A timer that has been taken away.
    func cancelled(_ timer: Timers.Timer) -> String {
        switch timer.state {
        case .cooking, .paused: "\(Self.label(timer)): cancelled with \(Self.clock(timer.remainingMs)) left"
        case .ringing, .snoozed, .missed:
            "\(Self.label(timer)): cancelled \(Self.ago(timer)) after it was done"
        }
    }

    /// Timers that have been answered; what was asked for by name may be none while another rings.
    func dismissed(_ timers: [Timers.Timer], name: TimerName?) -> [String] {
        guard !timers.isEmpty else {
            return ["nothing to dismiss: \(name.map { "'\($0)' is not" } ?? "no alarm is") ringing"]
        }
        return timers.map { "\(Self.label($0)): dismissed \(Self.ago($0)) after it was done" }
    }

    /// Timers that have been put off.
    func snoozed(_ timers: [Timers.Timer]) -> [String] {
        guard !timers.isEmpty else { return ["nothing to snooze: no alarm is ringing"] }
        return timers.map { "\(Self.label($0)): rings again in \(Self.clock($0.remainingMs)) \(atEnd($0))" }
    }

    /// All timers as they stand.
    func status(_ timers: [Timers.Timer]) -> [String] {
        timers.isEmpty ? [Self.nothingRuns] : timers.map(standing)
    }

    static let nothingRuns = "no timer is running; start one with: eggctl start soft"

    /// The menu.
    static func eggs(_ eggs: [Timers.Egg]) -> [String] {
        let width = eggs.map { TextWidth.of($0.name) }.max() ?? 0
        return eggs.map { egg in
            let clock = clock(egg.durationMs)
            return TextWidth.pad(egg.name, to: width) + "  " + TextWidth.padLeft(clock, to: 5) + "  " + egg.description
        }
    }

    /// What would keep the daemon from its promises.
    static func warnings(_ health: Timers.Health.Reply) -> [String] {
        [
            otherVersion(health.version).map { "\($0); restart it with: \(restart)" },
            health.soundOut.map { "no sound: \($0)" },
            health.configOut.map { "not all of the configuration is in force: \($0)" },
            health.storeOut.map { "nothing is being kept, and a restart would lose the timers: \($0)" },
            health.storeNotice,
        ].compactMap { $0 }
    }

    /// What brings the version that is installed into being.
    static let restart = "systemctl --user restart eggd"

    /// That the daemon is of another version, if it is: an upgrade does not restart what is running.
    static func otherVersion(_ version: String) -> String? {
        guard version != Product.version else { return nil }
        return "the eggd that is running is of version \(version), and this eggctl of \(Product.version)"
    }

    /// The runs that have ended, the newest first.
    func history(_ runs: [Timers.Run]) -> [String] {
        guard !runs.isEmpty else { return ["no egg has been timed yet"] }
        let labels = runs.map { Self.label(name: $0.name, egg: $0.egg) }
        let width = labels.map(TextWidth.of).max() ?? 0
        return zip(runs, labels).map { run, label in
            let start = LocalTime(unixMilliseconds: run.startedAtUnixMs)
            let clock = TextWidth.padLeft(Self.clock(run.durationMs), to: 7)
            return "\(start.date) \(start.clock)  \(TextWidth.pad(label, to: width))  \(clock)  \(Self.end(run))"
        }
    }

    private static func end(_ run: Timers.Run) -> String {
        let late = DurationText.clock(elapsed: .milliseconds(run.overdueMs))
        let ending =
            switch run.ending {
            case .dismissed: "dismissed \(late) after it was done"
            case .missed: "missed"
            case .cancelled: "cancelled"
            case .replaced: "replaced"
            }
        let held = run.pauses.reduce(0) { min($0, .max / 2) + max(0, min($1.durationMs, .max / 2)) }
        return held > 0 ? ending + ", paused \(DurationText.clock(elapsed: .milliseconds(held)))" : ending
    }

    private func atEnd(_ timer: Timers.Timer) -> String {
        timer.endsAtUnixMs.map { LocalTime(unixMilliseconds: $0).phrase(seenFrom: now) } ?? "at ?"
    }

    private static func ago(_ timer: Timers.Timer) -> String {
        DurationText.clock(elapsed: .milliseconds(timer.overdueMs))
    }

    private static func clock(_ milliseconds: Int64) -> String {
        DurationText.clock(.milliseconds(milliseconds))
    }
}
