import EggWire

/// Those who watch, and the numbering of what they are told.
struct Audience {
    /// More than this waiting in our own queue, in bytes, and a watcher is cut off: it has stopped reading.
    static let longestQueue = 256 * 1024

    /// In the order in which they came.
    private(set) var members: [Peer.ID] = []
    private var lastSequence: Int64 = 0

    var isEmpty: Bool { members.isEmpty }

    mutating func join(_ id: Peer.ID) {
        members.append(id)
    }

    mutating func leave(_ id: Peer.ID) {
        members.removeAll { $0 == id }
    }

    /// The next event's number belongs to it whether or not anybody hears of it.
    mutating func nextEvent(_ kind: Timers.EventKind, timer: String?) -> Timers.Event {
        lastSequence += 1
        return Timers.Event(kind: kind, timer: timer, sequence: lastSequence)
    }

    /// What a new watcher is shown first.
    func snapshot() -> Timers.Event {
        Timers.Event(kind: .snapshot, timer: nil, sequence: lastSequence)
    }
}
