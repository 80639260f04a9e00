/// The topics of one kitchen: the contract with everything else on the broker.
public struct Topics: Equatable, Sendable {
    /// The beginning of all of them: `eggtimer/3f2a9c01b7d4`.
    public let base: String
    private let kitchenID: String

    /// The values of `status`.
    static let (online, offline) = ("online", "offline")

    /// - Parameters:
    ///   - prefix: `topic` of the configuration.
    ///   - kitchenID: is unique by machine and user.
    public init(prefix: String, kitchenID: String) {
        base = "\(prefix)/\(kitchenID)"
        self.kitchenID = kitchenID
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

    /// The calls of one method, such as `Start`.
    public func call(_ method: String) -> String { "\(base)/call/\(method)" }

    /// The method that a topic calls; nil if it is none of these topics.
    func method(of topic: String) -> String? {
        let start = call("")
        guard topic.hasPrefix(start), !topic.dropFirst(start.count).contains("/") else { return nil }
        return String(topic.dropFirst(start.count))
    }

    /// Whether an answer may be sent to a topic that a client asks for. It must be nobody's command: the bridge may be
    /// allowed to publish where that client isn't.
    func mayAnswer(at topic: String) -> Bool {
        topic.hasPrefix("\(reply)/") && !topic.contains { "+#\0".contains($0) }
    }
}
