import Dispatch
import Synchronization

/// Carries words to those who may not take them: in their order, on a queue of its own, and no more than so many at a
/// time. The journal and the service manager listen at sockets that fill up when they are stuck, and libsystemd waits
/// for room there.
final class Courier: Sendable {
    /// What waits beyond this is lost.
    private static let mostWaiting = 256

    private let queue: DispatchQueue
    private let waiting = Mutex(0)

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func carry(_ work: @escaping @Sendable () -> Void) {
        let hasRoom = waiting.withLock { count in
            guard count < Self.mostWaiting else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            work()
            waiting.withLock { $0 -= 1 }
        }
    }

    /// Waits until all is carried, for this long at most.
    func finish(within time: Duration) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        let (seconds, attoseconds) = time.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        _ = isDone.wait(timeout: .now() + .nanoseconds(nanoseconds))
    }
}
