import EggStore
import EggTimers

/// The commits that are not durable yet, and the replies that wait for them.
struct Commits {
    /// Grows by one with each commit.
    typealias Number = Int

    /// The longest time that a reply waits; afterwards it is sent without a commit.
    static let timeout: Duration = .seconds(10)

    /// The changes of the history since the last commit began.
    private var history = HistoryChange()
    /// One commit is under way at a time, from `next` to `end`. Everything that changes meanwhile is in the next one.
    private var isUnderWay = false
    /// Something is left to save, from `change` to `next`.
    private(set) var isChanged = false
    /// Why nothing can be saved, in words, from `fail` to a `recover` that finds nothing left to save; nil while saving
    /// works. Until then changes are acknowledged before they are saved.
    private(set) var trouble: String?
    private var last: Number = 0
    private var waiting: [(commit: Number, ticket: Ticket, reply: [UInt8])] = []

    var isWaitedFor: Bool { !waiting.isEmpty }

    /// Notes a change, and returns the number of the commit that will save it.
    mutating func change(_ history: HistoryChange) -> Number {
        self.history.append(history)
        isChanged = true
        last += 1
        return last
    }

    /// The commit to begin now, with the changes of the history; nil while one is under way or nothing has changed. The last
    /// commit does not wait for another.
    mutating func next(isLast: Bool) -> (number: Number, history: HistoryChange)? {
        guard isChanged, !isUnderWay || isLast else { return nil }
        (isChanged, isUnderWay) = (false, true)
        defer { history = HistoryChange() }
        return (last, history)
    }

    /// Nothing can be saved; returns whether saving worked before.
    mutating func fail(_ reason: String) -> Bool {
        defer { trouble = reason }
        return trouble == nil
    }

    /// The disk works again. The trouble ends when nothing is left to save: a crash would still lose changes that were
    /// acknowledged meanwhile.
    ///
    /// - Returns: whether the trouble has ended.
    mutating func recover() -> Bool {
        guard trouble != nil, !isChanged, !isUnderWay else { return false }
        trouble = nil
        return true
    }

    /// Adds a reply that is sent when a commit is durable.
    mutating func wait(for commit: Number, ticket: Ticket, reply: [UInt8]) {
        waiting.append((commit, ticket, reply))
    }

    /// The replies that waited for this commit or an earlier one. While saving works, a commit is not saved only if the
    /// disk has timers that were found late; the next commit includes both.
    mutating func end(_ commit: Number, isSaved: Bool) -> [(ticket: Ticket, reply: [UInt8])] {
        isUnderWay = false
        return isSaved || trouble != nil ? release(commit) : []
    }

    private mutating func release(_ commit: Number) -> [(ticket: Ticket, reply: [UInt8])] {
        let done = waiting.prefix { $0.commit <= commit }
        waiting.removeFirst(done.count)
        return done.map { ($0.ticket, $0.reply) }
    }

    mutating func giveUp() -> [(ticket: Ticket, reply: [UInt8])] {
        release(last)
    }
}

/// The changes that a commit makes to the history: first the runs that an undo has withdrawn are removed, then those
/// that have ended are added.
struct HistoryChange {
    private(set) var ended: [SavedRun] = []
    /// The runs to remove, if they are there.
    private(set) var withdrawn: [RunID] = []

    /// The most runs of each kind that are remembered while the disk does not answer; then the oldest are forgotten.
    static let maxRuns = Store.maxRuns

    mutating func end(_ run: SavedRun) {
        ended.append(run)
        if ended.count > Self.maxRuns { ended.removeFirst() }
    }

    mutating func withdraw(_ id: RunID) {
        ended.removeAll { $0.id == id }
        withdrawn.removeAll { $0 == id }
        withdrawn.append(id)
        if withdrawn.count > Self.maxRuns { withdrawn.removeFirst() }
    }

    mutating func append(_ later: HistoryChange) {
        for id in later.withdrawn { withdraw(id) }
        for run in later.ended { end(run) }
    }
}
