import EggClient
import EggRequests
import EggTimers
import EggWire
import Varlink

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
        guard let typed = TimerName(name), let found = try find([typed], in: timers(conversation)).first else {
            return .failure(.noSuchTimer(name: name))
        }
        return found.matches(name) ? outcome : try request.about(found.name).call(by: conversation)
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
