extension Duration {
    /// A number of minutes.
    public static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }

    /// A number of hours.
    public static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }

    /// Whole nanoseconds, rounded towards zero and limited to 64 bits.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, more) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || more ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whole milliseconds, rounded up, so that a countdown reads as zero only when it is over.
    public var millisecondsRoundedUp: Int64 {
        let (milliseconds, rest) = millisecondsAndRest
        return rest > 0 ? milliseconds + 1 : milliseconds
    }

    /// Whole milliseconds, rounded down, for elapsed time.
    public var millisecondsRoundedDown: Int64 {
        let (milliseconds, rest) = millisecondsAndRest
        return rest < 0 ? milliseconds - 1 : milliseconds
    }

    /// Whole milliseconds, rounded towards zero, and the remaining attoseconds.
    private var millisecondsAndRest: (milliseconds: Int64, rest: Int64) {
        let (seconds, attoseconds) = components
        return (seconds * 1_000 + attoseconds / 1_000_000_000_000_000, attoseconds % 1_000_000_000_000_000)
    }

    /// Whole seconds, rounded up as a countdown shows them: a fresh 5:00 reads 5:00 for its first second.
    public var secondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 ? seconds + 1 : seconds
    }
}
