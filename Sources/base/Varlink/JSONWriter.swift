/// Encodes a value as JSON by appending to one text.
///
/// A value is complete when its `encode(to:)` returns, and a nested container when the one around it is used again.
struct JSONWriter: Encoder {
    fileprivate let draft: SharedDraft
    /// How many objects and arrays are around the value.
    fileprivate let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The JSON text of a value on one line, with sorted names; fields that are nil are null with `nulls`, else left out.
    static func text(of value: some Encodable, nulls: Bool) throws -> [UInt8] {
        let draft = SharedDraft(writesNulls: nulls)
        try draft.encode(value)
        return draft.text.bytes
    }

    func append(json: [UInt8]) {
        draft.text.append(json)
    }

    // A value that asks for its container again adds to the same object.

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if draft.text.depth == depth { draft.text.open(isObject: true) }
        return KeyedEncodingContainer(ObjectWriter(draft: draft, depth: depth + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if draft.text.depth == depth { draft.text.open(isObject: false) }
        return ArrayWriter(draft: draft, depth: depth + 1)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONWriter: SingleValueEncodingContainer {
    func encodeNil() throws { draft.text.append("null".utf8) }
    func encode(_ value: Bool) throws { draft.text.append((value ? "true" : "false").utf8) }
    func encode(_ value: String) throws { draft.text.append(quoted: value) }
    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }

    /// Writes the fewest digits with which the number is exact: 62.9 rather than 62.899999999999999.
    func encode(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON can't hold it"))
        }
        draft.text.append(value.description.utf8)
    }

    /// Satisfies the requirements for all integers.
    func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws {
        guard let number = Int64(exactly: value) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "beyond 64 bits"))
        }
        draft.text.append(number.description.utf8)
    }
}

/// The text to which all writers of a value append.
private final class SharedDraft {
    var text = JSONDraft()
    let writesNulls: Bool

    init(writesNulls: Bool) {
        self.writesNulls = writesNulls
    }

    var writer: JSONWriter { JSONWriter(draft: self, depth: text.depth) }

    func encode(_ value: some Encodable) throws {
        let (writer, start) = (writer, text.bytes.count)
        try value.encode(to: writer)
        text.close(to: writer.depth)
        // The documentation of Encoder demands an empty object for a value that encodes nothing.
        if text.bytes.count == start { text.append("{}".utf8) }
    }
}

private struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let draft: SharedDraft
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    private func writer(_ name: String) -> JSONWriter {
        draft.text.beginMember(name, at: depth)
        return draft.writer
    }

    func encodeNil(forKey key: Key) throws { try writer(key.stringValue).encodeNil() }

    /// Satisfies the requirements for all types, because scalars are also Encodable.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        draft.text.beginMember(key.stringValue, at: depth)
        try draft.encode(value)
    }

    // No message has a field of another number that can be nil.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try member(value, key) }

    private func member<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value {
            try encode(value, forKey: key)
        } else if draft.writesNulls {
            try encodeNil(forKey: key)
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        writer(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        writer(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { writer("super") }
    func superEncoder(forKey key: Key) -> any Encoder { writer(key.stringValue) }
}

private struct ArrayWriter: UnkeyedEncodingContainer {
    let draft: SharedDraft
    let depth: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    private mutating func writer() -> JSONWriter {
        draft.text.beginElement(at: depth)
        count += 1
        return draft.writer
    }

    mutating func encodeNil() throws { try writer().encodeNil() }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        draft.text.beginElement(at: depth)
        count += 1
        try draft.encode(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        writer().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { writer().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { writer() }
}
