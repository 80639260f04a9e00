import EggTimers
import EggWire
import Glibc
import Varlink

/// The program `eggctl`.
public enum Eggctl {
    /// Carries out one command line.
    ///
    /// - Returns: the exit status: 0 done, 1 refused by eggd, 64 wrong usage, 69 eggd out of reach, 130 after Ctrl-C.
    public static func run(_ words: [String]) -> Int32 {
        Output.openStandardStreams()
        let invocation: Invocation
        do {
            invocation = try Invocation(words)
        } catch {
            let help = error.command.map { "eggctl \($0.rawValue) --help" } ?? "eggctl --help"
            Output.complain("\(error.message)\nTry '\(help)'.")
            return EX_USAGE
        }
        do {
            return try Performance(invocation).run()
        } catch {
            Output.complain(printable(error.sentence))
            return error.status
        }
    }
}

/// One command being carried out.
private struct Performance {
    let invocation: Invocation
    private let style = Style.ofStandardOutput()

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    func run() throws(Failure) -> Int32 {
        let named = Timers.Name(invocation.name?.text)
        let words = Sentences()
        switch invocation.command {
        case .help(let command): Output.write(Help.text(command))
        case .version: Output.line("eggctl \(Product.version)")
        case .start(let choice, let since, let watch): return try start(choice, since: since, watch: watch)
        case .status(let rendering): try status(words, rendering)
        case .watch(let rendering): return try watch(rendering)
        case .pause: show(try call(Timers.Pause.self, named)) { tell([$0.timer], [words.standing($0.timer)]) }
        case .resume: show(try call(Timers.Resume.self, named)) { tell([$0.timer], [words.standing($0.timer)]) }
        case .cancel: show(try call(Timers.Cancel.self, named)) { tell([], [words.cancelled($0.timer)]) }
        case .extend(let more):
            let parameters = Timers.Extend.Parameters(name: named.name, byMs: more.millisecondsRoundedUp)
            show(try call(Timers.Extend.self, parameters)) { tell([$0.timer], [words.standing($0.timer)]) }
        case .dismiss:
            show(try call(Timers.Dismiss.self, named)) { tell([], words.dismissed($0.timers, name: invocation.name)) }
        case .snooze(let time):
            let parameters = Timers.Snooze.Parameters(name: named.name, forMs: time?.millisecondsRoundedUp)
            show(try call(Timers.Snooze.self, parameters)) { tell($0.timers, words.snoozed($0.timers)) }
        case .history(let limit):
            let parameters = Timers.History.Parameters(limit: Int64(limit))
            show(try call(Timers.History.self, parameters)) { tell([], words.history($0.runs)) }
        case .doctor(let rings, let dismissesDamage):
            return Doctor(style: style, json: invocation.json)
                .run(rings: rings, dismissesDamage: dismissesDamage, connection)
        case .eggs: show(try call(Timers.Eggs.self, Nothing())) { tell([], Sentences.eggs($0.eggs)) }
        }
        return 0
    }

    private func start(_ choice: Invocation.Choice, since: Duration, watch: Bool) throws(Failure) -> Int32 {
        let name = invocation.name ?? .standard
        var parameters = Timers.Start.Parameters(name: name.text)
        switch choice {
        case .egg(let egg): parameters.egg = egg
        case .duration(let duration): parameters.durationMs = duration.millisecondsRoundedUp
        }
        if since > .zero { parameters.elapsedMs = since.millisecondsRoundedUp }
        func begin() throws(Failure) {
            show(try call(Timers.Start.self, parameters)) { tell([$0.timer], [Sentences().started($0)]) }
        }
        guard watch else {
            try begin()
            return 0
        }
        let end = try Watching(connection: connection(), name: name, view: view(invocation.json ? .json : .forPeople))
            .run(starting: begin)
        return status(of: end)
    }

    private func watch(_ rendering: Invocation.Rendering) throws(Failure) -> Int32 {
        status(of: try Watching(connection: connection(), name: invocation.name, view: view(rendering)).run())
    }

    private func status(_ words: Sentences, _ rendering: Invocation.Rendering) throws(Failure) {
        let connection = try connection()
        let client = try connection.open()
        var reply = try hear(connection) { () throws(ClientError) in
            // Both at once: the second answer is under way while the first is shown.
            try client.send(Timers.List.self, Nothing())
            if rendering == .forPeople { try client.send(Timers.Health.self, Nothing()) }
            return try client.receive(Timers.List.self).value
        }
        if let name = invocation.name {
            reply.timers.removeAll { !$0.isNamed(name.text) }
            if reply.timers.isEmpty {
                throw refusals().failure(.noSuchTimer(.init(name: name.text)))
            }
        }
        switch rendering {
        case .json: Output.json(reply)
        case .format(let format): for timer in reply.timers { Output.write(format.line(for: timer) + "\n") }
        case .forPeople:
            tell(reply.timers, words.status(reply.timers))
            let health = try hear(connection) { () throws(ClientError) in try client.receive(Timers.Health.self).value }
            for warning in Sentences.warnings(health) { tell(warning) }
        }
    }

    private func view(_ rendering: Invocation.Rendering) -> any WatchView {
        switch rendering {
        case .forPeople: style.canRedraw ? ScreenView(style: style) : LineView(style: style)
        case .json: JSONView()
        case .format(let format): FormatView(format: format)
        }
    }

    private func status(of end: Watching.End) -> Int32 {
        switch end {
        case .signal(let signal): 128 + signal
        case .over(.dismissed), .over(.missed): 0
        case .over: 1
        }
    }

    // MARK: Calling and telling

    private func connection() throws(Failure) -> Connection {
        try Connection(invocation.socket)
    }

    private func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(Failure) -> M.Reply {
        let connection = try connection()
        let client = try connection.open()
        return try hear(connection) { () throws(ClientError) in try client.call(method, parameters) }
    }

    /// What is heard on a connection, or why nothing is, in words.
    private func hear<Value>(
        _ connection: Connection, _ talk: () throws(ClientError) -> Value
    ) throws(Failure) -> Value {
        do {
            return try talk()
        } catch {
            if case .refused(let remote) = error, let known = TimersError(remote) {
                throw refusals().failure(known)
            }
            throw connection.failure(error)
        }
    }

    private func refusals() -> Refusals {
        Refusals(command: invocation.command, isNamed: invocation.name != nil) {
            // Not by way of `call`: a refusal of this, too, would be asked about without end.
            (try? connection().open().call(Timers.List.self, Nothing()).timers.map(\.name)) ?? []
        }
    }

    private func show<Reply: Encodable>(_ reply: Reply, _ forPeople: (Reply) -> Void) {
        if invocation.json {
            Output.json(reply)
        } else {
            forPeople(reply)
        }
    }

    /// A line that must not be overlooked.
    private func tell(_ warning: String) {
        Output.line(style.paint(warning, .loud))
    }

    /// Lines about timers, in the colour of each one's state.
    private func tell(_ timers: [Timers.Timer], _ lines: [String]) {
        for (index, line) in lines.enumerated() {
            let color = timers.indices.contains(index) ? Style.color(of: timers[index].state) : nil
            Output.line(color.map { style.paint(line, $0) } ?? printable(line))
        }
    }
}
