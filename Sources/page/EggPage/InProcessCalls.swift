import EggLoop
import HTTP
import Varlink

/// Calls of in-process interfaces, on two threads: a call that waits delays only those that may also have to wait.
final class InProcessCalls: Sendable {
    /// At most this many calls wait for each thread.
    private static let maxWaiting = 64

    private let interfaces: [InProcessInterface]
    private let loop: EventLoop
    private let quick: WorkThread
    private let waiting: WorkThread

    init(_ interfaces: [InProcessInterface], loop: EventLoop) throws(SystemError) {
        (self.interfaces, self.loop) = (interfaces, loop)
        quick = try WorkThread(limit: Self.maxWaiting)
        waiting = try WorkThread(limit: Self.maxWaiting)
    }

    /// The interface of this name; nil if there is none.
    func interface(_ name: String) -> InProcessInterface? { interfaces.first { $0.name == name } }

    /// Makes a call, and hands over its answer on the loop's queue; nil if too many calls are waiting.
    func make(
        _ interface: InProcessInterface, _ method: String, _ parameters: [UInt8], _ request: Request,
        done: @escaping @Sendable (InProcessInterface.Answer?) -> Void
    ) {
        let deadline = ContinuousClock.now + Client.timeout
        let isTaken = quick.perform { [loop, waiting] in
            if let answer = interface.callAtOnce(method, parameters, request) {
                loop.post { done(answer) }
                return
            }
            let isTaken = waiting.perform {
                // A tap must not be carried out long after it, when nobody waits for it.
                let isInTime = ContinuousClock.now < deadline
                let answer = isInTime ? interface.call(method, parameters, request) : nil
                loop.post { done(answer) }
            }
            if !isTaken { loop.post { done(nil) } }
        }
        if !isTaken { done(nil) }
    }
}
