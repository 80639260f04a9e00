import Glibc

/// A thread whose system calls a signal interrupts (EINTR).
public struct InterruptibleThread: Sendable {
    private let thread: pthread_t

    /// The thread that calls this.
    public init() {
        // Without SA_RESTART, the kernel does not repeat an interrupted call itself. Nothing else uses this signal.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGURG, &action, nil)
        // Tests run on threads of Dispatch, which blocks signals there, and new threads inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGURG)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        thread = pthread_self()
    }

    /// Sends the signal; the thread must not have ended.
    public func interrupt() {
        pthread_kill(thread, SIGURG)
    }
}
