/// Peers that wait for their turn, in the order in which they have joined.
struct Line {
    /// The next is the last.
    private var next: [Peer.ID] = []
    private var others: [Peer.ID] = []

    var isEmpty: Bool { next.isEmpty && others.isEmpty }

    mutating func join(_ id: Peer.ID) {
        others.append(id)
    }

    /// Lets the first one go.
    mutating func leave() -> Peer.ID? {
        if next.isEmpty { swap(&next, &others); next.reverse() }
        return next.popLast()
    }
}
