import Synchronization

/// A queue by which any thread hands over work or orders to one thread that waits for them.
package final class Mailbox<Mail: Sendable>: Sendable {
    private struct State {
        var waiting: [Mail] = []
        var isClosed = false
    }

    private let limit: Int
    private let state = Mutex(State())
    /// Signalled for each that waits, and at the end.
    private let count = Semaphore()

    package init(limit: Int = .max) {
        self.limit = limit
    }

    /// Hands something over; does not wait.
    ///
    /// - Returns: false if too much waits already, or if the mailbox is closed; then it is dropped.
    @discardableResult
    package func put(_ mail: Mail, beyondLimit: Bool = false) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed, beyondLimit || state.waiting.count < limit else { return false }
            state.waiting.append(mail)
            return true
        }
        if isTaken { count.signal() }
        return isTaken
    }

    /// Accepts no more; what waits already can still be taken.
    package func close() {
        state.withLock { $0.isClosed = true }
        count.signal()
    }

    /// Takes the oldest, and waits for it at most this long; nil means without limit.
    ///
    /// - Returns: nil if nothing has arrived in this time, or if the mailbox is closed and empty.
    package func take(upTo time: Duration? = nil) -> Mail? {
        guard count.wait(upTo: time) else { return nil }
        return state.withLock { state in state.waiting.isEmpty ? nil : state.waiting.removeFirst() }
    }
}
