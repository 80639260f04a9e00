import CLinux
import Glibc

/// Signals as calls of a handler, on a thread of its own that reads a signalfd.
///
/// Blocked before any other thread exists, a signal waits in the kernel until that thread reads it: none is lost at
/// start-up, and none kills the process half-way.
public enum SignalWatch {
    /// Blocks signals for this thread and all that it will start. The first thing that a program does.
    public static func block(_ signals: [Int32]) {
        var set = set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Hands each of these blocked signals to the handler, for as long as the process lives.
    public static func start(
        _ signals: [Int32], handler: @escaping @Sendable (Int32) -> Void
    ) throws(SystemError) {
        var set = set(of: signals)
        let number = signalfd(-1, &set, clinux_signal_flags_waiting)
        guard number >= 0 else { throw SystemError("signalfd") }
        try startThread {
            var information = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            while uninterrupted({ read(number, &information, size) }) == size {
                handler(Int32(information.ssi_signo))
            }
        }
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
