/// A time on the boot clock (`CLOCK_BOOTTIME`), which keeps counting during suspend and isn't affected by clock steps.
public struct Instant: InstantProtocol, Sendable {
    /// The time since the machine was booted.
    public var sinceBoot: Duration

    /// The instant this long after boot.
    public init(sinceBoot: Duration) {
        self.sinceBoot = sinceBoot
    }

    public func advanced(by duration: Duration) -> Instant {
        Instant(sinceBoot: sinceBoot + duration)
    }

    public func duration(to other: Instant) -> Duration {
        other.sinceBoot - sinceBoot
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.sinceBoot < right.sinceBoot
    }
}
