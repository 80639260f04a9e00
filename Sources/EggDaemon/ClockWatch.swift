/// Trust in the wall clock: when it is checked, and what follows from a check.
///
/// Time servers call a clock synchronised some while after they have set it, or slew it without setting it; the kernel
/// reports neither. So while there are timers and the clock is not synchronised, it is checked now and then.
struct ClockWatch: Equatable {
    /// What has happened.
    enum Event: Equatable {
        /// The wall clock was set.
        case stepped
        /// The time for the next check has come.
        case checkIsDue
        /// A timer has changed, begun or ended.
        case timersChanged
    }

    /// What is to be done, in order.
    enum Effect: Equatable {
        /// Save the timers with a new reading of both clocks.
        case save
        /// The ends of timers read differently on the wall clock.
        case tellManager
        /// Check again after this time, in place of any earlier check.
        case check(after: Duration)
        /// Check no more.
        case stopChecking
    }

    /// The time to the first check after a step, and of all checks while there are estimates.
    static let firstWait: Duration = .seconds(10)
    /// The time to the first check for a timer whose countdown is certain. Each later check comes after twice as long, up
    /// to the longest.
    static let (unhurriedWait, longestWait): (Duration, Duration) = (.minutes(1), .minutes(10))

    /// The time that the armed check waits; nil when none is armed.
    private var wait: Duration?

    /// - Parameters:
    ///   - isSynchronised: whether the wall clock can be trusted now.
    ///   - isEstimated: whether any timer rests on an estimate; then it is to be corrected soon.
    mutating func take(
        _ event: Event, isSynchronised: Bool, hasTimers: Bool, isEstimated: Bool
    ) -> [Effect] {
        guard hasTimers, !isSynchronised else {
            let wasChecking = wait != nil
            wait = nil
            let end: [Effect] = wasChecking ? [.stopChecking] : []
            guard hasTimers else { return end }
            switch event {
            case .stepped: return [.tellManager, .save] + end
            // The next boot can rely on this clock.
            case .checkIsDue: return [.save] + end
            case .timersChanged: return end
            }
        }
        switch event {
        case .stepped:
            wait = Self.firstWait
            return [.tellManager, .save, .check(after: Self.firstWait)]
        case .checkIsDue:
            let next = isEstimated ? Self.firstWait : min(Self.longestWait, (wait ?? Self.firstWait) * 2)
            wait = next
            return [.check(after: next)]
        case .timersChanged:
            guard wait == nil else { return [] }
            let first = isEstimated ? Self.firstWait : Self.unhurriedWait
            wait = first
            return [.check(after: first)]
        }
    }
}
