import EggTimers

/// The commits that are under way, and the replies that wait for them.
struct Commits {
    /// Counts up; commits come to their end in this order.
    typealias Number = Int

    /// A reply waits no longer than this; then it is sent all the same.
    static let timeout: Duration = .seconds(10)

    /// Runs that have ended since the last commit was begun.
    private var ended: [Run] = []
    /// One commit is under way at a time. What changes meanwhile goes into the next, however much it is.
    private var isUnderWay = false
    private var isChanged = false
    /// Why nothing is being kept, in words; nil while all is.
    var trouble: String?
    /// More runs than these are not remembered while the disk does not answer.
    private static let mostRuns = 10_000
    private var last: Number = 0
    private var waiting: [(commit: Number, peer: Peer.ID, reply: [UInt8])] = []

    /// Whether any reply waits.
    var isWaitedFor: Bool { !waiting.isEmpty }

    /// A change is to be kept by the commit of this number.
    mutating func change(_ runs: [Run]) -> Number {
        ended = (ended + runs).suffix(Self.mostRuns)
        isChanged = true
        last += 1
        return last
    }

    /// The commit that is to begin now, with the runs that it has to keep; nil while one is under way or nothing has
    /// changed. The last of all waits for no other.
    mutating func next(isLast: Bool) -> (number: Number, ended: [Run])? {
        guard isChanged, !isUnderWay || isLast else { return nil }
        (isChanged, isUnderWay) = (false, true)
        defer { ended = [] }
        return (last, ended)
    }

    /// A reply that is to be sent when a commit is on disk.
    mutating func wait(for commit: Number, peer: Peer.ID, reply: [UInt8]) {
        waiting.append((commit, peer, reply))
    }

    /// The replies that waited for this commit or an earlier one.
    mutating func end(_ commit: Number) -> [(peer: Peer.ID, reply: [UInt8])] {
        isUnderWay = false
        return release(commit)
    }

    private mutating func release(_ commit: Number) -> [(peer: Peer.ID, reply: [UInt8])] {
        let done = waiting.prefix { $0.commit <= commit }
        waiting.removeFirst(done.count)
        return done.map { ($0.peer, $0.reply) }
    }

    /// All replies that wait.
    mutating func giveUp() -> [(peer: Peer.ID, reply: [UInt8])] {
        release(last)
    }
}
