import Synchronization

/// A value that any thread replaces and one thread waits for, such as that thread's current order.
package final class Latest<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    private let replaced: Event

    /// - Parameter replaced: of this value alone. It is made by the caller, because Swift 6.0.3 can't compile an initializer
    ///   that throws, in which the generic lock could be destroyed.
    package init(_ first: Value, replaced: Event) {
        value = Mutex(first)
        self.replaced = replaced
    }

    package var current: Value { value.withLock { $0 } }

    /// Replaces the value by one that follows from it, and wakes the thread.
    ///
    /// - Returns: false if the change returned nil; then the value stays.
    @discardableResult
    package func replace(_ change: (Value) -> Value?) -> Bool {
        let isReplaced = value.withLock { value in
            guard let new = change(value) else { return false }
            value = new
            return true
        }
        if isReplaced { replaced.signal() }
        return isReplaced
    }

    /// Sleeps until the value has been replaced, or for this long; nil means without limit.
    package func wait(upTo time: Duration? = nil) {
        replaced.wait(upTo: time)
    }

    /// Sleeps until the value has been replaced or one of these descriptors can be read.
    ///
    /// - Returns: whether one of the descriptors can be read, or is broken.
    package func wait(orReadable descriptors: [Int32]) -> Bool {
        replaced.wait(orReadable: descriptors)
    }
}
