/// Encodes replies for the wire.
public enum Reply {
    /// A reply with its NUL; `continues` announces another one.
    public static func encode(_ value: some Encodable, continues: Bool = false) -> [UInt8] {
        encodeMessage(Envelope(parameters: value, continues: continues ? true : nil))
    }

    /// An error reply with its NUL.
    public static func encode(_ error: ErrorReply) -> [UInt8] {
        encodeMessage(Envelope(error: error.error, parameters: error.parameters))
    }
}

/// An error reply: the error's full name and its parameters.
public struct ErrorReply: Error {
    /// The full name, `interface.Error`.
    public let error: String
    /// The error's parameters.
    public let parameters: any Encodable & Sendable

    /// An error with this name and these parameters.
    public init(_ name: String, _ parameters: any Encodable & Sendable = Nothing()) {
        error = name
        self.parameters = parameters
    }

    /// A case of an enumeration that is encoded as an object whose only member has the error's name.
    public init(_ error: some Encodable, of interface: String) {
        guard let text = try? encodeJSON(error),
            let (name, parameters) = try? decodeJSON([String: JSONText].self, from: text).first
        else {
            // JSON has no infinities or NaN.
            self = ServiceError.invalidParameter("reply").reply
            return
        }
        self.init("\(interface).\(name)", parameters)
    }
}

/// A value as JSON on one line, as in a reply; keys are sorted, so that equal values have equal bytes.
public func encodeJSON(_ value: some Encodable) throws -> [UInt8] {
    try JSONWriter.text(of: value, nulls: true)
}

/// Two values whose fields are those of one object.
public struct Together<First: Encodable, Second: Encodable>: Encodable {
    /// The value whose fields come first.
    public let first: First
    /// The value beside it.
    public let second: Second

    /// The fields of both.
    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    public func encode(to encoder: any Encoder) throws {
        try first.encode(to: encoder)
        try second.encode(to: encoder)
    }
}

/// A value from JSON; throws if the text is not JSON or does not have the value's fields.
public func decodeJSON<Value: Decodable>(_ type: Value.Type = Value.self, from text: [UInt8]) throws -> Value {
    try Value(from: JSONReader(try JSONDocument(parsing: text[...])))
}

/// One message: a JSON object and its NUL.
///
/// A reply has all fields, with null for nil, because not every client library allows missing fields. A call omits
/// parameters that are nil.
func encodeMessage(_ envelope: Envelope) -> [UInt8] {
    do {
        return try JSONWriter.text(of: envelope, nulls: envelope.method == nil) + [0]
    } catch {
        // JSON has no infinities or NaN; the client gets an error instead of no reply.
        return Array(#"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"reply"}}"#.utf8) + [0]
    }
}
