import EggTimers
import EggWire
import POSIX
import Varlink

// The commands that change one timer, or several.

extension CommandRun {
    func change<M: Method>(_ method: M.Type) throws(Failure) -> M.Reply where M.Parameters == Timers.Name {
        try change(method) { Timers.Name($0) }
    }

    /// Calls a method for the timer of the command line, which is given by its name or by its label.
    func change<M: Method>(
        _ method: M.Type, _ parameters: (String?) -> M.Parameters
    ) throws(Failure) -> M.Reply {
        let conversation = try Conversation(connection())
        let outcome = try conversation.ask(method, parameters(invocation.name?.text))
        guard case .failure(.noSuchTimer) = outcome, let name = invocation.name else { return try accepted(outcome) }
        let timers = try accepted(try conversation.ask(Timers.List.self, Nothing())).timers
        guard let timer = timers.named(name.text) else {
            guard !timers.contains(where: { $0.isMeant(by: name.text) }) else {
                throw .refused("'\(printable(name.text))' is a pot, which can't be renamed")
            }
            return try accepted(outcome)
        }
        return try accepted(try conversation.ask(method, parameters(timer.name)))
    }

    /// For eggd, finding nothing to dismiss is not an error, but a name that no timer has is a user's mistake.
    func dismiss() throws(Failure) -> Timers.Many {
        let conversation = try Conversation(connection())
        let reply = try accepted(try conversation.ask(Timers.Dismiss.self, Timers.Name(invocation.name?.text)))
        guard reply.timers.isEmpty, let name = invocation.name else { return reply }
        let timers = try accepted(try conversation.ask(Timers.List.self, Nothing())).timers
        guard let timer = try find([name], in: timers).first else { return reply }
        if timer.isMeant(by: name.text) { return reply }
        return try accepted(try conversation.ask(Timers.Dismiss.self, Timers.Name(timer.name)))
    }

    // MARK: Several timers

    /// Changes each of several timers; nil if the command does that by itself.
    ///
    /// A name that no timer has is refused before anything is changed.
    func changeSeveral(_ words: Sentences) throws(Failure) -> Int32? {
        switch invocation.command {
        case .pause:
            return try changeEach("pause", none: "cooking", Timers.Pause.self, { $0 == .cooking }, { Timers.Name($0) })
            { reply, _ in
                tell(reply.all, reply.all.map(words.standing))
            }
        case .resume:
            return try changeEach("resume", none: "paused", Timers.Resume.self, { $0 == .paused }, { Timers.Name($0) })
            { reply, _ in
                tell(reply.all, reply.all.map(words.standing))
            }
        case .cancel:
            return try changeEach("cancel", none: "running", Timers.Cancel.self, { _ in true }, { Timers.Name($0) }) {
                reply, _ in
                tell([], reply.all.map(words.cancelled))
            }
        case .extend(let more):
            // A missed egg was taken out long ago.
            return try changeEach(
                "extend", none: "running", Timers.Extend.self, { $0 != .missed },
                { .init(name: $0, byMs: more.millisecondsRoundedUp) }
            ) { reply, _ in tell(reply.all, reply.all.map(words.standing)) }
        case .snooze(let time) where !invocation.isForAll:
            return try changeEach(
                "snooze", none: "ringing", Timers.Snooze.self, { $0 == .ringing },
                { .init(name: $0, forMs: time?.millisecondsRoundedUp) }
            ) { reply, _ in tell(reply.timers, words.snoozed(reply.timers)) }
        case .dismiss where !invocation.isForAll:
            return try changeEach("dismiss", none: "ringing", Timers.Dismiss.self, { _ in true }, { Timers.Name($0) }) {
                reply, name in
                tell([], words.dismissed(reply.timers, name: name))
            }
        // Without a name, these two mean all timers anyway; wait and status take several themselves.
        case .snooze, .dismiss, .wait, .status: return nil
        case .start, .cook, .again, .watch, .rename, .eggs, .history, .doctor, .page, .ui, .uiOrStatus, .help, .version:
            return nil
        }
    }

    /// Calls a method for each named timer, or with `--all` for each one to which it applies; the status is 1 if one
    /// was refused.
    private func changeEach<M: Method>(
        _ verb: String, none: String, _ method: M.Type, _ applies: (Timers.State) -> Bool,
        _ parameters: (String) -> M.Parameters, _ forPeople: (M.Reply, TimerName?) -> Void
    ) throws(Failure) -> Int32 {
        let conversation = try Conversation(connection())
        let timers = try accepted(try conversation.ask(Timers.List.self, Nothing())).timers
        let chosen: [Timers.Timer]
        if invocation.isForAll {
            chosen = timers.filter { applies($0.state) }
        } else {
            chosen = try find(invocation.names, in: timers)
        }
        if chosen.isEmpty, !invocation.json { Output.line("nothing to \(verb): no timer is \(none)") }
        var status: Int32 = 0
        var groups: Set<String> = []
        for timer in chosen {
            // All commands but this one act on the whole group at once.
            if M.self != Timers.Cancel.self, let group = timer.group, !groups.insert(group).inserted { continue }
            switch try conversation.ask(method, parameters(timer.name)) {
            case .success(let reply): show(reply) { forPeople($0, TimerName(timer.name)) }
            // It ended meanwhile.
            case .failure(.noSuchTimer) where invocation.isForAll: break
            case .failure(let error):
                var failure = Refusals(command: invocation.command, isNamed: true, timers: { timers }).failure(error)
                if case .invalidDuration = error { failure.message = "\(timer.name): \(failure.message)" }
                Output.report(failure, json: invocation.json)
                status = failure.status
            }
        }
        return status
    }

    /// The timers with these names or labels, and those of groups with these names, each once; throws if there is none
    /// for one of them.
    func find(_ names: [TimerName], in timers: [Timers.Timer]) throws(Failure) -> [Timers.Timer] {
        var found: [Timers.Timer] = []
        for name in names {
            let meant = timers.meant(by: name.text)
            guard !meant.isEmpty else {
                throw Refusals(command: invocation.command, isNamed: true, timers: { timers })
                    .failure(.noSuchTimer(.init(name: name.text)))
            }
            for timer in meant where !found.contains(where: { $0.isNamed(timer.name) }) { found.append(timer) }
        }
        return found
    }

    // MARK: Waiting

    /// Waits until the timers are done; the status is 1 if one of them was cancelled.
    func wait() throws(Failure) -> Int32 {
        let connection = try connection()
        let timers = try accepted(try Conversation(connection).ask(Timers.List.self, Nothing())).timers
        let chosen: [Timers.Timer]
        if invocation.isForAll {
            chosen = timers
        } else if !invocation.names.isEmpty {
            chosen = try find(invocation.names, in: timers)
        } else if let timer = timers.first(where: { $0.isNamed(TimerName.standard.text) }) ?? timers.only {
            chosen = [timer]
        } else if let group = timers.first?.group, timers.allSatisfy({ $0.group == group }) {
            chosen = timers
        } else {
            throw Refusals(command: invocation.command, isNamed: false, timers: { timers })
                .failure(.noSuchTimer(.init(name: TimerName.standard.text)))
        }
        let areDone = try Waiting(connection: connection) { end in
            if !end.isDone {
                Output.report(.refused("\(Sentences.label(end.timer)): cancelled"), json: invocation.json)
            } else if invocation.json {
                Output.json(Timers.One(timer: end.timer))
            }
        }.run(for: chosen)
        return areDone ? 0 : 1
    }
}

extension [Timers.Timer] {
    /// The timer if there is just one.
    fileprivate var only: Timers.Timer? { count == 1 ? first : nil }
}
