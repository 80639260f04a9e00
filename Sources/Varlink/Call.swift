/// A method call as it arrived, and the way to its replies.
public struct Call {
    /// The whole name, `interface.Method`.
    public let method: String
    /// The caller takes any number of replies.
    public let wantsMore: Bool
    /// The caller takes no reply at all.
    public let isOneway: Bool
    /// The caller wants to leave the protocol after the reply.
    public let wantsUpgrade: Bool
    private let parameters: (any Decoder)?

    /// Reads one message; unknown top-level keys are ignored.
    public init(_ message: ArraySlice<UInt8>) throws(ProtocolViolation) {
        do {
            self = try decodeMessage(Envelope.self, from: message).call
        } catch {
            throw .malformedMessage
        }
        // Names are compared and looked up; what is longer than any of them is none.
        guard method.utf8.count <= Self.longestName else { throw .malformedMessage }
    }

    private init(method: String, more: Bool, oneway: Bool, upgrade: Bool, parameters: (any Decoder)?) {
        self.method = method
        wantsMore = more
        isOneway = oneway
        wantsUpgrade = upgrade
        self.parameters = parameters
    }

    /// The longest name of a method or an interface, in bytes.
    static let longestName = 255

    /// The method's interface: its name up to the last dot.
    public var interface: String {
        method.lastIndex(of: ".").map { String(method[..<$0]) } ?? ""
    }

    /// The parameters; what is missing, of the wrong type or unknown is refused by its name.
    public func parameters<P: MethodParameters>(as type: P.Type = P.self) throws(ServiceError) -> P {
        do {
            let decoder = try parameters ?? decodeMessage(Raw.self, from: Array("{}".utf8)[...]).decoder
            let known = Set(P.CodingKeys.allCases.map(\.stringValue))
            let given = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            if let unknown = given.sorted().first(where: { !known.contains($0) }) {
                throw ServiceError.invalidParameter(unknown)
            }
            return try P(from: NamingDecoder(decoder))
        } catch {
            throw ServiceError(decoding: error)
        }
    }

    /// One reply, as bytes for the wire; nothing for a oneway call.
    public func reply(_ value: some Encodable, continues: Bool = false) -> [UInt8] {
        isOneway ? [] : Reply.encode(value, continues: continues)
    }

    /// The refusal, as bytes for the wire; nothing for a oneway call.
    public func refusal(_ error: ErrorReply) -> [UInt8] {
        isOneway ? [] : Reply.encode(error)
    }

    /// The message's own shape. The parameters stay undecoded until the method is known.
    private struct Envelope: Decodable {
        enum CodingKeys: CodingKey {
            case method, parameters, more, oneway, upgrade
        }

        let call: Call

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            call = Call(
                method: try container.decode(String.self, forKey: .method),
                more: try container.decodeIfPresent(Bool.self, forKey: .more) ?? false,
                oneway: try container.decodeIfPresent(Bool.self, forKey: .oneway) ?? false,
                upgrade: try container.decodeIfPresent(Bool.self, forKey: .upgrade) ?? false,
                parameters: try container.undecoded(forKey: .parameters))
        }
    }
}
