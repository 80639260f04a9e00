import EggClient
import EggLoop
import EggWire
import Synchronization
import Varlink

/// Calls to eggd, on threads of their own: a daemon that hangs delays its answers and nothing else, and a call that
/// takes long delays only those of its kind.
final class EggdCalls: Sendable {
    /// How a call ended.
    enum Result: Sendable {
        /// The reply's parameters.
        case reply(JSONText)
        /// The error's full name and its parameters.
        case refused(String, JSONText)
        /// eggd can't be reached.
        case unreachable(Trouble)
    }

    /// At most this many calls wait for a thread.
    private static let maxWaiting = 64
    /// The number of threads for the answers to alarms.
    private static let answerThreads = 4

    private let endpoint: Endpoint
    private let loop: EventLoop
    /// For calls that change timers, in the order of the taps.
    private let changes: WorkThread
    /// For calls that change nothing.
    private let queries: WorkThread
    /// For the answers to alarms, in turn. eggd stops an alarm at once, but its reply waits until that is saved, so the
    /// next alarm must not wait for the reply.
    private let answers: [WorkThread]
    private let answered = Atomic(0)

    init(_ endpoint: Endpoint, loop: EventLoop) throws(SystemError) {
        (self.endpoint, self.loop) = (endpoint, loop)
        changes = try WorkThread(limit: Self.maxWaiting)
        queries = try WorkThread(limit: Self.maxWaiting)
        answers = try (0..<Self.answerThreads).map { _ throws(SystemError) in
            try WorkThread(limit: Self.maxWaiting)
        }
    }

    private func thread(for call: EggdCall?) -> WorkThread {
        switch call?.kind {
        case .answer: answers[answered.wrappingAdd(1, ordering: .relaxed).oldValue % answers.count]
        case .query: queries
        case .change, nil: changes
        }
    }

    /// Makes calls of one kind, one after the other on one connection, and hands over their results on the loop's
    /// queue.
    func make(_ calls: [EggdCall], done: @escaping @Sendable ([Result]) -> Void) {
        let deadline = ContinuousClock.now + Client.timeout
        let endpoint = endpoint
        let isTaken = thread(for: calls.first).perform { [loop] in
            let results = Self.results(of: calls, endpoint, by: deadline)
            loop.post { done(results) }
        }
        if !isTaken { done(calls.map { _ in .unreachable(.busy) }) }
    }

    private static func results(
        of calls: [EggdCall], _ endpoint: Endpoint, by deadline: ContinuousClock.Instant
    ) -> [Result] {
        // A tap must not be carried out long after it, when nobody waits for it.
        guard ContinuousClock.now < deadline else { return calls.map { _ in .unreachable(.busy) } }
        var results: [Result] = []
        do {
            let client = try endpoint.connect()
            for call in calls {
                do {
                    results.append(.reply(try client.call(call.name, call.parameters)))
                } catch ClientError.refused(let error) {
                    results.append(.refused(error.name, error.parameters(as: JSONText.self) ?? .none))
                } catch {
                    throw EndpointError.client(error)
                }
            }
        } catch {
            let trouble = Trouble.unreachable((error as? EndpointError) ?? .client(.connectionLost), endpoint)
            results += calls.dropFirst(results.count).map { _ in .unreachable(trouble) }
        }
        return results
    }
}
