import Dispatch

extension DispatchTimeInterval {
    /// A duration in Dispatch's terms, to the nanosecond.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
