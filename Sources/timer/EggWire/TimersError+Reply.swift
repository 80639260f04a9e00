import Varlink

extension TimersError {
    /// The error reply to send.
    public var reply: ErrorReply { ErrorReply(self, of: Timers.interface) }

    /// The error in a reply; nil if it doesn't belong to this interface.
    public init?(_ error: RemoteError) {
        self.init(error.name, error.parameters(as: JSONText.self) ?? .none)
    }

    /// The error with this full name and these parameters; nil if it doesn't belong to this interface.
    public init?(_ name: String, _ parameters: JSONText) {
        let prefix = "\(Timers.interface)."
        guard name.hasPrefix(prefix), let text = try? encodeJSON([String(name.dropFirst(prefix.count)): parameters]),
            let error = try? decodeJSON(TimersError.self, from: text)
        else { return nil }
        self = error
    }
}
