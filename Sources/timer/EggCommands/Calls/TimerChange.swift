import EggClient
import EggRequests
import EggTimers
import EggWire
import Varlink

/// A change that a command makes: to the timer that is named or meant, to several timers, or to all.
struct TimerChange {
    /// The command's name.
    let name: String
    let request: TimerRequest
    /// The state of timers that `--all` means, for the sentence that there are none.
    let wanted: String
    /// Whether the call without a name changes all timers, as `--all` does.
    var unnamedMeansAll = false
    /// Whether the change removes the timers, so that they have no colour.
    var removes = false
    /// Whether the call for one timer of a group changes the whole group.
    var changesGroups = true
    /// The sentences about the timers that were changed by the call for a name, or for the one that eggd has chosen.
    var sentences: ([Timers.Timer], String?) -> [String] = { timers, _ in timers.map(Sentences().sentence) }

    /// Makes the change for each timer; the status is 1 if one was refused.
    ///
    /// If several timers are named, a name that no timer has is refused before anything is changed.
    func run(for choice: TimerChoice, in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try context.conversation()
        let names = try names(choice, conversation, context)
        if names.isEmpty, !context.json { Output.line("nothing to \(name): no timer is \(wanted)") }
        var status: Int32 = 0
        for name in names {
            switch try context.ask(request, about: name, conversation) {
            case .success(let reply): context.show(reply) { context.tell(removes ? [] : $0, sentences($0, name)) }
            // It ended meanwhile.
            case .failure(.noSuchTimer) where choice == .all: break
            case .failure(let refusal):
                var failure = context.failure(refusal, request, isNamed: name != nil)
                if case .invalidDuration = refusal, let name, choice == .all || choice.names.count > 1 {
                    failure.message = "\(name): \(failure.message)"
                }
                Output.report(failure, json: context.json)
                status = failure.status
            }
        }
        return status
    }

    /// The names for which the call is made; nil stands for the timer that eggd chooses.
    private func names(
        _ choice: TimerChoice, _ conversation: Conversation, _ context: CommandContext
    ) throws(Failure) -> [String?] {
        let timers: [Timers.Timer]
        switch choice {
        case .unnamed: return [nil]
        case .all where unnamedMeansAll: return [nil]
        case .named(let names) where names.count == 1: return names.map(\.text)
        case .named(let names): timers = try context.find(names, in: context.timers(conversation))
        case .all: timers = try context.timers(conversation).filter { $0.offers(request.method) }
        }
        guard changesGroups else { return timers.map(\.name) }
        var groups: Set<String> = []
        return timers.filter { $0.group.map { groups.insert($0).inserted } ?? true }.map(\.name)
    }
}

extension CommandContext {
    /// Makes a request for a timer, which is given by its name or by its label; eggd knows only names.
    func ask(
        _ request: TimerRequest, about name: String?, _ conversation: Conversation
    ) throws(Failure) -> Result<any TimersReply, TimersError> {
        let outcome = try request.about(name).call(by: conversation)
        switch outcome {
        // For eggd, finding nothing to dismiss is not an error, but a name that no timer has is a user's mistake.
        case .success(let reply) where !reply.all.isEmpty: return outcome
        case .success, .failure(.noSuchTimer): break
        case .failure: return outcome
        }
        guard let name else { return outcome }
        guard let timer = try timers(conversation).matching(name).first else {
            return .failure(.noSuchTimer(name: name))
        }
        return timer.matches(name) ? outcome : try request.about(timer.name).call(by: conversation)
    }

    /// Prints a reply as JSON, or its timers in sentences.
    func show(_ reply: any TimersReply, _ forPeople: ([Timers.Timer]) -> Void) {
        guard !json else { return Output.json(reply) }
        forPeople(reply.all)
    }
}

extension Conversation: TimerCaller {
    typealias Answer = Result<any TimersReply, TimersError>
    typealias Problem = Failure

    func call<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters
    ) throws(Failure) -> Answer where M.Reply: TimersReply {
        try ask(method, parameters).map { $0 }
    }
}
