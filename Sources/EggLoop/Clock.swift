import CLinux
import EggTimers
import Glibc

/// The two clocks that an egg timer lives by.
public protocol Clock: Sendable {
    /// The boot clock, by which eggs are timed.
    func now() -> Instant
    /// The wall clock as time since 1970, only ever shown.
    func wallNow() -> Duration
}

/// The kernel's clocks.
public struct SystemClock: Clock {
    /// The clocks of this machine.
    public init() {}

    /// `CLOCK_BOOTTIME`: counts through suspend, immune to clock steps.
    public func now() -> Instant {
        Instant(sinceBoot: Self.read(CLOCK_BOOTTIME))
    }

    /// `CLOCK_REALTIME`.
    public func wallNow() -> Duration {
        Self.read(CLOCK_REALTIME)
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
