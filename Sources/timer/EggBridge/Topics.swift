/// The topics of one kitchen: the contract with everything else on the broker.
public struct Topics: Equatable, Sendable {
    /// The beginning of all of them: `eggtimer/3f2a9c01b7d4`.
    public let base: String
    private let prefix: String
    private let kitchenID: String

    static let (online, offline) = ("online", "offline")

    /// - Parameters:
    ///   - prefix: `topic` of the configuration.
    ///   - kitchenID: is unique by machine and user.
    public init(prefix: String, kitchenID: String) {
        base = "\(prefix)/\(kitchenID)"
        (self.prefix, self.kitchenID) = (prefix, kitchenID)
    }

    /// The topics of another kitchen with the same prefix; `+` means all of them.
    func of(_ kitchen: String) -> Topics { Topics(prefix: prefix, kitchenID: kitchen) }

    /// The kitchen of a topic with the same prefix, and what follows it there; nil if it is this one, or no topic of a kitchen.
    func other(_ topic: String) -> (kitchen: String, place: String)? {
        let start = "\(prefix)/"
        guard topic.hasPrefix(start), let end = topic.dropFirst(start.count).firstIndex(of: "/") else { return nil }
        let id = String(topic[..<end].dropFirst(start.count))
        return id != kitchenID && Self.isKitchenID(id) ? (id, String(topic[end...].dropFirst())) : nil
    }

    static func isKitchenID(_ text: String) -> Bool {
        text.utf8.count == 12 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// `online` or `offline`; retained, and the last will.
    public var status: String { "\(base)/status" }
    /// All timers at each change; retained.
    public var timers: String { "\(base)/timers" }
    /// Each event as it happens.
    public var event: String { "\(base)/event" }
    /// Why an alarm would not be heard, or empty; retained.
    public var sound: String { "\(base)/sound" }
    /// A line as one types it after `eggctl`.
    public var command: String { "\(base)/command" }
    /// The calls of all methods, to subscribe to.
    public var calls: String { call("+") }
    /// Where the bridge marks for itself which calls have waited; no method has this name.
    var mark: String { call("-") }
    /// The replies to calls that name no topic of their own.
    public var reply: String { "\(base)/reply" }

    /// All answers, to subscribe to.
    var replies: String { "\(reply)/#" }

    /// Where kitchens with this id have their status whose prefix is another one, of at most two parts.
    var ofOtherPrefixes: [String] { ["+", "+/+"].map { "\($0)/\(kitchenID)/status" } }

    /// The topics of this kitchen with another prefix, which a topic of its status has; nil for other topics.
    func ofOtherPrefix(status topic: String) -> Topics? {
        let end = "/\(kitchenID)/status"
        return topic.hasSuffix(end) && topic != status
            ? Topics(prefix: String(topic.dropLast(end.count)), kitchenID: kitchenID) : nil
    }

    /// The messages that remove what is retained at these topics.
    var removals: [BridgeMessage] { [timers, sound, status].map { BridgeMessage($0, "", isRetained: true) } }

    /// Where a kitchen that follows this one asks for the timers as they are now.
    var ask: String { "\(base)/ask" }

    func answer(to question: Question) -> String { "\(reply)/\(question.reply)" }

    /// The calls of one method, such as `Start`.
    public func call(_ method: String) -> String { "\(base)/call/\(method)" }

    /// The method that a topic calls; nil if it is none of these topics.
    func method(of topic: String) -> String? {
        let start = call("")
        guard topic.hasPrefix(start), !topic.dropFirst(start.count).contains("/") else { return nil }
        return String(topic.dropFirst(start.count))
    }

    /// Whether an answer may be sent to a topic that a client asks for. It must be nobody's command: the bridge may be
    /// allowed to publish where that client isn't. Nor may it be one for which a broker ends the connection, as mosquitto
    /// does for more than 200 levels: the answer would be sent again on each connection.
    func mayAnswer(at topic: String) -> Bool {
        topic.hasPrefix("\(reply)/") && topic.utf8.count <= reply.utf8.count + Self.maxAnswerPlace
            && !topic.unicodeScalars.contains { "+#\u{7f}".unicodeScalars.contains($0) || $0.value < 32 }
    }

    /// The most bytes that a topic for an answer has after `reply`.
    private static let maxAnswerPlace = 128
}

/// One message for the broker; all are sent with QoS 1, so that a refusal is noticed.
public struct BridgeMessage: Equatable, Sendable {
    /// The whole topic.
    public let topic: String
    /// The text, mostly JSON; an empty retained one removes what the broker has retained.
    public let payload: String
    /// Whether the broker hands it to clients that subscribe later.
    public let isRetained: Bool

    /// A message with these values.
    public init(_ topic: String, _ payload: String, isRetained: Bool = false) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }
}
