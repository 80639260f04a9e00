import CLinux
import Glibc

/// Receives signals through a descriptor, so that a watch never ends or redraws in the middle of a picture.
final class Signals {
    /// The descriptor to poll; it is readable when a signal is pending.
    let descriptor: Int32

    /// Blocks the signals that a watch handles, except those that are ignored.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT]
        where clinux_is_ignored(signal) == 0 {
            sigaddset(&set, signal)
        }
        // With SIGTTIN blocked, reading keys in the background fails instead of stopping this process.
        var blocked = set
        sigaddset(&blocked, SIGTTIN)
        sigprocmask(SIG_BLOCK, &blocked, nil)
        descriptor = signalfd(-1, &set, clinux_signal_flags)
    }

    deinit {
        close(descriptor)
    }

    /// Stops this process until it is continued, as Ctrl-Z does.
    ///
    /// The kernel ignores it where no shell could continue the process, such as in a terminal whose only program it is.
    func stop() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        raise(SIGTSTP)
        sigprocmask(SIG_UNBLOCK, &set, nil)
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    func next() -> Int32? {
        var information = signalfd_siginfo()
        guard read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size) > 0 else { return nil }
        return Int32(information.ssi_signo)
    }
}
