import EggTimers
import EggWire
import Instants
import Varlink

/// How calls of one method are carried out: one value of the service's table.
struct MethodHandler: Sendable {
    let name: String
    private let body: @Sendable (isolated Engine, Call, Ticket) throws(ErrorReply) -> Void

    /// Carries out a call. Its ticket is answered now or later.
    func run(_ engine: isolated Engine, _ call: Call, _ ticket: Ticket) {
        do throws(ErrorReply) {
            try body(engine, call, ticket)
        } catch {
            engine.connections.answer(ticket, Reply.encode(error), at: engine.clock.now())
        }
    }

    /// A method that is answered at once and changes nothing.
    static func now<M: Method>(
        _ method: M.Type,
        _ answer: @escaping @Sendable (isolated Engine, M.Parameters) throws(ErrorReply) -> M.Reply
    ) -> MethodHandler {
        MethodHandler(name: M.name) { engine, call, ticket throws(ErrorReply) in
            let reply = try answer(engine, call.checked(M.Parameters.self))
            engine.connections.answer(ticket, Reply.encode(reply), at: engine.clock.now())
        }
    }

    /// A method that changes something. Its reply is sent when the change is durable.
    ///
    /// A client that has closed its connection has given up on the call, which is then not carried out, unless the
    /// client wants no reply in any case.
    ///
    /// - Parameter carryOut: returns nil if the ticket is answered later.
    static func change<M: Method>(
        _ method: M.Type,
        _ carryOut: @escaping @Sendable (isolated Engine, M.Parameters, Ticket) throws(ErrorReply) -> Engine.Answered?
    ) -> MethodHandler {
        MethodHandler(name: M.name) { engine, call, ticket throws(ErrorReply) in
            let parameters = try call.checked(M.Parameters.self)
            guard ticket.isOneway || !engine.connections.isAbandoned(ticket) else {
                return engine.connections.answer(ticket, [], at: engine.clock.now())
            }
            guard let (reply, commit) = try carryOut(engine, parameters, ticket) else { return }
            engine.saving?.answer(ticket, reply, after: commit)
        }
    }

    /// A method that steps the board. A call with the key of an earlier one gets its answer again, also a refusal.
    static func step<M: Method, Answer>(
        _ method: M.Type,
        _ prepare: @escaping @Sendable (isolated Engine, M.Parameters) throws(ErrorReply) -> BoardEvent<Answer>,
        reply: @escaping @Sendable (isolated Engine, Answer) -> M.Reply
    ) -> MethodHandler where M.Parameters: KeyedParameters {
        let known = Timers.MethodName(fullName: M.name)
        return change(method) { engine, parameters, ticket throws(ErrorReply) in
            let call = try parameters.checkedKey.map { "\(M.name) \($0)" }
            if let call, let answered = engine.answer(to: call) { return answered }
            let event: BoardEvent<Answer>
            do throws(ErrorReply) {
                if let known, let change = parameters as? any ChangeParameters,
                    try engine.ask(known, change, call, ticket)
                {
                    return nil
                }
                event = try prepare(engine, parameters)
            } catch {
                guard let call else { throw error }
                return engine.refuse(call, error)
            }
            return engine.answer(event, to: call) { result in
                switch result {
                case .success(let answer): Reply.encode(reply(engine, answer))
                case .failure(let refusal): Reply.encode(refusal.reply)
                }
            }
        }
    }

    /// A method that is answered later. If the client wants no reply, nothing is done.
    static func later<M: Method>(
        _ method: M.Type,
        _ begin: @escaping @Sendable (isolated Engine, M.Parameters, Ticket) throws(ErrorReply) -> Void
    ) -> MethodHandler {
        MethodHandler(name: M.name) { engine, call, ticket throws(ErrorReply) in
            let parameters = try call.checked(M.Parameters.self)
            guard !ticket.isOneway else { return engine.connections.answer(ticket, [], at: engine.clock.now()) }
            try begin(engine, parameters, ticket)
        }
    }

    typealias BoardEvent<Answer> = (inout TimerBoard, Instant) -> Step<Answer>
}

// MARK: The methods of io.eggtimer.Timers

extension MethodHandler {
    static let all = Timers.MethodName.allCases.map { handler(of: $0) }

    private static func handler(of method: Timers.MethodName) -> MethodHandler {
        switch method {
        case .start:
            return .step(Timers.Start.self) { engine, parameters throws(ErrorReply) in
                let name = try TimerName.checked(parameters.name)
                let properties = RawEgg.Properties(
                    grams: parameters.massG, celsius: parameters.fromCelsius, altitude: parameters.altitudeM)
                var order = try engine.kitchen.menu.checkedOrder(parameters.egg, parameters.durationMs, properties)
                order.sound = try engine.alarms?.checkedSound(parameters.sound)
                let elapsed = Duration.milliseconds(parameters.elapsedMs ?? 0)
                return { $0.start(order, name: name, elapsed: elapsed, at: $1) }
            } reply: { engine, started in
                Timers.Start.Reply(
                    timer: engine.reading(of: started.timer), replaced: started.replaced.map { engine.reading(of: $0) },
                    rawEgg: started.rawEgg.map { Timers.RawEgg($0) })
            }
        case .cook:
            return .step(Timers.Cook.self) { engine, parameters throws(ErrorReply) in
                let group = try TimerName.checked(parameters.name) ?? .standardGroup
                let properties = RawEgg.Properties(
                    grams: parameters.massG, celsius: parameters.fromCelsius, altitude: parameters.altitudeM)
                let order = try engine.kitchen.menu.checkedOrder(parameters.eggs, properties)
                return { $0.cook(order, group: group, at: $1) }
            } reply: { engine, started in
                Timers.Cook.Reply(
                    timers: engine.readings(of: started.timers), replaced: engine.readings(of: started.replaced),
                    rawEgg: started.rawEgg.map { Timers.RawEgg($0) })
            }
        case .cancel:
            return .named(Timers.Cancel.self) { $0.cancel($1, at: $2) }
        case .pause:
            return .named(Timers.Pause.self) { $0.pause($1, at: $2) }
        case .resume:
            return .named(Timers.Resume.self) { $0.resume($1, at: $2) }
        case .extend:
            return .step(Timers.Extend.self) { engine, parameters throws(ErrorReply) in
                let name = try engine.board.checkedName(parameters)
                let time = Duration.milliseconds(parameters.byMs)
                return { $0.extend(name, by: time, at: $1) }
            } reply: {
                $0.reading(of: $1)
            }
        case .rename:
            return .step(Timers.Rename.self) { engine, parameters throws(ErrorReply) in
                let name = try engine.board.checkedName(parameters)
                let newName = try TimerName.checked(parameters.to)
                return { $0.rename(name, to: newName, at: $1) }
            } reply: {
                .init(timer: $0.reading(of: $1))
            }
        case .dismiss:
            return .step(Timers.Dismiss.self) { engine, parameters throws(ErrorReply) in
                let name = try engine.board.checkedName(parameters)
                let from = try TimerName.checked(parameters.from)
                return { $0.dismiss(name, alarm: parameters.alarm, from: from, at: $1) }
            } reply: {
                .init(timers: $0.readings(of: $1))
            }
        case .snooze:
            return .step(Timers.Snooze.self) { engine, parameters throws(ErrorReply) in
                let name = try engine.board.checkedName(parameters)
                let time = parameters.forMs.map(Duration.milliseconds)
                return { $0.snooze(name, for: time, alarm: parameters.alarm, at: $1) }
            } reply: {
                .init(timers: $0.readings(of: $1))
            }
        case .undo:
            return .step(Timers.Undo.self) { _, _ throws(ErrorReply) in
                return { $0.undo(at: $1) }
            } reply: {
                .init(
                    timers: $0.readings(of: $1.timers), removed: $0.readings(of: $1.removed),
                    undone: Timers.LastChange($1.change))
            }
        case .list:
            return .now(Timers.List.self) { engine, _ throws(ErrorReply) in
                .init(timers: engine.readings(of: engine.board.timers))
            }
        case .eggs:
            return .now(Timers.Eggs.self) { engine, parameters throws(ErrorReply) in
                let menu = try engine.kitchen.menu.with(RawEgg.Properties(parameters)).checked()
                return .init(eggs: menu.eggs.map { Timers.Egg($0) }, rawEgg: Timers.RawEgg(menu.kitchen))
            }
        case .kitchen:
            return .now(Timers.Kitchen.self) { engine, _ throws(ErrorReply) in .init(engine.kitchen) }
        case .setKitchen:
            return .change(Timers.SetKitchen.self) { engine, parameters, _ throws(ErrorReply) in
                let commit = try engine.changeKitchen { $0.set(RawEgg.Properties(parameters)) }
                return (Reply.encode(Timers.Kitchen.Reply(engine.kitchen)), commit)
            }
        case .resetKitchen:
            return .change(Timers.ResetKitchen.self) { engine, _, _ throws(ErrorReply) in
                let commit = try engine.changeKitchen {
                    $0.reset()
                    return nil
                }
                return (Reply.encode(Timers.Kitchen.Reply(engine.kitchen)), commit)
            }
        case .setCopies:
            return .change(Timers.SetCopies.self) { engine, parameters, _ throws(ErrorReply) in
                try engine.setCopies(parameters)
            }
        case .keepCopies:
            return .change(Timers.KeepCopies.self) { engine, parameters, _ throws(ErrorReply) in
                let step = engine.begin { $0.keepCopies(of: Set(parameters.kitchens), at: $1) }
                return (Reply.encode(Nothing()), engine.finish(step))
            }
        case .answered:
            return .change(Timers.Answered.self) { engine, parameters, _ throws(ErrorReply) in
                (Reply.encode(Nothing()), engine.otherKitchenAnswers(parameters.request, parameters.problem))
            }
        case .dismissDamage:
            return .now(Timers.DismissDamage.self) { engine, _ throws(ErrorReply) in
                engine.saving?.dismissDamage()
                return Nothing()
            }
        case .watch:
            return watch
        case .history:
            return .later(Timers.History.self) { engine, parameters, ticket throws(ErrorReply) in
                let limit = parameters.limit ?? 20
                guard (0...Int64(Timers.History.maxRuns)).contains(limit) else {
                    throw ServiceError.invalidParameter("limit").reply
                }
                engine.saving?.history(limit: Int(limit), for: ticket)
            }
        case .health:
            return .later(Timers.Health.self) { engine, _, ticket throws(ErrorReply) in engine.health(for: ticket) }
        case .examine:
            return .later(Timers.Examine.self) { engine, _, ticket throws(ErrorReply) in engine.examine(for: ticket) }
        case .tryCommands:
            return .later(Timers.TryCommands.self) { engine, _, ticket throws(ErrorReply) in
                engine.testCommands(for: ticket)
            }
        case .tryAlarm:
            return .later(Timers.TryAlarm.self) { engine, _, ticket throws(ErrorReply) in
                engine.alarms?.test(for: ticket)
            }
        }
    }

    private static func named<M: Method>(
        _ method: M.Type, _ event: @escaping @Sendable (inout TimerBoard, TimerName?, Instant) -> Step<Changed>
    ) -> MethodHandler where M.Parameters == Timers.Name, M.Reply == Timers.Changed {
        step(method) { engine, parameters throws(ErrorReply) in
            let name = try engine.board.checkedName(parameters)
            return { event(&$0, name, $1) }
        } reply: {
            $0.reading(of: $1)
        }
    }

    /// Sends many replies: a snapshot, then every event.
    private static let watch = MethodHandler(name: Timers.Watch.name) { engine, call, ticket throws(ErrorReply) in
        let parameters = try call.checked(Timers.Watch.Parameters.self)
        guard call.wantsMore else { throw ServiceError.expectedMore.reply }
        guard !ticket.isOneway else { return engine.connections.answer(ticket, [], at: engine.clock.now()) }
        let snapshot = engine.watchReply(engine.connections.subscribers.snapshot())
        engine.connections.subscribe(
            ticket, ticks: parameters.ticks ?? true, Reply.encode(snapshot, continues: true), at: engine.clock.now())
    }
}
