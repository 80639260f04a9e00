/// A decoder whose errors name the key they are about.
///
/// Foundation's throws errors without a path for numbers that don't fit their type, and a caller would not learn which
/// of its parameters was refused.
struct NamingDecoder: Decoder {
    private let base: any Decoder

    init(_ base: any Decoder) {
        self.base = base
    }

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(NamingContainer(base: try base.container(keyedBy: type)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try base.unkeyedContainer()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try base.singleValueContainer()
    }
}

private struct NamingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool {
        base.contains(key)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try base.decodeNil(forKey: key)
    }

    /// Serves for every type: a scalar is a Decodable like any other.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        do {
            return try base.decode(type, forKey: key)
        } catch let error as DecodingError {
            throw error
        } catch {
            let context = DecodingError.Context(codingPath: codingPath + [key], debugDescription: "\(error)")
            throw DecodingError.dataCorrupted(context)
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try base.nestedContainer(keyedBy: type, forKey: key)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer(forKey: key)
    }

    func superDecoder() throws -> any Decoder {
        try base.superDecoder()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try base.superDecoder(forKey: key)
    }
}
