import CLinux
import Glibc

/// Signals as something to poll for, so that a watch ends or redraws between two pictures and never within one.
final class Signals {
    /// To be polled; readable when a signal waits.
    let descriptor: Int32

    /// Blocks the signals that a watch answers, except those that its parent wants ignored.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT]
        where clinux_is_ignored(signal) == 0 {
            sigaddset(&set, signal)
        }
        // Reading keys when the terminal has just been given to another job fails instead of stopping this one.
        var blocked = set
        sigaddset(&blocked, SIGTTIN)
        sigprocmask(SIG_BLOCK, &blocked, nil)
        descriptor = signalfd(-1, &set, clinux_signal_flags)
    }

    deinit {
        close(descriptor)
    }

    /// The next signal that waits, if any.
    func next() -> Int32? {
        var information = signalfd_siginfo()
        guard read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size) > 0 else { return nil }
        return Int32(information.ssi_signo)
    }
}
