extension Duration {
    /// A number of minutes.
    public static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }

    /// A number of hours.
    public static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }

    /// Whole milliseconds, rounded up, so that only what is over reads as nothing left.
    public var millisecondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        return attoseconds % 1_000_000_000_000_000 > 0 ? milliseconds + 1 : milliseconds
    }

    /// Whole milliseconds of a time that has passed, rounded down: what has just begun is not yet over by anything.
    public var millisecondsRoundedDown: Int64 {
        let (seconds, attoseconds) = components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        return attoseconds % 1_000_000_000_000_000 < 0 ? milliseconds - 1 : milliseconds
    }

    /// Whole seconds, rounded up as a countdown shows them: a fresh 5:00 reads 5:00 for its first second.
    public var secondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 ? seconds + 1 : seconds
    }
}
