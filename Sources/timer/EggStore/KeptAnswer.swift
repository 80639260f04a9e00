/// The answer to a call with a key, which the same call gets once more.
package struct KeptAnswer: Equatable, Sendable {
    /// The method's name and the key.
    package let call: String
    /// The reply or the error, as a JSON object.
    package let reply: String

    package init(call: String, reply: String) {
        (self.call, self.reply) = (call, reply)
    }
}
