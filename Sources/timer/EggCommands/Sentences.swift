import EggClient
import EggRequests
import EggTimers
import EggWire
import Program
import Terminal
import Text

/// The messages that the commands print for users.
struct Sentences {
    /// The current time, which "tomorrow" refers to.
    var now = LocalTime.now

    /// A timer's label; see `Timers.Timer.label`.
    static func label(_ timer: Timers.Timer) -> String { timer.label }

    /// `soft egg: 5:00, done at 08:35` · `soft egg: 4:23 (M, room temperature, 1,500 m), done at 08:35` ·
    /// `soft egg: 5:00, done at 08:35 (replaces hard egg with 11:20 left; bring it back: eggctl undo)`
    ///
    /// - Parameters:
    ///   - explains: whether the egg that the time is for is shown although it is the reference egg.
    ///   - undo: how the user takes the start back.
    func started(_ reply: Timers.Start.Reply, explains: Bool = false, undo: String = "eggctl undo") -> String {
        let time =
            Self.clock(reply.timer.remainingMs) + (Self.basis(reply.rawEgg, always: explains).map { " (\($0))" } ?? "")
        let begun = "\(Self.label(reply.timer)): \(time), done \(atEnd(reply.timer))"
        guard let replaced = reply.replaced else { return begun }
        let label = Self.label(replaced) == Self.label(reply.timer) ? "one" : Self.label(replaced)
        return "\(begun) (replaces \(label) \(replaced.words(seenFrom: now).before); bring it back: \(undo))"
    }

    /// The eggs of a group: `now: 4 hard eggs in`, `2 soft eggs in at 08:37 (in 7:00)`, `all done at 08:42, in 12:00`
    func cooking(_ reply: Timers.Cook.Reply, explains: Bool = false) -> [String] {
        let replaced = reply.replaced.first?.group.map { ["'\($0)' starts again"] } ?? []
        // The eggs that take longest come first, as they go into the water.
        let order = reply.timers.sorted { ($0.cue == nil ? 0 : $0.remainingMs) < ($1.cue == nil ? 0 : $1.remainingMs) }
        let lines = order.map { $0.cue == nil ? "now: \(Self.label($0)) in" : sentence($0) }
        guard let last = reply.timers.first(where: { $0.cue == nil }) else { return replaced + lines }
        let basis = Self.basis(reply.rawEgg, always: explains).map { " (\($0))" } ?? ""
        return replaced + lines + ["all done \(atEnd(last)), in \(Self.clock(last.remainingMs))\(basis)"]
    }

    /// A timer and its state.
    func sentence(_ timer: Timers.Timer) -> String { timer.sentence(seenFrom: now) }

    /// The messages about dismissed alarms, or about there being none.
    func dismissed(_ timers: [Timers.Timer], name: TimerName?) -> [String] {
        guard !timers.isEmpty else {
            let reason = name.map { "'\($0)' isn't ringing" } ?? "no alarm is ringing"
            return ["nothing to dismiss: \(reason); to remove a timer, use 'eggctl cancel'"]
        }
        return timers.map(\.dismissed)
    }

    /// The messages about snoozed timers, or about there being none.
    func snoozed(_ timers: [Timers.Timer]) -> [String] {
        guard !timers.isEmpty else { return ["nothing to snooze: no alarm is ringing"] }
        return timers.map { $0.snoozed(seenFrom: now) }
    }

    /// All timers, their states, and how hot their eggs are inside.
    func status(_ timers: [Timers.Timer]) -> [String] {
        guard !timers.isEmpty else { return [Self.nothingRuns] }
        return timers.map { timer in
            sentence(timer) + (Self.temperatures(timer).map { "; estimate: \($0)" } ?? "")
        }
    }

    /// `yolk 61 °C, centre 48 °C`; nil if these aren't known.
    static func temperatures(_ timer: Timers.Timer, separator: String = ", ") -> String? {
        guard let yolk = timer.yolkCelsius, let centre = timer.centreCelsius else { return nil }
        return "yolk \(degrees(yolk))\(separator)centre \(degrees(centre))"
    }

    static let nothingRuns = "no timer is running; start one with: eggctl start soft"

    /// The kitchen's egg, and that of eggd.conf if it is another one.
    static func kitchen(_ reply: Timers.Kitchen.Reply) -> [String] {
        func text(_ egg: Timers.RawEgg) -> String { basis(egg, always: true) ?? "not known" }
        let other = "eggd.conf has: \(text(reply.configured)); to use that again: eggctl kitchen --reset"
        return ["the kitchen's egg: \(text(reply.rawEgg))"] + (reply.rawEgg == reply.configured ? [] : [other])
    }

    /// The menu, one line per egg, and the egg that the times are for.
    static func eggs(_ reply: Timers.Eggs.Reply) -> [String] {
        let width = reply.eggs.map { TextWidth.of($0.name) }.max() ?? 0
        let lines = reply.eggs.map { egg in
            let clock = clock(egg.durationMs)
            let inside = inside(egg).map { "  \($0)" } ?? ""
            return TextWidth.pad(egg.name, to: width) + "  " + TextWidth.padLeft(clock, to: 5) + inside
        }
        return lines + (basis(reply.rawEgg, always: true).map { ["these times are for: \($0)"] } ?? [])
    }

    /// `Jammy yolk, firm white; yolk 74 °C at its edge`
    private static func inside(_ egg: Timers.Egg) -> String? {
        let temperature =
            egg.yolkCelsius.map { "yolk \(degrees($0)) at its edge" }
            ?? egg.centreCelsius.map { "yolk \(degrees($0)) in the middle" }
        let parts = [egg.result.isEmpty ? nil : egg.result, temperature].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private static func degrees(_ celsius: Double) -> String { "\(RawEggText.number(celsius.rounded())) °C" }

    /// The egg that a time is for; nil for the reference egg, whose times are well known.
    private static func basis(_ egg: Timers.RawEgg?, always: Bool = false) -> String? {
        guard let egg else { return nil }
        guard let rawEgg = try? RawEgg(grams: egg.massG, celsius: egg.fromCelsius, altitude: egg.altitudeM) else {
            return nil
        }
        return always || rawEgg != .reference ? RawEggText.description(of: rawEgg) : nil
    }

    /// Warnings about the daemon; empty if it has no problems.
    ///
    /// - Parameter restart: the command that restarts eggd in the installed version, if it is known.
    static func warnings(_ health: Timers.Health.Reply, restart: @autoclosure () -> String?) -> [String] {
        [
            otherVersion(health.version).map { warning in
                restart().map { "\(warning); restart it with: \($0)" } ?? warning
            },
            health.soundOut.map(noSound),
            health.configOut,
            health.storeOut.map(notSaved),
            health.storeNotice,
        ].compactMap { $0 }
    }

    /// The warning that an alarm would not be heard.
    static func noSound(_ reason: String) -> String { "no sound: \(reason)" }

    /// The warning that a restart would lose the timers.
    static func notSaved(_ reason: String) -> String {
        "timers are not being saved; a restart would lose them: \(reason)"
    }

    /// The warning that a restart would lose the kitchen's egg that was set.
    static func kitchenNotSaved(_ reason: String) -> String {
        "the kitchen's egg is not being saved; a restart would lose it: \(reason)"
    }

    /// The warning that eggd, here or on another machine, ends when its user logs out.
    static func endsWithSession(user: String, host: RemoteHost? = nil) -> String {
        let (place, command) = host.map { (" on \($0.name)", "ssh -t \(ShellWord.of($0.name)) ") } ?? ("", "")
        return "this egg ends with your session\(place); to keep it running after you log out: "
            + "\(command)sudo loginctl enable-linger \(ShellWord.of(user))"
    }

    /// The command that restarts eggd in the installed version.
    static func restart(_ server: ServerProcess?, startCommand: String) -> String {
        // An eggd that was started from a shell has its own socket, so the server process is eggd itself.
        if let server, server.isDaemon, !server.isInUserManager { return "kill \(server.id); \(startCommand)" }
        return "systemctl --user daemon-reload && systemctl --user restart eggd"
    }

    /// The warning that the daemon's version differs, if it does; an upgrade doesn't restart a running daemon.
    static func otherVersion(_ version: String) -> String? {
        guard version != Product.version else { return nil }
        return "the running eggd is version \(printable(version)), this eggctl is version \(Product.version)"
    }

    /// The runs that have ended, the newest first.
    func history(_ runs: [Timers.Run]) -> [String] {
        guard !runs.isEmpty else { return ["there are no past countdowns"] }
        let labels = runs.map(\.label)
        let clocks = runs.map { Self.clock($0.durationMs) }
        let width = labels.map(TextWidth.of).max() ?? 0
        let clockWidth = max(7, clocks.map(TextWidth.of).max() ?? 0)
        return runs.indices.map { index in
            let (run, label) = (runs[index], labels[index])
            let start = LocalTime(unixMilliseconds: run.startedAtUnixMs)
            let clock = TextWidth.padLeft(clocks[index], to: clockWidth)
            return "\(start.date) \(start.clock)  \(TextWidth.pad(label, to: width))  \(clock)  \(run.ended)"
        }
    }

    static func historyOut(_ reason: String) -> String { "the saved history can't be read: \(reason)" }

    private func atEnd(_ timer: Timers.Timer) -> String { timer.atEnd(seenFrom: now) }

    private static func clock(_ milliseconds: Int64) -> String {
        DurationText.clock(.milliseconds(milliseconds))
    }
}
