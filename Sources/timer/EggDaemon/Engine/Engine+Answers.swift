import EggTimers
import Instants
import Varlink

/// The answers to calls that change timers, which calls with the same key get again.
extension Engine {
    /// An answer, and the commit that it has to wait for.
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
        var (reply, isRefused): ([UInt8], Bool) = ([], false)
        let commit = step(event) { result in
            reply = encode(result)
            if case .failure = result { isRefused = true }
            if let call { answers.keep(reply, to: call, at: clock.now()) }
        }
        guard call == nil else { return (reply, commit ?? saving?.save(content)) }
        return (reply, isRefused ? nil : commit)
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
