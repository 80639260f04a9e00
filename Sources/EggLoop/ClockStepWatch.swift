import CLinux
import Dispatch
import Glibc

/// Tells when somebody sets the wall clock: a `CLOCK_REALTIME` timerfd that the kernel cancels then.
public final class ClockStepWatch {
    private let source: any DispatchSourceRead

    /// Watches; the handler runs on the queue after each step.
    public init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = timerfd_create(CLOCK_REALTIME, clinux_timer_flags)
        guard number >= 0 else { throw SystemError("timerfd_create") }
        let descriptor = SharedDescriptor(Descriptor(owning: number))
        Self.arm(number)
        source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
        source.setEventHandler {
            var expirations: UInt64 = 0
            let isStep = read(number, &expirations, MemoryLayout<UInt64>.size) < 0 && errno == ECANCELED
            Self.arm(number)
            if isStep { handler() }
        }
        source.setCancelHandler { _ = descriptor }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    /// Far beyond any year that matters; only the cancelling does.
    private static func arm(_ number: Int32) {
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(Int32.max) * 4
        timerfd_settime(number, clinux_timer_absolute | clinux_timer_cancel_on_set, &setting, nil)
    }
}
