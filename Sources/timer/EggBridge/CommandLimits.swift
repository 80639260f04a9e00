import Digests
import MQTT

/// Decides which commands are too long, too frequent or repeated. It does no I/O.
struct CommandLimits {
    typealias Instant = SuspendingClock.Instant

    /// The decision about a command.
    enum Verdict: Equatable {
        case carryOut
        /// It is refused, with a sentence without its full stop.
        case refuse(String)
        /// It is refused like others within this second, of which one was answered.
        case drop
    }

    /// The memory of a command that is carried out.
    struct Memory: Equatable, Sendable {
        fileprivate let identity: [UInt8]
        fileprivate let since: Instant
        /// Since when the same command was remembered before.
        fileprivate let earlier: Instant?
    }

    /// The longest payload, in bytes.
    static let maxPayload = 16 * 1024
    /// The most commands within a second.
    static let maxPerSecond = 20
    /// How long the data of a request is remembered.
    static let memory: Duration = .seconds(60)
    /// The longest data of a request, in bytes.
    static let maxCorrelationData = 256
    /// The most requests whose data is remembered: all that a minute can have, except dismissals.
    static let maxKnown = maxPerSecond * 60

    /// A broker may not have the confirmation of what has arrived within this time before it was heard last.
    private static let confirmation: Duration = .seconds(2)

    private var second: [Instant] = []
    private var known: [[UInt8]: Instant] = [:]
    private var lastCleaning: Instant?
    /// The last commands that were carried out on the connection before, and when this one began.
    private var unconfirmed: (commands: Set<[UInt8]>, since: Instant)?

    /// Judges a command that has arrived; it is not remembered yet.
    ///
    /// - Parameter dismisses: whether it only ends alarms; these commands are never too frequent.
    mutating func judge(
        payload: Int, correlationData: [UInt8]?, dismisses: Bool, at now: Instant
    ) -> Verdict {
        second.removeAll { now - $0 >= .seconds(1) }
        let isKnown = correlationData.flatMap { known[$0] }.map { now - $0 < Self.memory } ?? false
        if !dismisses || isKnown {
            second.append(now)
            let excess = second.count - Self.maxPerSecond
            if excess > 1 { second.removeLast() }
            if excess > 1 { return .drop }
            if excess == 1 { return .refuse("there can be at most \(Self.maxPerSecond) commands in a second") }
        }
        guard payload <= Self.maxPayload else {
            return .refuse("a command can have at most \(Self.maxPayload) bytes")
        }
        guard correlationData?.count ?? 0 <= Self.maxCorrelationData else {
            return .refuse("correlation data can have at most \(Self.maxCorrelationData) bytes")
        }
        guard !isKnown else { return .refuse("a command with the same correlation data was carried out a moment ago") }
        return .carryOut
    }

    /// The identity of a command that the broker may send twice: its data, or else itself. With a key, it is always itself,
    /// because its sender may send it again with the same data, and eggd gives its first answer again.
    static func identity(of message: MQTTMessage, isKeyed: Bool) -> [UInt8] {
        if let data = message.correlationData, !isKeyed { return data }
        return SHA256.hash(of: "\(message.topic) \(String(decoding: message.payload, as: UTF8.self))")
    }

    /// Remembers a command that is carried out, by its identity.
    @discardableResult
    mutating func remember(_ identity: [UInt8], at now: Instant) -> Memory {
        if lastCleaning.map({ now - $0 >= .seconds(1) }) ?? true {
            known = known.filter { now - $0.value < Self.memory }
            lastCleaning = now
        }
        if known.count >= Self.maxKnown, let oldest = known.min(by: { $0.value < $1.value }) {
            known[oldest.key] = nil
        }
        defer { known[identity] = now }
        return Memory(identity: identity, since: now, earlier: known[identity])
    }

    /// Whether it was carried out on this connection or on the one before, and is remembered.
    func knows(_ identity: [UInt8]) -> Bool { known[identity] != nil }

    /// A connection has begun with a session that the broker has kept.
    ///
    /// - Parameter away: as for `Backlog.begin`.
    mutating func resumed(away: Duration?, at now: Instant) {
        let last = now - (away ?? .zero)
        unconfirmed = (Set(known.filter { last - $0.value < Self.confirmation }.keys), now)
    }

    /// Whether the broker may send a command again because it doesn't know that it has arrived; once for each.
    mutating func comesAgain(_ identity: [UInt8], at now: Instant) -> Bool {
        guard let since = unconfirmed?.since, now - since < Self.memory else { return false }
        return unconfirmed?.commands.remove(identity) != nil
    }

    /// Forgets a command that was not carried out after all.
    mutating func forget(_ memory: Memory) {
        guard known[memory.identity] == memory.since else { return }
        known[memory.identity] = memory.earlier
        if memory.earlier == nil { unconfirmed?.commands.remove(memory.identity) }
    }
}
