import EggClient
import EggRequests
import EggTimers
import EggWire
import Varlink

extension CommandContext {
    /// The timer that a word means. Only words with a space can be labels, for which eggd is asked for its timers.
    func meant(by word: TimerName, _ conversation: Conversation) throws(Failure) -> TimerReference {
        word.text.contains(" ") ? try timers(conversation).meant(by: word) : .typed(word.text)
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
