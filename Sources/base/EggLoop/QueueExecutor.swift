import Dispatch

/// One private serial queue as an actor's executor.
///
/// Dispatch handlers that run on the queue enter the actor with `assumeIsolated`, without a hop. No `Task` and no
/// global queue is involved, because either would start a thread pool that wakes up every second.
package final class QueueExecutor: SerialExecutor {
    /// The queue, for sources whose handlers run on it.
    package let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
