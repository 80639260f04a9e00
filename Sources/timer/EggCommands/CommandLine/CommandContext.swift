import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages
import Terminal
import Varlink

/// How a command reaches eggd, and how it prints.
struct CommandContext {
    let socket: String?
    /// The machine whose eggd is meant; nil for this one.
    let machine: RemoteMachine?
    let json: Bool
    let style = Style.ofStandardOutput()

    /// The program as its commands are typed for the same eggd.
    var program: String { machine?.endpoint.program ?? "eggctl" }

    // MARK: Calls

    /// Where eggd listens. Another machine must be reachable, and have an eggd.
    func endpoint() throws(Failure) -> Endpoint {
        _ = try machine?.report()
        return try uncheckedEndpoint()
    }

    /// For a watch that also begins when another machine can't be reached.
    func uncheckedEndpoint() throws(Failure) -> Endpoint {
        if let machine { return machine.endpoint }
        return try .named(socket)
    }

    func conversation() throws(Failure) -> Conversation {
        try Conversation(endpoint(), remoteUser: machine?.report().sessionUser)
    }

    /// Calls a method on a connection of its own.
    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(Failure) -> M.Reply {
        try accepted(try conversation().ask(method, parameters))
    }

    func timers(_ conversation: Conversation) throws(Failure) -> [Timers.Timer] {
        try accepted(try conversation.ask(Timers.List.self, Nothing())).timers
    }

    /// The reply; throws a description of a refusal.
    func accepted<Reply>(
        _ outcome: Result<Reply, TimersError>, _ request: TimerRequest? = nil, isNamed: Bool = false
    ) throws(Failure) -> Reply {
        switch outcome {
        case .success(let reply): return reply
        case .failure(let refusal): throw failure(refusal, request, isNamed: isNamed)
        }
    }

    /// Describes a refusal.
    ///
    /// - Parameter isNamed: whether the command line names the timer.
    func failure(_ refusal: TimersError, _ request: TimerRequest? = nil, isNamed: Bool) -> Failure {
        Refusals(request: request, isNamed: isNamed, program: program) {
            // `call` isn't used here: to describe a refusal it would ask for the timers again.
            (try? conversation().ask(Timers.List.self, Nothing()).get().timers) ?? []
        }.failure(refusal)
    }

    /// The timers with these names or labels, and those of groups with these names, each once; throws if there is none
    /// for one of them.
    func find(_ names: [TimerName], in timers: [Timers.Timer]) throws(Failure) -> [Timers.Timer] {
        var found: [Timers.Timer] = []
        for word in names {
            guard let name = try name(typed: word, in: timers) else {
                throw Refusals(request: nil, isNamed: true, program: program, timers: { timers })
                    .failure(.noSuchTimer(name: word.text))
            }
            for timer in timers.filter({ $0.matches(name.text) })
            where !found.contains(where: { $0.isNamed(timer.name) }) { found.append(timer) }
        }
        return found
    }

    /// The name of the timer or group that a word means in a question, by eggd's rule; nil if none fits.
    func name(typed word: TimerName, in timers: [Timers.Timer]) throws(Failure) -> TimerName? {
        if case .named(let name) = timers.meant(by: word) { return TimerName.ofAny(name) }
        switch TypedName(word.text, among: timers.names) {
        case .one(let name): return name
        case .several(let names):
            throw failure(.ambiguousTimer(typed: word.text, names: names.map(\.text)), isNamed: true)
        case .none: return nil
        }
    }

    /// The timer that a word means. In English, only words with a space can be labels, for which eggd is asked for its
    /// timers.
    func meant(by word: TimerName, _ conversation: Conversation) throws(Failure) -> TimerReference {
        let canBeLabel = word.text.contains(" ") || Language.current != .english
        return canBeLabel ? try timers(conversation).meant(by: word) : .typed(word.text)
    }

    // MARK: Output

    /// Prints a reply as JSON, or in sentences.
    func show<Reply: Encodable>(_ reply: Reply, _ forPeople: (Reply) -> Void) {
        if json {
            Output.json(reply)
        } else {
            forPeople(reply)
        }
    }

    /// Prints a reply as JSON, or its timers in sentences.
    func show(_ reply: any TimersReply, _ forPeople: ([Timers.Timer]) -> Void) {
        guard !json else { return Output.json(reply) }
        forPeople(reply.all)
    }

    func tell(_ warning: String) {
        Output.line(painted: style.paint(warning, .loud))
    }

    /// Prints lines about timers, each in the colour of its timer's state.
    func tell(_ timers: [Timers.Timer], _ lines: [String]) {
        for (index, line) in lines.map(style.sentence).enumerated() {
            let paint = timers.indices.contains(index) ? Paint.of(timers[index].state) : Paint()
            Output.line(painted: style.paint(line, paint))
        }
    }
}

// The steps that the commands which start eggs share.

extension CommandContext {
    /// Starts a timer or a group, and shows it until it is over if it is watched.
    func start(
        _ name: TimerName, watches: Bool, _ start: @escaping () throws(Failure) -> Void
    ) throws(Failure) -> Int32 {
        guard watches else {
            try start()
            return 0
        }
        let view = (json ? Rendering.json : .forPeople).view(style)
        return try Watching(endpoint: endpoint(), name: name, view: view).run(starting: start).status
    }

    /// Starts a timer, and prints it with everything that could prevent its alarm from being heard or lose the timer.
    func start(_ parameters: Timers.Start.Parameters, explains: Bool = false, warnings: [String] = []) throws(Failure) {
        let conversation = try conversation()
        let outcome = try conversation.ask(Timers.Start.self, parameters)
        report(try accepted(outcome, .start(parameters)), conversation) { reply in
            tell([reply.timer], [Sentences().started(reply, explains: explains, undo: "\(program) undo")])
            for warning in warnings { tell(warning) }
        }
    }

    /// Prints the reply, and everything that could prevent an alarm from being heard or lose a timer.
    func report<Reply: Encodable>(_ reply: Reply, _ conversation: Conversation, _ forPeople: (Reply) -> Void) {
        // The egg is cooking, so a failure of this second call is ignored.
        let health = try? conversation.ask(Timers.Health.self, Nothing()).get()
        guard !json else {
            let shortcomings = Shortcomings(soundOut: health?.soundOut, storeOut: health?.storeOut)
            return Output.json(Together(reply, shortcomings))
        }
        forPeople(reply)
        if let reason = health?.soundOut { tell(Sentences.noSound(reason)) }
        if let reason = health?.storeOut { tell(Sentences.notSaved(reason)) }
        if let user = conversation.sessionUser {
            tell(Sentences.endsWithSession(user: user, host: conversation.endpoint.host))
        }
    }
}

/// Beside a reply, with `--json`: why an alarm would not be heard or nothing is saved.
struct Shortcomings: Encodable {
    var soundOut: String?
    var storeOut: String?
}
