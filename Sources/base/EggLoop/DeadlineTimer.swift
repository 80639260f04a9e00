import CLinux
import Glibc
import Instants
import POSIX

/// A timer of the operating system: a `CLOCK_BOOTTIME` timerfd in the event loop.
///
/// Dispatch's own timers stop in suspend (`DispatchTime`) or follow clock steps (`DispatchWallTime`); this one does
/// neither.
package final class DeadlineTimer {
    private let loop: EventLoop
    private let descriptor: Descriptor
    private let id: EventLoop.ID
    private let onFailure: @Sendable (SystemError) -> Void

    /// A disarmed timer; `onFailure` is called when the kernel refuses to arm it.
    package init(
        loop: EventLoop, order: EventLoop.Order, onFailure: @escaping @Sendable (SystemError) -> Void = { _ in },
        handler: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let number = timerfd_create(CLOCK_BOOTTIME, clinux_timer_flags)
        guard number >= 0 else { throw SystemError("timerfd_create") }
        descriptor = Descriptor(owning: number)
        self.loop = loop
        self.onFailure = onFailure
        id = try loop.add(number, order: order) { _ in
            var expirations: UInt64 = 0
            // There is nothing to read if the timer was armed again meanwhile, for a later moment.
            if read(number, &expirations, MemoryLayout<UInt64>.size) > 0 { handler() }
        }
    }

    deinit {
        loop.remove(id)
    }

    /// Arms the timer in place of any earlier deadline; a deadline that has passed fires at once. Nil disarms it. With
    /// an interval it fires repeatedly; firings that are overdue together, as after suspend, count as one.
    package func arm(at instant: Instant?, every interval: Duration = .zero) {
        var setting = itimerspec()
        if let instant {
            // Zero would disarm it.
            setting.it_value = max(instant.sinceBoot, .nanoseconds(1)).timespec
            setting.it_interval = interval.timespec
        }
        if uninterrupted({ timerfd_settime(descriptor.number, clinux_timer_absolute, &setting, nil) }) != 0 {
            onFailure(SystemError("timerfd_settime"))
        }
    }
}

/// Ticks each second, at whole seconds before a deadline, so that a display changes when the time does.
///
/// It uses the same clock as deadlines, which keeps running while the machine sleeps.
package final class Ticker {
    private let timer: DeadlineTimer
    private var phase: Duration?

    package init(loop: EventLoop, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        timer = try DeadlineTimer(loop: loop, order: .tick, handler: handler)
    }

    /// Ticks in phase with a deadline until stopped; if it already does, nothing changes.
    package func run(towards deadline: Instant, now: Instant) {
        let phase = Self.phase(of: deadline)
        guard phase != self.phase else { return }
        self.phase = phase
        var wait = phase - Self.phase(of: now)
        if wait <= .zero { wait += .seconds(1) }
        timer.arm(at: now.advanced(by: wait), every: .seconds(1))
    }

    package func stop() {
        guard phase != nil else { return }
        timer.arm(at: nil)
        phase = nil
    }

    private static func phase(of instant: Instant) -> Duration {
        Duration(secondsComponent: 0, attosecondsComponent: instant.sinceBoot.components.attoseconds)
    }
}

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
