import CLinux

/// Runs a body on a new thread that is not joined.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    let code = clinux_start_thread(
        { context in
            if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    guard code == 0 else {
        box.release()
        throw SystemError("pthread_create", code: Errno(rawValue: code))
    }
}

private final class ThreadBody {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// A thread that runs work in the order in which it was handed over, for work that may take long.
///
/// It exists from the start, so that work is done even if the system has no thread left. When this value is destroyed,
/// the thread finishes the work and ends.
public final class WorkThread: Sendable {
    private let mailbox: Mailbox<@Sendable () -> Void>

    package init(limit: Int = .max) throws(SystemError) {
        mailbox = Mailbox(limit: limit)
        try startThread { [mailbox] in
            while let work = mailbox.take() { work() }
        }
    }

    deinit {
        mailbox.close()
    }

    /// Hands over work; does not wait. False if too much waits already; then this work is dropped.
    @discardableResult
    package func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
        mailbox.put(work)
    }

    /// Waits at most this long until all earlier work is done; returns whether it is.
    @discardableResult
    package func finish(within time: Duration) -> Bool {
        let isDone = Semaphore()
        guard mailbox.put({ isDone.signal() }, beyondLimit: true) else { return false }
        return isDone.wait(upTo: time)
    }
}
