import EggClient
import EggLoop
import EggWire
import Varlink

/// Calls to eggd on threads of their own: one that hangs delays no message of the broker and no answer to an alarm.
final class EggdCalls: Sendable {
    /// The most sets of calls that may wait for a thread.
    private static let maxWaiting = 64
    /// How long calls may wait: a command must not be carried out when its sender no longer expects it.
    private static let lifetime: Duration = .seconds(10)

    /// The answers to the calls of one command.
    struct Outcome: Sendable {
        /// One for each call.
        var answers: [AnswerPayload] = []
        /// Whether eggd may have carried out some of it.
        var hasReachedEggd = false
    }

    private let endpoint: Endpoint
    private let loop: EventLoop
    private let changes: WorkThread
    /// eggd ends an alarm at once, but replies when that is saved; the next alarm must not wait for it.
    private let answers: [WorkThread]

    init(_ endpoint: Endpoint, loop: EventLoop) throws(SystemError) {
        (self.endpoint, self.loop) = (endpoint, loop)
        changes = try WorkThread(limit: Self.maxWaiting)
        answers = try (0..<4).map { _ throws(SystemError) in try WorkThread(limit: Self.maxWaiting) }
    }

    /// Makes calls one after the other, and hands over the outcome on the loop's queue.
    func make(_ calls: [EggdCall], done: @escaping @Sendable (Outcome) -> Void) {
        let deadline = ContinuousClock.now + Self.lifetime
        let isAnswer = calls.allSatisfy { $0.dismisses || $0.method == "Snooze" }
        let thread = isAnswer ? answers.randomElement() ?? changes : changes
        let isTaken = thread.perform { [endpoint, loop] in
            let outcome = ContinuousClock.now < deadline ? Self.outcome(of: calls, endpoint) : Self.late(calls)
            loop.post { done(outcome) }
        }
        if !isTaken { done(Self.late(calls)) }
    }

    private static func late(_ calls: [EggdCall]) -> Outcome {
        Outcome(
            answers: calls.map {
                AnswerPayload(method: $0.method, message: "eggd has too much to do; it was not carried out")
            })
    }

    private static func outcome(of calls: [EggdCall], _ endpoint: Endpoint) -> Outcome {
        var outcome = Outcome()
        do {
            let client = try endpoint.connect()
            outcome.hasReachedEggd = true
            for call in calls {
                do throws(ClientError) {
                    outcome.answers.append(
                        AnswerPayload(method: call.method, parameters: try client.call(call.name, call.parameters)))
                } catch {
                    guard case .refused(let refusal) = error else { throw error }
                    outcome.answers.append(AnswerPayload(method: call.method, refusal))
                }
            }
        } catch {
            outcome.answers += calls.dropFirst(outcome.answers.count).map {
                AnswerPayload(method: $0.method, message: "eggd can't be reached; see: eggctl status")
            }
        }
        return outcome
    }
}

extension AnswerPayload {
    /// A refusal by eggd, with its reason in words.
    fileprivate init(method: String, _ error: RemoteError) {
        self.init(
            method: method, parameters: error.parameters(as: JSONText.self), error: error.name,
            message: TimersError(error)?.problem(of: nil) ?? "eggd refuses it")
    }
}
