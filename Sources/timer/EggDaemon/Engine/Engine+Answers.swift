import EggTimers
import Instants
import Varlink

/// The answers to calls that change timers, which calls with the same key get again.
extension Engine {
    typealias Answered = (reply: [UInt8], commit: Commits.Number?)

    /// Steps the board for a call.
    ///
    /// - Parameters:
    ///   - call: the method and the key, for an answer that is saved with what the call changes.
    ///   - encode: makes the answer.
    func answer<Answer>(
        _ event: (inout TimerBoard, Instant) -> Step<Answer>, to call: String?,
        _ encode: (Result<Answer, Refusal>) -> [UInt8]
    ) -> Answered {
        let step = begin(event)
        let reply = encode(step.result)
        if let call { answers.keep(reply, to: call, at: clock.now()) }
        let commit = finish(step)
        guard call == nil else { return (reply, commit ?? saving?.save(content)) }
        if case .failure = step.result { return (reply, nil) }
        return (reply, commit)
    }

    /// Performs a step of which the answer was taken.
    func finish<Answer>(_ step: Step<Answer>) -> Commits.Number? {
        let commit = perform(step)
        // A timer that an undo has brought back can rest on an estimate from before the clock was synchronised.
        if board.isEstimated, clock.isSynchronised() { later { $0.deadlinesPass() } }
        return commit
    }

    /// Keeps the answer to a call that is refused before it steps the board.
    func refuse(_ call: String, _ error: ErrorReply) -> Answered {
        let reply = Reply.encode(error)
        answers.keep(reply, to: call, at: clock.now())
        return (reply, saving?.save(content))
    }

    /// The answer that a call has got before; nil if it is a new one.
    func answer(to call: String) -> Answered? {
        // Its commit may be under way.
        answers.reply(to: call, at: clock.now()).map { ($0, saving?.save(content)) }
    }
}
