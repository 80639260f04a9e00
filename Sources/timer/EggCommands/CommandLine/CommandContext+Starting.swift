import EggTimers
import EggWire
import Varlink

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
            return Output.json(HealthReport(reply: reply, soundOut: health?.soundOut, storeOut: health?.storeOut))
        }
        forPeople(reply)
        if let reason = health?.soundOut { tell(Sentences.noSound(reason)) }
        if let reason = health?.storeOut { tell(Sentences.notSaved(reason)) }
        if let user = conversation.sessionUser {
            tell(Sentences.endsWithSession(user: user, host: conversation.endpoint.host))
        }
    }
}

/// With `--json`: the reply's fields, and why an alarm would not be heard or nothing is saved.
struct HealthReport<Reply: Encodable>: Encodable {
    let reply: Reply
    var soundOut: String?
    var storeOut: String?

    private enum CodingKeys: CodingKey {
        case soundOut, storeOut
    }

    func encode(to encoder: any Encoder) throws {
        try reply.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(soundOut, forKey: .soundOut)
        try container.encodeIfPresent(storeOut, forKey: .storeOut)
    }
}
