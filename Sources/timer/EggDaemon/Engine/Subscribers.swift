import EggTimers
import EggWire
import Instants

/// The connections that watch, and the numbering of events.
struct Subscribers {
    /// A subscriber that reads empties a full socket within milliseconds. One that leaves more than this many bytes in
    /// our own queue for longer than this time has stopped reading.
    static let maxOldBytes = 256 * 1024
    static let readingTime: Duration = .seconds(2)
    /// No subscriber may have more unread bytes than this, however recent they are.
    static let maxBytes = 32 * 1024 * 1024

    private var members: [(id: Connection.ID, ticks: Bool)] = []
    private var lastSequence: Int64 = 0

    var isEmpty: Bool { members.isEmpty }
    var wantTicks: Bool { members.contains(where: \.ticks) }

    /// - Parameter ticks: whether it also wants ticks.
    mutating func add(_ id: Connection.ID, ticks: Bool) {
        members.append((id, ticks))
    }

    mutating func remove(_ id: Connection.ID) {
        members.removeAll { $0.id == id }
    }

    func receivers(of kind: Timers.EventKind) -> [Connection.ID] {
        members.filter { $0.ticks || kind != .tick }.map(\.id)
    }

    /// The next event. It takes a number whether or not there are subscribers.
    mutating func nextEvent(_ kind: Timers.EventKind, of timer: EggTimer? = nil) -> Timers.Event {
        lastSequence += 1
        return Timers.Event(
            kind: kind, timer: timer?.name.text, id: timer?.runID.text, sequence: lastSequence,
            cue: kind == .cued ? timer?.cue : nil)
    }

    /// The first event of a new subscriber.
    func snapshot() -> Timers.Event {
        Timers.Event(kind: .snapshot, sequence: lastSequence)
    }

    /// Whether a subscriber has stopped reading. Recent unread bytes don't count, because many events may come at one
    /// moment.
    static func hasStoppedReading(waitingBytes: Int, since: Instant?, now: Instant) -> Bool {
        guard let since else { return false }
        return waitingBytes > maxBytes || waitingBytes > maxOldBytes && since.duration(to: now) > readingTime
    }
}
