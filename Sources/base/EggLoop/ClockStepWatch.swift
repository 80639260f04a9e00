import CLinux
import Glibc
import POSIX

/// Reports when the wall clock is set, by a `CLOCK_REALTIME` timerfd, which the kernel then cancels.
package final class ClockStepWatch {
    private let loop: EventLoop
    private let descriptor: Descriptor
    private let id: EventLoop.ID

    /// Starts to watch; the handler runs after each step.
    package init(loop: EventLoop, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = timerfd_create(CLOCK_REALTIME, clinux_timer_flags)
        guard number >= 0 else { throw SystemError("timerfd_create") }
        descriptor = Descriptor(owning: number)
        self.loop = loop
        Self.arm(number)
        id = try loop.add(number, order: .report) { _ in
            var expirations: UInt64 = 0
            let isStep = read(number, &expirations, MemoryLayout<UInt64>.size) < 0 && errno == ECANCELED
            Self.arm(number)
            if isStep { handler() }
        }
    }

    deinit {
        loop.remove(id)
    }

    /// It never expires in practice; only its cancellation matters.
    private static func arm(_ number: Int32) {
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(Int32.max) * 4
        let flags = clinux_timer_absolute | clinux_timer_cancel_on_set
        _ = uninterrupted { timerfd_settime(number, flags, &setting, nil) }
    }
}
