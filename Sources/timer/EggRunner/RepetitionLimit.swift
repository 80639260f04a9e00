import EggConfig

/// Limits how often one event of one timer runs its command: a command that causes its own event would run without end.
struct RepetitionLimit {
    enum Verdict {
        case runs
        /// It has run too often, and this was not known before.
        case isSkipped
        /// It is still running too often.
        case isSkippedAgain
    }

    private struct Key: Hashable {
        let event: UserCommands.Event
        let name: String
    }

    let limit: Int
    let time: Duration
    /// The latest runs, in order.
    private var runs: [(key: Key, start: SuspendingClock.Instant)] = []
    /// Those with latest runs that were skipped.
    private var skipped: Set<Key> = []

    init(limit: Int, within time: Duration) {
        (self.limit, self.time) = (limit, time)
    }

    /// Decides about the command for an event of a timer, and counts it if it runs.
    mutating func handle(_ event: UserCommands.Event, of name: String, at now: SuspendingClock.Instant) -> Verdict {
        let key = Key(event: event, name: name)
        runs.removeAll { $0.start.duration(to: now) >= time }
        skipped.formIntersection(runs.map(\.key))
        guard runs.filter({ $0.key == key }).count >= limit else {
            runs.append((key, now))
            return .runs
        }
        return skipped.insert(key).inserted ? .isSkipped : .isSkippedAgain
    }
}
