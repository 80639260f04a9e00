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
