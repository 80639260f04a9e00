/// The commits that are under way, and the replies that wait for them.
struct Commits {
    /// Counts up; commits come to their end in this order.
    typealias Number = Int

    /// A reply waits no longer than this; then it is sent all the same.
    static let patience: Duration = .seconds(10)

    /// Why nothing is being kept, in words; nil while all is.
    var trouble: String?
    private var last: Number = 0
    private var waiting: [(commit: Number, peer: Peer.ID, reply: [UInt8])] = []

    /// Whether any reply waits.
    var isWaitedFor: Bool { !waiting.isEmpty }

    mutating func begin() -> Number {
        last += 1
        return last
    }

    /// A reply that is to be sent when a commit is on disk.
    mutating func wait(for commit: Number, peer: Peer.ID, reply: [UInt8]) {
        waiting.append((commit, peer, reply))
    }

    /// The replies that waited for this commit or an earlier one.
    mutating func end(_ commit: Number) -> [(peer: Peer.ID, reply: [UInt8])] {
        let done = waiting.prefix { $0.commit <= commit }
        waiting.removeFirst(done.count)
        return done.map { ($0.peer, $0.reply) }
    }

    /// All replies that wait.
    mutating func giveUp() -> [(peer: Peer.ID, reply: [UInt8])] {
        end(last)
    }
}
