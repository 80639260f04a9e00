import CJansson

/// A JSON object as text, for programs that pass messages on without knowing their types.
public struct JSONText: Codable, Equatable, Sendable {
    /// The text on one line.
    public let bytes: [UInt8]

    /// An empty object.
    public static let none = JSONText(unchecked: Array("{}".utf8))

    /// Reads a text; nil if it is not a JSON object.
    public init?(_ text: [UInt8]) {
        guard let document = try? JSONDocument(parsing: text[...]), document.root.pointee.type == JSON_OBJECT else {
            return nil
        }
        // Another program must not understand it differently, for example if it has a member twice.
        self.init(unchecked: JSONDocument.text(of: document.root))
    }

    /// The parameters of a call, without those that are nil; nil if they can't be encoded.
    public init?(parameters: some Encodable) {
        guard let text = try? JSONWriter.text(of: parameters, nulls: false) else { return nil }
        self.init(text)
    }

    public init(from decoder: any Decoder) throws {
        guard let reader = decoder as? JSONReader, reader.value.pointee.type == JSON_OBJECT else {
            throw DecodingError.typeMismatch(
                JSONText.self, .init(codingPath: decoder.codingPath, debugDescription: "not an object"))
        }
        self.init(unchecked: JSONDocument.text(of: reader.value))
    }

    public func encode(to encoder: any Encoder) throws {
        guard let writer = encoder as? JSONWriter else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "only for messages"))
        }
        writer.append(json: bytes)
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension Client {
    /// Sends a call of a method by its name, with parameters that were checked nowhere, without waiting.
    public func send(_ method: String, _ parameters: JSONText) throws(ClientError) {
        try send(Envelope(method: method, parameters: parameters))
    }

    /// The parameters of the next reply if it has already arrived, else nil; never blocks.
    public func receivedText() throws(ClientError) -> JSONText? { try received(Untyped.self)?.value }

    private enum Untyped: Method {
        static let name = ""
        typealias Parameters = Nothing
        typealias Reply = JSONText
    }
}
