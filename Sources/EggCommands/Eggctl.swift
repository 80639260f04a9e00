import CLinux
import EggArguments
import EggTimers
import EggWire
import Glibc
import Varlink

/// The program `eggctl`.
public enum Eggctl {
    /// Runs this process's command line.
    ///
    /// - Returns: the exit status: 0 done, 1 refused by eggd, 64 wrong usage, 69 eggd not reachable, 130 after Ctrl-C.
    public static func run() -> Int32 {
        StandardStreams.openClosed()
        do {
            return run(try Arguments.ofProcess())
        } catch {
            Output.complain(error.message)
            return EX_USAGE
        }
    }

    /// Runs one command line.
    static func run(_ words: [String]) -> Int32 {
        let invocation: Invocation
        do {
            invocation = try Invocation(words)
        } catch {
            let help = error.command.map { "eggctl \($0.rawValue) --help" } ?? "eggctl --help"
            let failure = Failure(message: error.message, status: EX_USAGE, advice: "see", fix: help)
            Output.report(failure, json: asksForJSON(words), "\(error.message)\nTry '\(help)'.")
            return EX_USAGE
        }
        do {
            return try CommandRun(invocation).run()
        } catch {
            Output.report(error, json: invocation.json)
            return error.status
        }
    }

    /// Whether a command line that can't be parsed has the option --json or its abbreviation.
    private static func asksForJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0.utf8.count > 2 && "--json".hasPrefix($0) }
    }
}

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
            show(try call(Timers.History.self, parameters)) { tell([], words.history($0.runs)) }
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

    // MARK: Starting

    private func start(_ choice: Invocation.Choice, since: Duration, watch: Bool) throws(Failure) -> Int32 {
        let name = invocation.name ?? .standard
        let rawEgg = invocation.rawEgg
        var warnings: [String] = []
        var parameters = Timers.Start.Parameters(
            name: name.text, massG: rawEgg.grams, fromCelsius: rawEgg.celsius, altitudeM: rawEgg.altitude)
        switch choice {
        case .egg(let egg): parameters.egg = egg
        case .duration(let duration): parameters.durationMs = duration.millisecondsRoundedUp
        case .until(let time):
            parameters.durationMs = try Self.milliseconds(until: time)
            if clinux_clock_is_synchronised() == 0 { warnings.append(Sentences.unsynchronised(time)) }
        }
        if since > .zero { parameters.elapsedMs = since.millisecondsRoundedUp }
        return try start(parameters, name: name, watch: watch, warnings: warnings)
    }

    /// Starts a timer, and shows it until it is over if it is watched.
    func start(
        _ parameters: Timers.Start.Parameters, name: TimerName, watch: Bool, warnings: [String] = []
    ) throws(Failure) -> Int32 {
        guard watch else {
            try start(parameters, warnings: warnings)
            return 0
        }
        let end = try Watching(connection: connection(), name: name, view: view(invocation.json ? .json : .forPeople))
            .run { () throws(Failure) in try start(parameters, warnings: warnings) }
        return status(of: end)
    }

    /// Starts a timer, and prints it with everything that could prevent its alarm from being heard or lose the timer.
    private func start(_ parameters: Timers.Start.Parameters, warnings: [String]) throws(Failure) {
        let conversation = try Conversation(connection())
        var parameters = parameters
        var outcome = try conversation.ask(Timers.Start.self, parameters)
        if case .failure(.noSuchEgg(let about)) = outcome,
            let egg = about.known.first(where: { $0.lowercased() == about.egg.lowercased() })
        {
            parameters.egg = egg
            outcome = try conversation.ask(Timers.Start.self, parameters)
        }
        let reply = try accepted(outcome)
        // The egg is cooking, so a failure of this second call is ignored.
        let health = try? conversation.ask(Timers.Health.self, Nothing()).get()
        guard !invocation.json else {
            return Output.json(StartReport(reply: reply, soundOut: health?.soundOut, storeOut: health?.storeOut))
        }
        tell([reply.timer], [Sentences().started(reply, explains: !invocation.rawEgg.isEmpty)])
        for warning in warnings { tell(warning) }
        warn(health, conversation)
    }

    /// Starts eggs that are done at the same moment.
    private func cook(_ portions: [Invocation.Portion], watch: Bool) throws(Failure) -> Int32 {
        guard watch else {
            try cook(portions)
            return 0
        }
        let name = invocation.name ?? .standardGroup
        let end = try Watching(connection: connection(), name: name, view: view(invocation.json ? .json : .forPeople))
            .run { () throws(Failure) in try cook(portions) }
        return status(of: end)
    }

    /// Starts the eggs, and prints when to put which into the water, with everything that `start` prints too.
    private func cook(_ portions: [Invocation.Portion]) throws(Failure) {
        let conversation = try Conversation(connection())
        let rawEgg = invocation.rawEgg
        var parameters = Timers.Cook.Parameters(
            eggs: portions.map { .init(egg: $0.egg, count: Int64($0.count)) }, name: invocation.name?.text,
            massG: rawEgg.grams, fromCelsius: rawEgg.celsius, altitudeM: rawEgg.altitude)
        var outcome = try conversation.ask(Timers.Cook.self, parameters)
        if case .failure(.noSuchEgg(let about)) = outcome {
            for index in parameters.eggs.indices {
                let egg = parameters.eggs[index].egg
                parameters.eggs[index].egg = about.known.first { $0.lowercased() == egg.lowercased() } ?? egg
            }
            outcome = try conversation.ask(Timers.Cook.self, parameters)
        }
        let reply = try accepted(outcome)
        let health = try? conversation.ask(Timers.Health.self, Nothing()).get()
        guard !invocation.json else {
            return Output.json(CookReport(reply: reply, soundOut: health?.soundOut, storeOut: health?.storeOut))
        }
        tell([], Sentences().cooking(reply, explains: !rawEgg.isEmpty))
        warn(health, conversation)
    }

    /// Prints everything that could prevent an alarm from being heard or lose a timer that was started.
    private func warn(_ health: Timers.Health.Reply?, _ conversation: Conversation) {
        if let reason = health?.soundOut { tell(Sentences.noSound(reason)) }
        if let reason = health?.storeOut { tell(Sentences.notSaved(reason)) }
        if let warning = conversation.server?.endsWithSession { tell(warning) }
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
            let health = try accepted(try conversation.receive(Timers.Health.self))
            Output.json(
                StatusReport(
                    timers: timers, soundOut: health.soundOut, storeOut: health.storeOut, configOut: health.configOut,
                    storeNotice: health.storeNotice))
        case .waybar, .i3bar: break
        case .format(let format): for timer in timers { Output.write(format.line(for: timer) + "\n") }
        case .forPeople:
            tell(timers, words.status(timers))
            let health = try accepted(try conversation.receive(Timers.Health.self))
            for warning in Sentences.warnings(health, restart: conversation.restartCommand) { tell(warning) }
        }
    }

    private func view(_ rendering: Invocation.Rendering) -> any WatchView {
        switch rendering {
        case .forPeople: style.canRedraw ? ScreenView(style: style) : LineView(style: style)
        case .json: JSONView()
        case .format(let format): BarView(FormatBar(format: format))
        case .waybar: BarView(WaybarBar())
        case .i3bar: BarView(I3Bar())
        }
    }

    private func status(of end: Watching.End) -> Int32 {
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
    private func tell(_ warning: String) {
        Output.line(style.paint(warning, .loud))
    }

    /// Prints lines about timers, each in the colour of its timer's state.
    func tell(_ timers: [Timers.Timer], _ lines: [String]) {
        for (index, line) in lines.enumerated() {
            let color = timers.indices.contains(index) ? Style.color(of: timers[index].state) : nil
            Output.line(color.map { style.paint(line, $0) } ?? printable(line))
        }
    }
}

/// `start --json`: the reply, whether the alarm would be heard, and whether the timer is saved.
private struct StartReport: Encodable {
    let reply: Timers.Start.Reply
    let soundOut: String?
    let storeOut: String?

    enum CodingKeys: CodingKey {
        case timer, replaced, rawEgg, soundOut, storeOut
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(reply.timer, forKey: .timer)
        try container.encode(reply.replaced, forKey: .replaced)
        try container.encode(reply.rawEgg, forKey: .rawEgg)
        try container.encode(soundOut, forKey: .soundOut)
        try container.encode(storeOut, forKey: .storeOut)
    }
}

/// `cook --json`: the reply, whether the alarm would be heard, and whether the timers are saved.
private struct CookReport: Encodable {
    let reply: Timers.Cook.Reply
    let soundOut: String?
    let storeOut: String?

    enum CodingKeys: CodingKey {
        case timers, replaced, rawEgg, soundOut, storeOut
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(reply.timers, forKey: .timers)
        try container.encode(reply.replaced, forKey: .replaced)
        try container.encode(reply.rawEgg, forKey: .rawEgg)
        try container.encode(soundOut, forKey: .soundOut)
        try container.encode(storeOut, forKey: .storeOut)
    }
}

/// `status --json`: all timers and the warnings of `status`.
private struct StatusReport: Encodable {
    let timers: [Timers.Timer]
    let soundOut: String?
    let storeOut: String?
    let configOut: String?
    let storeNotice: String?

    enum CodingKeys: CodingKey {
        case timers, soundOut, storeOut, configOut, storeNotice
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(timers, forKey: .timers)
        try container.encode(soundOut, forKey: .soundOut)
        try container.encode(storeOut, forKey: .storeOut)
        try container.encode(configOut, forKey: .configOut)
        try container.encode(storeNotice, forKey: .storeNotice)
    }
}
