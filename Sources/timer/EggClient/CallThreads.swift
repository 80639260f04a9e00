import EggLoop
import Synchronization
import Varlink

/// Calls to eggd on threads of their own: one that hangs delays nothing else of its program, and no answer to an alarm.
public final class CallThreads: Sendable {
    /// How a call ended.
    public enum Ending: Sendable {
        case reply(JSONText)
        case refused(RemoteError)
        /// eggd can't be reached, or it was lost before its reply.
        case unreachable
        /// Too many calls waited; it was not made.
        case late
    }

    /// How calls ended that were made together.
    public struct Outcome: Sendable {
        /// One for each call.
        public fileprivate(set) var endings: [Ending] = []
        /// Whether eggd may have carried out some of it.
        public fileprivate(set) var hasReachedEggd = false
    }

    /// The most sets of calls that may wait for a thread.
    private static let maxWaiting = 64

    private let endpoint: Endpoint
    private let loop: EventLoop
    private let lifetime: Duration
    private let answerTime: Duration
    private let changes: WorkThread
    /// eggd ends an alarm at once, but replies when that is saved; the next alarm must not wait for it.
    private let answers: [WorkThread]
    /// How many calls each thread of answers has.
    private let answerCounts = Mutex([0, 0, 0, 0])

    /// - Parameters:
    ///   - lifetime: how long calls may wait: one must not be carried out when its user no longer expects it.
    ///   - answerTime: how long eggd may take to answer at all before it counts as unreachable. systemd accepts
    ///     connections to its socket also while it isn't running.
    public init(
        _ endpoint: Endpoint, loop: EventLoop, lifetime: Duration, answerTime: Duration
    ) throws(SystemError) {
        (self.endpoint, self.loop, self.lifetime, self.answerTime) = (endpoint, loop, lifetime, answerTime)
        changes = try WorkThread(limit: Self.maxWaiting)
        answers = try (0..<4).map { _ throws(SystemError) in try WorkThread(limit: Self.maxWaiting) }
    }

    /// Makes calls one after the other, and hands over the outcome on the loop's queue.
    public func make(_ calls: [EggdCall], done: @escaping @Sendable (Outcome) -> Void) {
        let deadline = ContinuousClock.now + lifetime
        let isAnswer = calls.allSatisfy { $0.kind == .answer }
        let work: @Sendable () -> Void = { [endpoint, loop, answerTime] in
            let outcome =
                ContinuousClock.now < deadline ? Self.outcome(of: calls, endpoint, answerTime) : Self.late(calls)
            loop.post { done(outcome) }
        }
        if !(isAnswer ? answer(work) : changes.perform(work)) { done(Self.late(calls)) }
    }

    /// Hands over work to the thread of answers that has the least.
    private func answer(_ work: @escaping @Sendable () -> Void) -> Bool {
        let index = answerCounts.withLock { counts in
            let index = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[index] += 1
            return index
        }
        let isTaken = answers[index].perform { [weak self] in
            work()
            self?.answerCounts.withLock { $0[index] -= 1 }
        }
        if !isTaken { answerCounts.withLock { $0[index] -= 1 } }
        return isTaken
    }

    private static func late(_ calls: [EggdCall]) -> Outcome {
        Outcome(endings: calls.map { _ in .late })
    }

    private static func outcome(of calls: [EggdCall], _ endpoint: Endpoint, _ answerTime: Duration) -> Outcome {
        var outcome = Outcome()
        do {
            let client = try endpoint.connect()
            try client.send(GetInfo.self, .init())
            _ = try client.receive(GetInfo.self, within: answerTime)
            outcome.hasReachedEggd = true
            for call in calls {
                do throws(ClientError) {
                    outcome.endings.append(.reply(try client.call(call.name, call.parameters)))
                } catch {
                    guard case .refused(let refusal) = error else { throw error }
                    outcome.endings.append(.refused(refusal))
                }
            }
        } catch {
            outcome.endings += calls.dropFirst(outcome.endings.count).map { _ in .unreachable }
        }
        return outcome
    }
}
