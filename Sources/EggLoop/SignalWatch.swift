import CLinux
import Dispatch
import Glibc

/// Signals as events on a queue, read from a signalfd.
///
/// Blocked before any other thread exists, a signal waits in the kernel until the queue reads it: none is lost at
/// start-up and none kills the process half-way.
public final class SignalWatch {
    private let source: any DispatchSourceRead

    /// Blocks signals for this thread and all that it will start. The first thing that a program does.
    public static func block(_ signals: [Int32]) {
        var set = set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Hands each of these blocked signals to the handler, on the queue.
    public init(
        _ signals: [Int32], queue: DispatchQueue, handler: @escaping @Sendable (Int32) -> Void
    ) throws(SystemError) {
        var set = Self.set(of: signals)
        let number = signalfd(-1, &set, clinux_signal_flags)
        guard number >= 0 else { throw SystemError("signalfd") }
        let descriptor = SharedDescriptor(Descriptor(owning: number))
        source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
        source.setEventHandler {
            var information = signalfd_siginfo()
            while read(number, &information, MemoryLayout<signalfd_siginfo>.size) > 0 {
                handler(Int32(information.ssi_signo))
            }
        }
        source.setCancelHandler { _ = descriptor }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
