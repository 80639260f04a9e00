import Instants

/// Decides when to check whether the wall clock can be trusted, and what follows from each check.
///
/// A time server may mark the clock as synchronised some time after setting it, or slew it without setting it; the
/// kernel reports neither. While there are timers and the clock is not synchronised, it is therefore checked from time
/// to time.
struct ClockWatch: Equatable {
    enum Event: Equatable {
        case stepped
        case checkIsDue
        case timersChanged
    }

    /// The effects, in order.
    enum Effect: Equatable {
        /// Save the timers with a new reading of both clocks.
        case save
        /// Tell the service manager the ends of timers, which have moved on the wall clock.
        case notifyManager
        /// Check again after this time, in place of any earlier check.
        case check(after: Duration)
        case stopChecking
    }

    /// The time to the first check after a step, and between checks while any timer rests on an estimate.
    static let firstWait: Duration = .seconds(10)
    /// The time to the first check for a timer whose countdown is exact. Each further check waits twice as long, up to
    /// the longest time.
    static let (unhurriedWait, maxWait): (Duration, Duration) = (.minutes(1), .minutes(10))

    /// How long the armed check waits; nil when none is armed.
    ///
    /// The first event with timers and an unsynchronised clock arms it, each check that finds no change lengthens it,
    /// and an event without timers, or with a synchronised clock, disarms it.
    private var wait: Duration?

    /// - Parameters:
    ///   - isSynchronised: whether the wall clock can be trusted now.
    ///   - isEstimated: whether any timer rests on an estimate, which should be corrected soon.
    mutating func handle(
        _ event: Event, isSynchronised: Bool, hasTimers: Bool, isEstimated: Bool
    ) -> [Effect] {
        guard hasTimers, !isSynchronised else {
            let wasChecking = wait != nil
            wait = nil
            let end: [Effect] = wasChecking ? [.stopChecking] : []
            guard hasTimers else { return end }
            switch event {
            case .stepped: return [.notifyManager, .save] + end
            // The next boot can rely on this clock.
            case .checkIsDue: return [.save] + end
            case .timersChanged: return end
            }
        }
        switch event {
        case .stepped:
            wait = Self.firstWait
            return [.notifyManager, .save, .check(after: Self.firstWait)]
        case .checkIsDue:
            let next = isEstimated ? Self.firstWait : min(Self.maxWait, (wait ?? Self.firstWait) * 2)
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
