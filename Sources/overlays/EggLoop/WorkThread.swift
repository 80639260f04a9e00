import Synchronization

/// A thread that runs work in the order in which it was handed over, for work that may take long.
///
/// It exists from the start, so that work is done even if the system has no thread left. When this value is destroyed,
/// the thread finishes the work and ends.
public final class WorkThread: Sendable {
    private let mailbox: Mailbox

    /// - Parameter limit: the most work that may wait.
    public init(limit: Int = .max) throws(SystemError) {
        let mailbox = Mailbox(limit: limit)
        self.mailbox = mailbox
        try startThread { mailbox.run() }
    }

    deinit {
        mailbox.end()
    }

    /// Hands over work; does not wait.
    ///
    /// - Returns: false if too much work waits already; then this work is dropped.
    @discardableResult
    public func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
        mailbox.put(work)
    }

    /// Waits at most this long until all earlier work is done.
    ///
    /// - Returns: whether it is done.
    @discardableResult
    public func finish(within time: Duration) -> Bool {
        let isDone = Semaphore()
        guard mailbox.put({ isDone.signal() }, beyondLimit: true) else { return false }
        return isDone.wait(upTo: time)
    }

    private final class Mailbox: Sendable {
        private struct State {
            var waiting: [@Sendable () -> Void] = []
            var isAtEnd = false
        }

        private let limit: Int
        private let state = Mutex(State())
        private let hasMail = Semaphore()

        init(limit: Int) {
            self.limit = limit
        }

        func put(_ work: @escaping @Sendable () -> Void, beyondLimit: Bool = false) -> Bool {
            let isTaken = state.withLock { state in
                guard !state.isAtEnd, beyondLimit || state.waiting.count < limit else { return false }
                state.waiting.append(work)
                return true
            }
            if isTaken { hasMail.signal() }
            return isTaken
        }

        func end() {
            state.withLock { $0.isAtEnd = true }
            hasMail.signal()
        }

        func run() {
            while true {
                hasMail.wait()
                let work = state.withLock { state in state.waiting.isEmpty ? nil : state.waiting.removeFirst() }
                guard let work else { return }
                work()
            }
        }
    }
}
