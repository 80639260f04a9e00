import MQTT

/// The commands that have waited at the broker while the bridge was away: decides which these are. It does no I/O.
///
/// The bridge sends a mark to itself at each topic of commands. What arrives there before it has waited.
struct Backlog {
    typealias Instant = SuspendingClock.Instant

    /// A command that has waited longer is not carried out.
    static let maxWait: Duration = .seconds(10)
    /// How long a mark may take; a broker can refuse it without a word.
    private static let markTime: Duration = .seconds(30)
    /// The beginning of every mark, also of those that belong to connections before.
    private static let start = "eggmqtt:"

    private var mark: String?
    private var topics: Set<String> = []
    private var end: Instant?
    /// Whether its commands may have waited for too long.
    private(set) var isLate = false

    /// A connection has begun with a session that the broker has kept.
    ///
    /// - Parameters:
    ///   - away: for how long nothing has arrived from the broker; nil if that isn't known.
    ///   - number: a number that no other connection has.
    /// - Returns: the marks to publish.
    mutating func begin(at topics: [String], away: Duration?, number: UInt64, at now: Instant) -> [BridgeMessage] {
        let mark = "\(Self.start)\(number)"
        (self.mark, self.topics, end) = (mark, Set(topics), now + Self.markTime)
        isLate = away.map { $0 > Self.maxWait } ?? true
        return topics.map { BridgeMessage($0, mark) }
    }

    /// Takes a mark; false for any other message.
    mutating func takesMark(_ message: MQTTMessage) -> Bool {
        guard message.payload.starts(with: Self.start.utf8) else { return false }
        if let mark, message.payload.elementsEqual(mark.utf8) { topics.remove(message.topic) }
        return true
    }

    /// Whether the commands that arrive now have waited, which have their mark at this topic.
    func has(_ topic: String, at now: Instant) -> Bool { topics.contains(topic) && end.map { now < $0 } ?? false }

    /// The connection has ended, or the next one has no session.
    mutating func clear() { topics = [] }
}
