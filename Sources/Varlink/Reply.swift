/// Replies as bytes for the wire.
public enum Reply {
    /// A reply with its NUL; `continues` says that another will follow.
    public static func encode(_ value: some Encodable, continues: Bool = false) -> [UInt8] {
        encodeMessage(Envelope(parameters: value, continues: continues ? true : nil))
    }

    /// An error reply with its NUL.
    public static func encode(_ error: ErrorReply) -> [UInt8] {
        encodeMessage(Envelope(error: error.error, parameters: error.parameters))
    }
}

/// An error as it goes over the wire: its full name and its parameters.
public struct ErrorReply: Error {
    /// The full name, `interface.Error`.
    public let error: String
    /// The error's parameters.
    public let parameters: any Encodable & Sendable

    /// The error of this name with these parameters.
    public init(_ name: String, _ parameters: any Encodable & Sendable = Nothing()) {
        error = name
        self.parameters = parameters
    }
}

/// A value as JSON on one line, as in a reply. Keys are sorted, so that the same value has the same bytes.
public func encodeJSON(_ value: some Encodable) throws -> [UInt8] {
    try JSONWriter.text(of: value, nulls: true)
}

/// One message: a JSON object and its NUL.
///
/// A reply has every field, and null where there is nothing: not every language's reader knows which fields may be missing.
/// A call leaves out the parameters that it doesn't give.
func encodeMessage(_ envelope: Envelope) -> [UInt8] {
    do {
        return try JSONWriter.text(of: envelope, nulls: envelope.method == nil) + [0]
    } catch {
        // JSON can't hold infinities and NaN; the client is told so rather than left without a reply.
        return Array(#"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"reply"}}"#.utf8) + [0]
    }
}
