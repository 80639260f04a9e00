import EggTimers
import EggWire
import POSIX
import Varlink

/// Runs one command.
struct CommandRun {
    let invocation: Invocation
    let style = Style.ofStandardOutput()

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    func run() throws(Failure) -> Int32 {
        let words = Sentences()
        if invocation.isForAll || invocation.names.count > 1, let status = try changeSeveral(words) { return status }
        switch invocation.command {
        case .help(let command): Output.write(Help.text(command))
        case .version: Output.line("eggctl \(Product.version)")
        case .start(let choice, let since, let watch): return try start(choice, since: since, watch: watch)
        case .cook(let portions, let watch): return try cook(portions, watch: watch)
        case .status(let rendering): try status(words, rendering)
        case .again(let watch): return try again(watch: watch)
        case .watch(let rendering): return try watch(rendering)
        case .wait: return try wait()
        case .pause: show(try change(Timers.Pause.self)) { tell($0.all, $0.all.map(words.standing)) }
        case .resume: show(try change(Timers.Resume.self)) { tell($0.all, $0.all.map(words.standing)) }
        case .cancel: show(try change(Timers.Cancel.self)) { tell([], $0.all.map(words.cancelled)) }
        case .extend(let more):
            let reply = try change(Timers.Extend.self) { .init(name: $0, byMs: more.millisecondsRoundedUp) }
            show(reply) { tell($0.all, $0.all.map(words.standing)) }
        case .rename(let newName):
            let reply = try change(Timers.Rename.self) { .init(name: $0, to: newName.text) }
            show(reply) { tell([$0.timer], [words.standing($0.timer)]) }
        case .dismiss: show(try dismiss()) { tell([], words.dismissed($0.timers, name: invocation.name)) }
        case .snooze(let time):
            let reply = try change(Timers.Snooze.self) { .init(name: $0, forMs: time?.millisecondsRoundedUp) }
            show(reply) { tell($0.timers, words.snoozed($0.timers)) }
        case .history(let limit):
            let parameters = Timers.History.Parameters(limit: Int64(limit))
            show(try call(Timers.History.self, parameters)) { reply in
                if reply.historyOut == nil || !reply.runs.isEmpty { tell([], words.history(reply.runs)) }
                if let reason = reply.historyOut { tell(Sentences.historyOut(reason)) }
            }
        case .doctor(let rings, let dismissesDamage):
            return Doctor(style: style, json: invocation.json)
                .run(rings: rings, dismissesDamage: dismissesDamage, connection)
        case .page(let action): try PageCommand(style: style).run(action)
        case .ui(let flashes): return try AppCommand(style: style).run(connection(), flashes: flashes)
        case .uiOrStatus:
            if AppCommand.isPossible(style) { return try AppCommand(style: style).run(connection(), flashes: true) }
            try status(words, .forPeople)
        case .eggs:
            let rawEgg = invocation.rawEgg
            let parameters = Timers.Eggs.Parameters(
                massG: rawEgg.grams, fromCelsius: rawEgg.celsius, altitudeM: rawEgg.altitude)
            show(try call(Timers.Eggs.self, parameters)) { tell([], Sentences.eggs($0)) }
        }
        return 0
    }

    // MARK: Showing

    private func watch(_ rendering: Invocation.Rendering) throws(Failure) -> Int32 {
        let view = view(rendering)
        var name = invocation.name
        if let given = name {
            let reply: Timers.Many?
            do throws(Failure) {
                reply = try call(Timers.List.self, Nothing())
            } catch {
                guard view.startsWithoutEggd else { throw error }
                reply = nil
            }
            if let shown = reply?.timers.named(given.text) { name = TimerName(shown.name) }
        }
        return status(of: try Watching(connection: connection(), name: name, view: view).run())
    }

    private func status(_ words: Sentences, _ rendering: Invocation.Rendering) throws(Failure) {
        let conversation = try Conversation(connection())
        var asksForHealth = true
        if case .format = rendering { asksForHealth = false }
        // Both calls are sent at once, so that the second reply arrives while the first is shown.
        try conversation.send(Timers.List.self, Nothing())
        if asksForHealth { try conversation.send(Timers.Health.self, Nothing()) }
        var timers = try accepted(try conversation.receive(Timers.List.self)).timers
        if !invocation.names.isEmpty { timers = try find(invocation.names, in: timers) }
        switch rendering {
        case .json:
            Output.json(StatusReport(timers, try accepted(try conversation.receive(Timers.Health.self))))
        case .waybar, .i3bar: break
        case .format(let format): for timer in timers { Output.write(format.line(for: timer) + "\n") }
        case .forPeople:
            tell(timers, words.status(timers))
            let health = try accepted(try conversation.receive(Timers.Health.self))
            for warning in Sentences.warnings(health, restart: conversation.restartCommand) { tell(warning) }
        }
    }

    func view(_ rendering: Invocation.Rendering) -> any WatchView {
        switch rendering {
        case .forPeople: style.canRedraw ? ScreenView(style: style) : LineView(style: style)
        case .json: JSONView()
        case .format(let format): BarView(FormatBar(format: format))
        case .waybar: BarView(WaybarBar())
        case .i3bar: BarView(I3Bar())
        }
    }

    func status(of end: Watching.End) -> Int32 {
        switch end {
        case .signal(let signal): 128 + signal
        case .over(.dismissed), .over(.missed): 0
        case .over: 1
        }
    }

    // MARK: Calling

    func connection() throws(Failure) -> Connection {
        try Connection(invocation.socket)
    }

    private func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(Failure) -> M.Reply {
        try accepted(try Conversation(connection()).ask(method, parameters))
    }

    /// The reply; throws a description of a refusal.
    func accepted<Reply>(_ outcome: Result<Reply, TimersError>) throws(Failure) -> Reply {
        switch outcome {
        case .success(let reply): return reply
        case .failure(let refusal):
            throw Refusals(command: invocation.command, isNamed: invocation.name != nil) {
                // `call` isn't used here: to describe a refusal it would ask for the timers again.
                (try? Conversation(connection()).ask(Timers.List.self, Nothing()).get().timers) ?? []
            }.failure(refusal)
        }
    }

    // MARK: Output

    func show<Reply: Encodable>(_ reply: Reply, _ forPeople: (Reply) -> Void) {
        if invocation.json {
            Output.json(reply)
        } else {
            forPeople(reply)
        }
    }

    /// Prints a warning.
    func tell(_ warning: String) {
        Output.line(style.paint(warning, .loud))
    }

    /// Prints lines about timers, each in the colour of its timer's state.
    func tell(_ timers: [Timers.Timer], _ lines: [String]) {
        for (index, line) in lines.map(style.sentence).enumerated() {
            let color = timers.indices.contains(index) ? Style.color(of: timers[index].state) : nil
            Output.line(color.map { style.paint(line, $0) } ?? printable(line))
        }
    }
}

/// `status --json`: all timers and the warnings of `status`.
private struct StatusReport: Encodable {
    let timers: [Timers.Timer]
    let soundOut: String?
    let storeOut: String?
    let configOut: String?
    let storeNotice: String?

    init(_ timers: [Timers.Timer], _ health: Timers.Health.Reply) {
        self.timers = timers
        (soundOut, storeOut) = (health.soundOut, health.storeOut)
        (configOut, storeNotice) = (health.configOut, health.storeNotice)
    }
}
