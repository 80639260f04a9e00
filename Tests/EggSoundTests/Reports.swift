import Dispatch
import EggSound
import Synchronization

/// The reports of a ringer or of its mixer thread, in the order in which they were made.
final class Reports: Sendable {
    private let all = Mutex<[Ringer.Report]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ report: Ringer.Report) {
        all.withLock { $0.append(report) }
        arrived.signal()
    }

    /// Waits for the next report; nil if none is made in half a minute.
    func next() -> Ringer.Report? {
        guard arrived.wait(timeout: .now() + 30) == .success else { return nil }
        return all.withLock { $0.removeFirst() }
    }
}
