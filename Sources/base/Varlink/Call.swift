/// A method call that has arrived; encodes its replies.
public struct Call {
    /// The full name, `interface.Method`.
    public let method: String
    /// Whether the caller accepts any number of replies.
    public let wantsMore: Bool
    /// Whether the caller wants no reply.
    public let isOneway: Bool
    /// Whether the caller wants to switch to another protocol after the reply.
    public let wantsUpgrade: Bool
    /// The parameters, decoded once the method is known; nil if there are none.
    private let parameters: JSONReader?

    /// Reads one message; unknown top-level keys are ignored.
    public init(_ message: ArraySlice<UInt8>) throws(ProtocolViolation) {
        let envelope = JSONReader(try JSONDocument(parsing: message))
        do {
            guard let name = try envelope["method"]?.decode(String.self) else {
                throw ProtocolViolation.malformedMessage
            }
            method = name
            wantsMore = try envelope["more"]?.decode(Bool.self) ?? false
            isOneway = try envelope["oneway"]?.decode(Bool.self) ?? false
            wantsUpgrade = try envelope["upgrade"]?.decode(Bool.self) ?? false
            parameters = envelope["parameters"]
        } catch {
            throw .malformedMessage
        }
        // No method has a longer name, so the name needn't be compared with any.
        guard method.utf8.count <= Self.maxNameLength else { throw .malformedMessage }
    }

    /// A call that did not arrive as a message, by the method's name and the JSON object of its parameters.
    public init(method: String, parameters: ArraySlice<UInt8>) throws(ProtocolViolation) {
        guard method.utf8.count <= Self.maxNameLength else { throw .malformedMessage }
        self.method = method
        wantsMore = false
        isOneway = false
        wantsUpgrade = false
        self.parameters = JSONReader(try JSONDocument(parsing: parameters))
    }

    /// The longest name of a method or an interface, in bytes.
    static let maxNameLength = 255

    /// The method's interface: its name up to the last dot.
    public var interface: String {
        method.lastIndex(of: ".").map { String(method[..<$0]) } ?? ""
    }

    /// The decoded parameters; a missing or unknown one, or one of the wrong type, is refused by name.
    public func parameters<P: Decodable>(as type: P.Type = P.self) throws(ServiceError) -> P {
        do {
            var reader = try parameters ?? .none
            reader.refusesUnknownNames = true
            return try P(from: reader)
        } catch {
            throw ServiceError(decoding: error)
        }
    }

    /// One encoded reply; empty for a oneway call.
    public func reply(_ value: some Encodable, continues: Bool = false) -> [UInt8] {
        isOneway ? [] : Reply.encode(value, continues: continues)
    }

    /// An encoded error reply; empty for a oneway call.
    public func refusal(_ error: ErrorReply) -> [UInt8] {
        isOneway ? [] : Reply.encode(error)
    }
}
