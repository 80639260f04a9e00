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

    /// The longest payload, in bytes.
    static let maxPayload = 16 * 1024
    /// The most commands within a second.
    static let maxPerSecond = 20
    /// How long the data of a request is remembered.
    static let memory: Duration = .seconds(60)

    private var second: [Instant] = []
    private var known: [[UInt8]: Instant] = [:]

    /// Judges a command that has arrived.
    ///
    /// - Parameter dismisses: whether it only ends alarms; these commands are never too frequent.
    mutating func judge(
        payload: Int, correlationData: [UInt8]?, dismisses: Bool, at now: Instant
    ) -> Verdict {
        second.removeAll { now - $0 >= .seconds(1) }
        known = known.filter { now - $0.value < Self.memory }
        let isKnown = correlationData.map { known[$0] != nil } ?? false
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
        guard !isKnown else { return .refuse("a command with the same correlation data was carried out a moment ago") }
        if let correlationData { known[correlationData] = now }
        return .carryOut
    }
}
