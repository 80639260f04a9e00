import CLinux
import Glibc
import POSIX
import Synchronization

/// A semaphore (sem_init(3)) with waits that are limited by the monotonic clock.
///
/// `DispatchSemaphore` limits its waits by the wall clock: a step of that clock ends them at once, or prolongs them.
// Unchecked: a sem_t is made to be used by several threads.
package final class Semaphore: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    package init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Ends one wait, now or later.
    package func signal() {
        sem_post(semaphore)
    }

    /// Waits for a signal, at most this long; nil means without limit. Returns whether it was signalled.
    @discardableResult
    package func wait(upTo time: Duration? = nil) -> Bool {
        guard let time else { return uninterrupted { sem_wait(semaphore) } == 0 }
        var now = Glibc.timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        // A deadline stays the same when a signal interrupts the wait.
        var deadline = (.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) + max(.zero, time)).timespec
        return uninterrupted { sem_clockwait(semaphore, CLOCK_MONOTONIC, &deadline) } == 0
    }
}

/// A value that one thread waits for and another delivers.
///
/// It needs no descriptor, since those may have run out.
package final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let isFulfilled = Semaphore()

    package init() {}

    /// Delivers the value; false if a wait for it has ended without it.
    @discardableResult
    package func fulfil(_ value: Value) -> Bool {
        let isAwaited = state.withLock { state in
            state.value = value
            return !state.isAbandoned
        }
        isFulfilled.signal()
        return isAwaited
    }

    /// Waits for the value, at most this long.
    ///
    /// - Parameter isLate: called if it has not been delivered in time, before `fulfil` can return.
    /// - Returns: nil if it has not been delivered in time.
    package func wait(upTo time: Duration, orElse isLate: () -> Void = {}) -> Value? {
        // It stays fulfilled for later waits.
        if isFulfilled.wait(upTo: time) { isFulfilled.signal() }
        return state.withLock { state in
            state.isAbandoned = state.value == nil
            if state.isAbandoned { isLate() }
            return state.value
        }
    }
}
