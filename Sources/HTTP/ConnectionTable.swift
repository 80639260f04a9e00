/// The open connections: how many there may be, and how long each may take.
///
/// It takes events and the time and does no I/O. Connections are known by their descriptors.
struct ConnectionTable {
    typealias Instant = ContinuousClock.Instant

    /// The state of a connection.
    enum Phase: Equatable {
        /// It is idle or sends a request.
        case receiving
        /// Its request is being answered.
        case replying
        /// It has an event stream, which may last for ever.
        case streaming
    }

    /// The most connections, and the times after which one is closed.
    struct Limits {
        /// The most connections in all.
        var connections = 960
        /// The most connections from one address of another machine.
        var perAddress = 128
        /// The time for a complete request, from the connection's start or the previous answer.
        var receiving: Duration = .seconds(10)
        /// The time for an answer to be made and read.
        var replying: Duration = .seconds(60)
    }

    private struct Entry {
        let network: [UInt8]?
        var phase: Phase
        var since: Instant
    }

    let limits: Limits
    private var entries: [Int32: Entry] = [:]
    private var countsByNetwork: [[UInt8]: Int] = [:]

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var count: Int { entries.count }

    /// The decision about a new connection.
    enum Admission: Equatable {
        case admitted
        /// Another one, which has been without a complete request for longest, must be closed for it.
        case replaces(Int32)
        case refused
    }

    /// Whether a new connection from an address may be opened.
    func admission(from address: IPAddress) -> Admission {
        if !address.isLoopback, countsByNetwork[address.network, default: 0] >= limits.perAddress { return .refused }
        if entries.count < limits.connections { return .admitted }
        return oldestReceiving.map { .replaces($0) } ?? .refused
    }

    /// The connection that has been without a complete request for longest.
    var oldestReceiving: Int32? {
        entries.filter { $0.value.phase == .receiving }.min { $0.value.since < $1.value.since }?.key
    }

    /// A connection has been opened.
    mutating func opened(_ descriptor: Int32, from address: IPAddress, at now: Instant) {
        let network = address.isLoopback ? nil : address.network
        entries[descriptor] = Entry(network: network, phase: .receiving, since: now)
        if let network { countsByNetwork[network, default: 0] += 1 }
    }

    /// A connection does something else now.
    mutating func entered(_ phase: Phase, _ descriptor: Int32, at now: Instant) {
        entries[descriptor]?.phase = phase
        entries[descriptor]?.since = now
    }

    /// A connection has been closed.
    mutating func closed(_ descriptor: Int32) {
        guard let entry = entries.removeValue(forKey: descriptor), let network = entry.network else { return }
        countsByNetwork[network, default: 1] -= 1
        if countsByNetwork[network] == 0 { countsByNetwork[network] = nil }
    }

    /// When the next connection must be closed; nil if none need be.
    var nextDue: Instant? { entries.values.compactMap(due).min() }

    /// The connections that have taken too long.
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
