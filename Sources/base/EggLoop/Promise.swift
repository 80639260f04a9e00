import Synchronization

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
