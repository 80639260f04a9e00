/// The connections that wait to be served, in the order in which they were added.
struct RoundRobin {
    /// In reverse order: the next one is the last element.
    private var first: [Connection.ID] = []
    private var others: [Connection.ID] = []

    var isEmpty: Bool { first.isEmpty && others.isEmpty }

    mutating func append(_ id: Connection.ID) {
        others.append(id)
    }

    mutating func takeFirst() -> Connection.ID? {
        if first.isEmpty { swap(&first, &others); first.reverse() }
        return first.popLast()
    }
}
