/// The answer to a call with a key, which the same call gets once more.
public struct KeptAnswer: Equatable, Sendable {
    /// The method's name and the key.
    public let call: String
    /// The reply or the error, as a JSON object.
    public let reply: String

    /// An answer.
    public init(call: String, reply: String) {
        (self.call, self.reply) = (call, reply)
    }
}
