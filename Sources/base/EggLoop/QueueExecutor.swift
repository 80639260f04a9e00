import Dispatch

/// One private serial queue as an actor's executor.
///
/// Dispatch handlers that run on the queue enter the actor with `assumeIsolated`, without a hop. No `Task` and no
/// global queue is involved, because either would start a thread pool that wakes up every second.
public final class QueueExecutor: SerialExecutor {
    /// The queue, for sources whose handlers run on it.
    public let queue: DispatchQueue

    /// An executor on a queue of its own.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
