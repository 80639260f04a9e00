/// The open connections: how many there may be, and how long each may take.
///
/// It takes events and the time and does no I/O. Connections are known by their descriptors.
struct ConnectionTable {
    typealias Instant = ContinuousClock.Instant

    enum Phase: Equatable {
        /// It is idle or sends a request; then it is replying.
        case receiving
        /// Its request is being answered; then it is receiving, or streaming.
        case replying
        /// It has an event stream, which may last until the connection is closed.
        case streaming
    }

    /// The side that a connection counts against.
    enum Origin: Hashable {
        /// The user of this process, or root, on this machine.
        case own
        /// Another user of this machine; nil if it is unknown.
        case user(UInt32?)
        /// The part that one client elsewhere can be expected to have for itself.
        case network([UInt8])

        init(_ peer: Request.Peer, own user: UInt32) {
            if !peer.address.isLoopback {
                self = .network(peer.address.network)
            } else if peer.user == user || peer.user == 0 {
                self = .own
            } else {
                self = .user(peer.user)
            }
        }
    }

    /// The most connections, and the times after which one is closed.
    struct Limits {
        var connections = 960
        /// The most connections of one origin, except the own one.
        var perOrigin = 128
        /// The time for a complete request, from the connection's start or the previous answer.
        var receiving: Duration = .seconds(10)
        /// The time for an answer to be made and read.
        var replying: Duration = .seconds(60)

        /// Of so many places, event streams may take this many, so that calls find the others.
        static func streams(of places: Int) -> Int { places - max(1, places / 8) }
    }

    private struct Entry {
        let origin: Origin
        var phase: Phase
        var since: Instant

        /// The larger, the later it is closed for another one.
        var rank: (Int, Instant) { (origin == .own ? 1 : 0, since) }
    }

    let limits: Limits
    private var entries: [Int32: Entry] = [:]
    private var counts: [Origin: Int] = [:]

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var count: Int { entries.count }

    enum Admission: Equatable {
        case admitted
        /// Another one, which has been without a complete request for longest, must be closed for it.
        case replaces(Int32)
        case refused
    }

    /// Whether a new connection from an origin may be opened.
    func admission(from origin: Origin) -> Admission {
        let isFull = entries.count >= limits.connections
        let hasItsShare = origin != .own && counts[origin, default: 0] >= limits.perOrigin
        guard isFull || hasItsShare else { return .admitted }
        return oldestReceiving(of: hasItsShare ? origin : nil).map { .replaces($0) } ?? .refused
    }

    /// The connection of an origin, or of any, that has been without a complete request for longest; the own come last.
    func oldestReceiving(of origin: Origin? = nil) -> Int32? {
        var found: (descriptor: Int32, entry: Entry)?
        for (descriptor, entry) in entries where entry.phase == .receiving && origin ?? entry.origin == entry.origin {
            if let found, found.entry.rank <= entry.rank { continue }
            found = (descriptor, entry)
        }
        return found?.descriptor
    }

    func admitsStream(_ descriptor: Int32) -> Bool {
        guard let origin = entries[descriptor]?.origin else { return false }
        let streams = entries.values.filter { $0.phase == .streaming }
        guard streams.count < Limits.streams(of: limits.connections) else { return false }
        guard origin != .own else { return true }
        return streams.filter { $0.origin == origin }.count < Limits.streams(of: limits.perOrigin)
    }

    mutating func opened(_ descriptor: Int32, from origin: Origin, at now: Instant) {
        entries[descriptor] = Entry(origin: origin, phase: .receiving, since: now)
        counts[origin, default: 0] += 1
    }

    mutating func entered(_ phase: Phase, _ descriptor: Int32, at now: Instant) {
        entries[descriptor]?.phase = phase
        entries[descriptor]?.since = now
    }

    mutating func closed(_ descriptor: Int32) {
        guard let origin = entries.removeValue(forKey: descriptor)?.origin else { return }
        counts[origin, default: 1] -= 1
        if counts[origin] == 0 { counts[origin] = nil }
    }

    /// When the next connection must be closed; nil if none need be.
    var nextDue: Instant? { entries.values.compactMap(due).min() }

    func overdue(at now: Instant) -> [Int32] {
        entries.filter { due($0.value).map { $0 <= now } ?? false }.map(\.key)
    }

    private func due(_ entry: Entry) -> Instant? {
        switch entry.phase {
        case .receiving: entry.since + limits.receiving
        case .replying: entry.since + limits.replying
        case .streaming: nil
        }
    }
}
