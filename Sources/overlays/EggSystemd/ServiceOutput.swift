/// The log and the status line of a service.
public struct ServiceOutput: Sendable {
    /// Writes a line to the log.
    public let say: @Sendable (String) -> Void
    /// Replaces the status line.
    public let status: @Sendable (String) -> Void

    /// An output by these functions.
    public init(say: @escaping @Sendable (String) -> Void, status: @escaping @Sendable (String) -> Void) {
        (self.say, self.status) = (say, status)
    }
}
