import MQTT

/// The messages that the broker has not confirmed: decides when each is sent. It does no I/O.
///
/// Answers outlive the connection, so that each reaches its sender; everything else is published anew on the next one.
struct Outbox {
    typealias Instant = SuspendingClock.Instant

    /// The most messages that are sent without a confirmation.
    static let maxSent = 100
    /// The most answers that may wait; while there are so many, no command is carried out.
    static let maxWaiting = 1000
    /// A broker that takes longer to confirm a retained message may not have kept it: after four seconds without its other
    /// servers, NATS confirms what it has lost.
    static let soonConfirmed: Duration = .seconds(3)

    private struct Item {
        let message: MQTTMessage
        /// Is sent instead, if the broker takes no message as long as the other one.
        let shorter: MQTTMessage?
        let isAnswer: Bool
    }

    private var waiting: [Item] = []
    private var sent: [Int32: (item: Item, at: Instant)] = [:]

    /// How many more answers may wait.
    var room: Int { Self.maxWaiting - waiting.count }

    /// Whether an answer isn't confirmed yet.
    var hasAnswers: Bool { waiting.contains(where: \.isAnswer) || sent.values.contains { $0.item.isAnswer } }

    /// Adds a message. One that is retained replaces an earlier one of its topic.
    mutating func add(_ message: MQTTMessage, shorter: MQTTMessage? = nil, isAnswer: Bool = false) {
        if message.isRetained { waiting.removeAll { $0.message.isRetained && $0.message.topic == message.topic } }
        waiting.append(Item(message: message, shorter: shorter, isAnswer: isAnswer))
    }

    /// Hands over what may be sent now.
    ///
    /// - Parameter send: returns the message's number; nil if it can't be sent.
    mutating func send(at now: Instant = .now, _ send: (MQTTMessage) -> Int32?) {
        while sent.count < Self.maxSent, !waiting.isEmpty {
            let item = waiting.removeFirst()
            if let number = send(item.message) ?? item.shorter.flatMap(send) {
                sent[number] = (item, now)
            }
        }
    }

    /// The broker has taken or refused a message.
    ///
    /// - Returns: whether the broker may not have kept it, although it is retained.
    @discardableResult
    mutating func answered(_ number: Int32, at now: Instant = .now) -> Bool {
        guard let (item, sentAt) = sent.removeValue(forKey: number) else { return false }
        return item.message.isRetained && now - sentAt > Self.soonConfirmed
    }

    /// The connection has ended: answers wait for the next one.
    ///
    /// - Returns: what is dropped.
    @discardableResult
    mutating func disconnected() -> [MQTTMessage] {
        let all = sent.sorted { $0.key < $1.key }.map(\.value.item) + waiting
        (sent, waiting) = ([:], all.filter(\.isAnswer))
        return all.filter { !$0.isAnswer }.map(\.message)
    }
}
