import Dispatch
import POSIX

extension DispatchTimeInterval {
    /// A duration in Dispatch's terms, to the nanosecond, limited to 292 years.
    public init(_ duration: Duration) {
        self = .nanoseconds(Int(duration.nanoseconds))
    }
}
