import CLinux
import Glibc
import POSIX

/// Calls a handler for signals, on a thread of its own that reads a signalfd.
///
/// The signals are blocked before any other thread exists, so each waits in the kernel until that thread reads it: none
/// is lost at start-up, and none kills the process.
package enum SignalWatch {
    /// Passes each of these blocked signals to the handler, as long as the process runs.
    package static func start(
        _ signals: [Int32], handler: @escaping @Sendable (Int32) -> Void
    ) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
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
}
