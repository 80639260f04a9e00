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
