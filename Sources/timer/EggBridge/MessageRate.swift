/// Notices that messages arrive in a flood, so that the log names its topic. It does no I/O.
struct MessageRate {
    typealias Instant = SuspendingClock.Instant

    /// So many messages within a second are a flood.
    static let flood = 200
    /// After this time a flood is named again.
    private static let silence: Duration = .seconds(3600)

    private var second: (start: Instant, count: Int)?
    private var lastNamed: Instant?

    /// Counts a message.
    ///
    /// - Returns: whether its topic is to be named.
    mutating func isFlood(at now: Instant) -> Bool {
        var (start, count) = second ?? (now, 0)
        if now - start >= .seconds(1) { (start, count) = (now, 0) }
        second = (start, count + 1)
        guard count + 1 == Self.flood, lastNamed.map({ now - $0 >= Self.silence }) ?? true else { return false }
        lastNamed = now
        return true
    }
}
