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
