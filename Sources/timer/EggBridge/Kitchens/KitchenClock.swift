/// Dates the messages of another kitchen by this machine's boot clock. Messages and the time go in; it does no I/O.
///
/// Between a boot there and this one, the two boot clocks differ by a constant and their drift. It is learnt from a question
/// and its answer, or from wall clocks that are both right; then steps of the wall clocks change nothing.
struct KitchenClock {
    /// The clocks of a kitchen when it made a message.
    struct Reading: Equatable {
        let bootID: String
        /// The boot clock.
        let uptimeMs: Int64
        /// Milliseconds since 1970 on the wall clock.
        let unixMs: Int64
        /// Whether the wall clock can be trusted.
        let isClockRight: Bool
    }

    /// When a message was made.
    struct Dating: Equatable {
        /// On this machine's boot clock.
        let bootMs: Int64
        /// Whether it may be wrong by more than `maxErrorMs`.
        let isEstimated: Bool
    }

    private struct Difference {
        let bootID: String
        /// This machine's boot clock, less that of the kitchen.
        let ms: Int64
        let errorMs: Int64
        let since: Int64

        /// Oscillators of cheap machines drift by up to a tenth of a second in a quarter of an hour.
        func errorMs(at bootMs: Int64) -> Int64 { errorMs + max(0, bootMs - since) / 10_000 }
    }

    /// A message that is dated better than this is not estimated.
    static let maxErrorMs: Int64 = 1000
    /// A question is worth it if it can be dated no better than this.
    static let goodErrorMs: Int64 = 200
    /// What two wall clocks may differ by that are both synchronised.
    private static let wallErrorMs: Int64 = 100

    private var known: Difference?
    /// By how much the wall clock there is ahead of this machine's; nil before an answer.
    private(set) var aheadMs: Int64?

    /// The answer to a question has arrived.
    ///
    /// - Parameter asked: when it was asked, on this machine's boot clock.
    mutating func answered(_ there: Reading, asked: Int64, at here: Moment) {
        let half = max(0, here.bootMs - asked) / 2
        aheadMs = there.unixMs - (here.unixMs - half)
        // After a slow answer, nothing that was made there is dated later than it was made.
        let moment = half > Self.maxErrorMs ? asked : asked + half
        learn(Difference(bootID: there.bootID, ms: moment - there.uptimeMs, errorMs: half + 1, since: here.bootMs))
    }

    /// When a message was made.
    mutating func date(_ there: Reading, at here: Moment) -> Dating {
        let age = here.unixMs - there.unixMs
        if there.isClockRight, here.isClockRight, age > -Self.goodErrorMs {
            let ms = here.bootMs - age - there.uptimeMs
            let new = Difference(bootID: there.bootID, ms: ms, errorMs: Self.wallErrorMs, since: here.bootMs)
            // A clock that was set, and is taken for right all the same, contradicts what is known.
            let slack = known.map { $0.errorMs(at: here.bootMs) + new.errorMs } ?? 0
            if known?.bootID != new.bootID || known.map({ abs($0.ms - ms) <= slack }) ?? true { learn(new) }
        }
        if let known, known.bootID == there.bootID {
            let (moment, error) = (there.uptimeMs + known.ms, known.errorMs(at: here.bootMs))
            // Nothing comes from the future: a machine that was restored from its image keeps its boot's id.
            if moment <= here.bootMs + error {
                return Dating(bootMs: min(moment, here.bootMs), isEstimated: error > Self.maxErrorMs)
            }
        }
        // A message without an age rings rather early than never: wall clocks may be wrong, but tell more than nothing.
        return Dating(bootMs: here.bootMs - max(0, age), isEstimated: true)
    }

    /// Whether a question would help to date the messages of this boot.
    func needsAnswer(_ there: Reading, at here: Moment) -> Bool {
        guard let known, known.bootID == there.bootID else { return true }
        return known.errorMs(at: here.bootMs) > Self.goodErrorMs
    }

    /// Takes what is more exact than what is known by now.
    private mutating func learn(_ new: Difference) {
        if let known, known.bootID == new.bootID, known.errorMs(at: new.since) < new.errorMs { return }
        known = new
    }
}
