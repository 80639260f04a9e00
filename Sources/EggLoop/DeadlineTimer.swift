import CLinux
import Dispatch
import EggTimers
import Glibc

/// A timer of the operating system: a `CLOCK_BOOTTIME` timerfd, with a thread that waits for it.
///
/// Dispatch's own timers stop in suspend (`DispatchTime`) or follow clock steps (`DispatchWallTime`); this one does
/// neither.
public final class DeadlineTimer {
    private let descriptor: SharedDescriptor
    private let source: DirectSource

    /// A disarmed timer whose handler runs on the queue.
    public init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = timerfd_create(CLOCK_BOOTTIME, clinux_timer_flags)
        guard number >= 0 else { throw SystemError("timerfd_create") }
        let descriptor = SharedDescriptor(Descriptor(owning: number))
        self.descriptor = descriptor
        source = try DirectSource(descriptor, queue: queue) {
            var expirations: UInt64 = 0
            // Nothing to read means that the timer was re-armed meanwhile: the new deadline will speak for itself.
            if read(number, &expirations, MemoryLayout<UInt64>.size) > 0 { handler() }
        }
    }

    /// Arms the timer in place of any earlier deadline; one that has passed fires at once. Nil disarms it. With an
    /// interval it goes on firing at such distances; of those that are overdue, as after suspend, once.
    public func arm(at instant: Instant?, every interval: Duration = .zero) {
        var setting = itimerspec()
        if let instant {
            let (seconds, attoseconds) = max(instant.sinceBoot, .nanoseconds(1)).components
            setting.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            // All zeros would disarm it: less than a nanosecond after boot does not happen, and still.
            if setting.it_value.tv_sec == 0, setting.it_value.tv_nsec == 0 { setting.it_value.tv_nsec = 1 }
            let (each, part) = interval.components
            setting.it_interval = timespec(tv_sec: Int(each), tv_nsec: Int(part / 1_000_000_000))
        }
        timerfd_settime(descriptor.number, clinux_timer_absolute, &setting, nil)
    }
}
