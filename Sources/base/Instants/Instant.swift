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

/// One boot of the machine: its boot clock and its wall clock at one moment.
///
/// Within a boot, the boot clock is enough. From one boot to the next, only the wall clock can be used, if it can be
/// trusted: a Raspberry Pi's clock doesn't run while it is off, and is set some time after the start.
public struct Boot: Equatable, Sendable {
    /// The kernel's `boot_id`.
    public let id: String
    /// The moment on the boot clock.
    public let reading: Instant
    /// The same moment on the wall clock, as time since 1970.
    public let wall: Duration
    /// Whether the wall clock could be trusted then.
    public let isSynchronised: Bool

    /// A boot as it was at this moment.
    public init(id: String, reading: Instant, wall: Duration, isSynchronised: Bool) {
        self.id = id
        self.reading = reading
        self.wall = wall
        self.isSynchronised = isSynchronised
    }
}

extension Duration {
    /// A number of minutes.
    public static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }

    /// A number of hours.
    public static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }

    /// Whole seconds, rounded up as a countdown shows them: a fresh 5:00 reads 5:00 for its first second.
    public var secondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 ? seconds + 1 : seconds
    }
}
