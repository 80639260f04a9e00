import CLinux
import EggTimers
import EggWire
import Glibc
import POSIX
import Varlink

// The commands that start eggs.

extension CommandRun {
    func start(_ choice: Invocation.Choice, since: Duration, watch: Bool) throws(Failure) -> Int32 {
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
        return try show(name, watch: watch) { () throws(Failure) in try start(parameters, warnings: warnings) }
    }

    /// Starts eggs that are done at the same moment.
    func cook(_ portions: [Invocation.Portion], watch: Bool) throws(Failure) -> Int32 {
        try show(invocation.name ?? .standardGroup, watch: watch) { () throws(Failure) in try cook(portions) }
    }

    /// Starts the last egg once more: the one that is done, else the newest one in the history.
    ///
    /// The history doesn't tell which eggs were in a pot together.
    func again(watch: Bool) throws(Failure) -> Int32 {
        let conversation = try Conversation(connection())
        let timers = try accepted(try conversation.ask(Timers.List.self, Nothing())).timers
        let history = try accepted(try conversation.ask(Timers.History.self, .init(limit: 1)))
        guard let last = LastEgg(timers, history.runs) else {
            if let reason = history.historyOut { throw .refused(Sentences.historyOut(reason)) }
            throw Failure(
                message: "there is no past countdown to start again", status: 1, advice: "start one with",
                fix: "eggctl start soft")
        }
        if invocation.name == nil, Timers.Timer.portion(name: last.name, egg: last.egg) != nil {
            throw Failure(
                message:
                    "the last countdown, '\(printable(last.name))', was part of a pot, which 'again' does not start",
                status: 1, advice: "start a pot as in", fix: "eggctl cook soft:2 hard:4")
        }
        guard let name = invocation.name ?? TimerName(last.name) else {
            throw .refused("'\(printable(last.name))' isn't a valid timer name")
        }
        // A countdown that runs is not given up for an earlier one by mistake.
        if let timer = timers.first(where: { $0.isNamed(name.text) }), timer.state == .cooking || timer.state == .paused
        {
            throw Failure(
                message: "\(Sentences().standing(timer)); 'again' does not reset it", status: 1,
                advice: "start another one beside it with", fix: "eggctl again --name NAME")
        }
        let parameters = Timers.Start.Parameters(
            egg: last.egg == EggMenu.custom ? nil : last.egg, durationMs: last.durationMs, name: name.text)
        return try show(name, watch: watch) { () throws(Failure) in try start(parameters) }
    }

    /// Starts a timer or a group, and shows it until it is over if it is watched.
    private func show(
        _ name: TimerName, watch: Bool, start: @escaping () throws(Failure) -> Void
    ) throws(Failure) -> Int32 {
        guard watch else {
            try start()
            return 0
        }
        let view = view(invocation.json ? .json : .forPeople)
        return status(of: try Watching(connection: connection(), name: name, view: view).run(starting: start))
    }

    // MARK: Calls

    /// Starts a timer, and prints it with everything that could prevent its alarm from being heard or lose the timer.
    private func start(_ parameters: Timers.Start.Parameters, warnings: [String] = []) throws(Failure) {
        let conversation = try Conversation(connection())
        var parameters = parameters
        var outcome = try conversation.ask(Timers.Start.self, parameters)
        if case .failure(.noSuchEgg(let about)) = outcome,
            let egg = about.known.first(where: { $0.lowercased() == about.egg.lowercased() })
        {
            parameters.egg = egg
            outcome = try conversation.ask(Timers.Start.self, parameters)
        }
        report(try accepted(outcome), conversation) { reply in
            tell([reply.timer], [Sentences().started(reply, explains: !invocation.rawEgg.isEmpty)])
            for warning in warnings { tell(warning) }
        }
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
        report(try accepted(outcome), conversation) { reply in
            tell([], Sentences().cooking(reply, explains: !rawEgg.isEmpty))
        }
    }

    /// Prints the reply, and everything that could prevent an alarm from being heard or lose a timer.
    private func report<Reply: Encodable>(
        _ reply: Reply, _ conversation: Conversation, _ forPeople: (Reply) -> Void
    ) {
        // The egg is cooking, so a failure of this second call is ignored.
        let health = try? conversation.ask(Timers.Health.self, Nothing()).get()
        guard !invocation.json else { return Output.json(StartReport(reply: reply, health: health)) }
        forPeople(reply)
        if let reason = health?.soundOut { tell(Sentences.noSound(reason)) }
        if let reason = health?.storeOut { tell(Sentences.notSaved(reason)) }
        if let warning = conversation.server?.endsWithSession { tell(warning) }
    }

    /// The time until clocks here show a time of day, within 24 hours.
    static func milliseconds(until time: ClockTime) throws(Failure) -> Int64 {
        var reading = timespec()
        clock_gettime(CLOCK_REALTIME, &reading)
        let now = Duration(reading).millisecondsRoundedDown
        guard let end = time.next(after: now) else {
            throw .usage("\(time.text) does not occur in the next 24 hours, because the clocks go forward")
        }
        // The shortest countdown takes a second.
        return max(1000, end - now)
    }
}

/// `start --json` and `cook --json`: the reply's fields, whether an alarm would be heard, and whether timers are saved.
private struct StartReport<Reply: Encodable>: Encodable {
    let reply: Reply
    let health: Timers.Health.Reply?

    private enum CodingKeys: CodingKey {
        case soundOut, storeOut
    }

    func encode(to encoder: any Encoder) throws {
        try reply.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(health?.soundOut, forKey: .soundOut)
        try container.encodeIfPresent(health?.storeOut, forKey: .storeOut)
    }
}

extension Sentences {
    /// The warning that an alarm at a time of day can be early or late.
    static func unsynchronised(_ time: ClockTime) -> String {
        "this machine's clock is not synchronised, so the alarm may not come at \(time.text)"
    }
}
