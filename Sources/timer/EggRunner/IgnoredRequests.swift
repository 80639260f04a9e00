/// Limits the lines about requests that eggd has not sent: the first is said at once, and the others are counted.
struct IgnoredRequests {
    /// How long requests are counted before their number is said.
    let time: Duration
    /// When `passDeadline` is due; nil if nothing was ignored lately.
    private(set) var deadline: SuspendingClock.Instant?
    private var count = 0

    init(time: Duration) {
        self.time = time
    }

    /// A request is ignored.
    ///
    /// - Returns: a line about it, if there was none within the time.
    mutating func add(at now: SuspendingClock.Instant) -> String? {
        guard deadline == nil else {
            count += 1
            return nil
        }
        deadline = now + time
        return "ignored a request that eggd has not sent"
    }

    /// Ends the time, or begins another one if requests were counted.
    ///
    /// - Returns: a line about those that were counted.
    mutating func passDeadline(at now: SuspendingClock.Instant) -> String? {
        guard let deadline, deadline <= now else { return nil }
        guard count > 0 else {
            self.deadline = nil
            return nil
        }
        defer { (self.deadline, count) = (now + time, 0) }
        return "ignored \(count) more request\(count == 1 ? "" : "s") that eggd has not sent"
    }
}
