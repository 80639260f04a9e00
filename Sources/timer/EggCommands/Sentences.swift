import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages
import Program
import Terminal
import Text

/// The messages that the commands print for users.
struct Sentences {
    /// The current time, which "tomorrow" refers to.
    var now = LocalTime.now

    static func label(_ timer: Timers.Timer) -> String { timer.label }

    /// `soft egg: 5:00, done at 08:35` · `soft egg: 4:23 (M, room temperature, 1,500 m), done at 08:35` ·
    /// `soft egg: 5:00, done at 08:35 (replaces hard egg with 11:20 left; bring it back: eggctl undo)`
    ///
    /// - Parameters:
    ///   - explains: whether the egg that the time is for is shown although it is the reference egg.
    ///   - undo: how the user takes the start back.
    func started(_ reply: Timers.Start.Reply, explains: Bool = false, undo: String = "eggctl undo") -> String {
        let time = Self.clock(reply.timer.remainingMs)
        let basis = Self.basis(reply.rawEgg, always: explains)
        let shown = basis.map { tr("{time} ({egg})", ["time": time, "egg": $0]) } ?? time
        let label = Self.label(reply.timer)
        let begun = tr("{label}: {time}, done {end}", ["label": label, "time": shown, "end": atEnd(reply.timer)])
        guard let replaced = reply.replaced else { return begun }
        let places =
            [
                "started": begun, "timer": Self.label(replaced), "before": replaced.words(seenFrom: now).before,
                "command": undo,
            ] as KeyValuePairs
        return Self.label(replaced) == label
            ? tr("{started} (replaces one {before}; bring it back: {command})", places)
            : tr("{started} (replaces {timer} {before}; bring it back: {command})", places)
    }

    /// The eggs of a group: `now: 4 hard eggs in`, `2 soft eggs in at 08:37 (in 7:00)`, `all done at 08:42, in 12:00`
    func cooking(_ reply: Timers.Cook.Reply, explains: Bool = false) -> [String] {
        let replaced =
            reply.replaced.first?.group.map { [tr("'{name}' starts again", ["name": EggWords.group($0)])] } ?? []
        // The eggs that take longest come first, as they go into the water.
        let order = reply.timers.sorted { ($0.cue == nil ? 0 : $0.remainingMs) < ($1.cue == nil ? 0 : $1.remainingMs) }
        let lines = order.map { $0.cue == nil ? tr("now: {eggs} in", ["eggs": Self.label($0)]) : sentence($0) }
        guard let last = reply.timers.first(where: { $0.cue == nil }) else { return replaced + lines }
        let basis = Self.basis(reply.rawEgg, always: explains)
        let places = ["end": atEnd(last), "left": Self.clock(last.remainingMs), "egg": basis ?? ""] as KeyValuePairs
        let end =
            basis == nil ? tr("all done {end}, in {left}", places) : tr("all done {end}, in {left} ({egg})", places)
        return replaced + lines + [end]
    }

    func sentence(_ timer: Timers.Timer) -> String { timer.sentence(seenFrom: now) }

    func dismissed(_ timers: [Timers.Timer], name: TimerName?) -> [String] {
        guard !timers.isEmpty else {
            return [
                name.map {
                    tr(
                        "nothing to dismiss: '{name}' isn't ringing; to remove a timer, use 'eggctl cancel'",
                        ["name": "\($0)"])
                } ?? tr("nothing to dismiss: no alarm is ringing; to remove a timer, use 'eggctl cancel'")
            ]
        }
        return timers.map(\.dismissed)
    }

    func snoozed(_ timers: [Timers.Timer]) -> [String] {
        guard !timers.isEmpty else { return [tr("nothing to snooze: no alarm is ringing")] }
        return timers.map { $0.snoozed(seenFrom: now) }
    }

    func status(_ timers: [Timers.Timer]) -> [String] {
        guard !timers.isEmpty else { return [Self.nothingRuns] }
        return timers.map { timer in
            let sentence = sentence(timer)
            return Self.temperatures(timer).map {
                tr("{timer}; estimate: {temperatures}", ["timer": sentence, "temperatures": $0])
            } ?? sentence
        }
    }

    /// `yolk 61 °C, centre 48 °C`; nil if these aren't known.
    static func temperatures(_ timer: Timers.Timer, separator: String = ", ") -> String? {
        guard let yolk = timer.yolkCelsius, let centre = timer.centreCelsius else { return nil }
        return tr("yolk {degrees}", ["degrees": degrees(yolk)]) + separator
            + tr("centre {degrees}", ["degrees": degrees(centre)])
    }

    static var nothingRuns: String { tr("no timer is running; start one with: eggctl start soft") }

    /// The kitchen's egg, and that of eggd.conf if it is another one.
    static func kitchen(_ reply: Timers.Kitchen.Reply) -> [String] {
        func text(_ egg: Timers.RawEgg) -> String { basis(egg, always: true) ?? tr("not known") }
        let egg = tr("the kitchen's egg: {egg}", ["egg": text(reply.rawEgg)])
        guard reply.rawEgg != reply.configured else { return [egg] }
        let other = ["egg": text(reply.configured)] as KeyValuePairs
        return [egg, tr("eggd.conf has: {egg}; to use that again: eggctl kitchen --reset", other)]
    }

    static func eggs(_ reply: Timers.Eggs.Reply) -> [String] {
        let width = reply.eggs.map { TextWidth.of(EggWords.name(of: $0.name)) }.max() ?? 0
        let lines = reply.eggs.map { egg in
            let clock = clock(egg.durationMs)
            let inside = inside(egg).map { "  \($0)" } ?? ""
            return TextWidth.pad(EggWords.name(of: egg.name), to: width) + "  " + TextWidth.padLeft(clock, to: 5)
                + inside
        }
        return lines + (basis(reply.rawEgg, always: true).map { [tr("these times are for: {egg}", ["egg": $0])] } ?? [])
    }

    /// `Jammy yolk, firm white; yolk 74 °C at its edge`
    private static func inside(_ egg: Timers.Egg) -> String? {
        let temperature =
            egg.yolkCelsius.map { tr("yolk {degrees} at its edge", ["degrees": degrees($0)]) }
            ?? egg.centreCelsius.map { tr("yolk {degrees} in the middle", ["degrees": degrees($0)]) }
        let text = Timers.Egg.joined(egg.result, temperature ?? "")
        return text.isEmpty ? nil : text
    }

    private static func degrees(_ celsius: Double) -> String { "\(RawEggText.number(celsius.rounded())) °C" }

    /// The egg that a time is for; nil for the reference egg, whose times are well known.
    private static func basis(_ egg: Timers.RawEgg?, always: Bool = false) -> String? {
        guard let egg else { return nil }
        guard let rawEgg = try? RawEgg(grams: egg.massG, celsius: egg.fromCelsius, altitude: egg.altitudeM) else {
            return nil
        }
        return always || rawEgg != .reference ? EggWords.rawEgg(rawEgg) : nil
    }

    /// Warnings about the daemon; empty if it has no problems.
    ///
    /// - Parameter restart: the command that restarts eggd in the installed version, if it is known.
    static func warnings(_ health: Timers.Health.Reply, restart: @autoclosure () -> String?) -> [String] {
        [
            otherVersion(health.version).map { warning in
                restart().map { tr("{problem}; restart it with: {command}", ["problem": warning, "command": $0]) }
                    ?? warning
            },
            health.soundOut.map(noSound),
            health.configOut.map(said),
            health.storeOut.map(notSaved),
            health.storeNotice.map(said),
        ].compactMap { $0 }
    }

    static func noSound(_ reason: String) -> String { tr("no sound: {reason}", ["reason": said(reason)]) }

    static func notSaved(_ reason: String) -> String {
        tr("timers are not being saved; a restart would lose them: {reason}", ["reason": said(reason)])
    }

    static func kitchenNotSaved(_ reason: String) -> String {
        tr("the kitchen's egg is not being saved; a restart would lose it: {reason}", ["reason": said(reason)])
    }

    static func endsWithSession(user: String, host: RemoteHost? = nil) -> String {
        let command = "sudo loginctl enable-linger \(ShellWord.of(user))"
        guard let host else {
            return tr(
                "this egg ends with your session; to keep it running after you log out: {command}",
                ["command": command])
        }
        return tr(
            "this egg ends with your session on {machine}; to keep it running after you log out: {command}",
            ["machine": host.name, "command": "ssh -t \(ShellWord.of(host.name)) \(command)"])
    }

    static func restart(_ server: ServerProcess?, startCommand: String) -> String {
        // An eggd that was started from a shell has its own socket, so the server process is eggd itself.
        if let server, server.isDaemon, !server.isInUserManager { return "kill \(server.id); \(startCommand)" }
        return "systemctl --user daemon-reload && systemctl --user restart eggd"
    }

    /// The warning that the daemon's version differs, if it does; an upgrade doesn't restart a running daemon.
    static func otherVersion(_ version: String) -> String? {
        guard version != Product.version else { return nil }
        return tr(
            "the running eggd is version {running}, this eggctl is version {own}",
            ["running": printable(version), "own": Product.version])
    }

    func history(_ runs: [Timers.Run]) -> [String] {
        guard !runs.isEmpty else { return [tr("there are no past countdowns")] }
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

    static func historyOut(_ reason: String) -> String {
        tr("the saved history can't be read: {reason}", ["reason": said(reason)])
    }

    private func atEnd(_ timer: Timers.Timer) -> String { timer.atEnd(seenFrom: now) }

    private static func clock(_ milliseconds: Int64) -> String {
        DurationText.clock(.milliseconds(milliseconds))
    }
}
