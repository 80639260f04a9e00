import CJansson

/// Decodes one value of a document; its errors name the invalid member.
struct JSONReader: Decoder {
    /// The document that owns the value.
    let document: JSONDocument
    let value: JSONValue
    var codingPath: [any CodingKey] = []
    /// Whether the object can't have members that are not read.
    var refusesUnknownNames = false
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ document: JSONDocument) {
        self.init(document: document, value: document.root)
    }

    fileprivate init(document: JSONDocument, value: JSONValue, codingPath: [any CodingKey] = []) {
        self.document = document
        self.value = value
        self.codingPath = codingPath
    }

    /// A reader of an empty object.
    static var none: JSONReader {
        get throws(ProtocolViolation) { JSONReader(try JSONDocument(owning: json_object())) }
    }

    /// The member with this name; nil if it is missing or null.
    subscript(_ name: String) -> JSONReader? {
        guard let member = find(name, in: value), member.pointee.type != JSON_NULL else { return nil }
        return JSONReader(document: document, value: member)
    }

    /// The names of an object's members in order; nil if it is not an object.
    var names: [String]? {
        guard value.pointee.type == JSON_OBJECT else { return nil }
        var names: [String] = []
        var place = json_object_iter(value)
        while let here = place {
            if let name = json_object_iter_key(here) { names.append(String(cString: name)) }
            place = json_object_iter_next(value, here)
        }
        return names
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard value.pointee.type == JSON_OBJECT else { throw mismatch(type) }
        if refusesUnknownNames {
            // All known names are ASCII. An attacker could choose others that take very long to compare.
            let unknown = (names ?? []).filter { !$0.utf8.allSatisfy { $0 < 0x80 } || Key(stringValue: $0) == nil }
            if let first = unknown.min(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                throw ServiceError.invalidParameter(first)
            }
        }
        return KeyedDecodingContainer(ObjectReader(object: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard value.pointee.type == JSON_ARRAY else { throw mismatch([Any].self) }
        return ArrayReader(array: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "of another type"))
    }
}

extension JSONReader: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.pointee.type == JSON_NULL }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch value.pointee.type {
        case JSON_TRUE: return true
        case JSON_FALSE: return false
        default: throw mismatch(type)
        }
    }

    func decode(_ type: String.Type) throws -> String {
        guard let bytes = json_string_value(value) else { throw mismatch(type) }
        // The string can contain NULs.
        let text = UnsafeRawBufferPointer(start: bytes, count: json_string_length(value))
        return String(decoding: text, as: UTF8.self)
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch value.pointee.type {
        case JSON_INTEGER: return Double(json_integer_value(value))
        case JSON_REAL: return json_real_value(value)
        default: throw mismatch(type)
        }
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    /// Satisfies the requirements for all integers.
    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        let whole: Value? =
            switch value.pointee.type {
            case JSON_INTEGER: Value(exactly: json_integer_value(value))
            // 5.0 and 5e0 are 5. Beyond 2^53, a double can differ from the number in the text.
            case JSON_REAL where abs(json_real_value(value)) <= 0x1p53: Value(exactly: json_real_value(value))
            default: nil
            }
        guard let whole else { throw mismatch(type) }
        return whole
    }
}

private func find(_ name: String, in object: JSONValue) -> JSONValue? {
    name.withCBytes { json_object_getn(object, $0, $1) }
}

private struct ObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONReader
    var codingPath: [any CodingKey] { object.codingPath }

    var allKeys: [Key] { (object.names ?? []).compactMap(Key.init(stringValue:)) }

    private func member(_ key: Key) throws -> JSONReader {
        guard let value = find(key.stringValue, in: object.value) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "missing"))
        }
        return JSONReader(document: object.document, value: value, codingPath: codingPath + [key])
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue, in: object.value) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
    /// Satisfies the requirements for all types, because scalars are also Decodable.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: member(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { object }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct ArrayReader: UnkeyedDecodingContainer {
    let array: JSONReader
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { array.codingPath }

    var count: Int? { json_array_size(array.value) }
    var isAtEnd: Bool { currentIndex >= json_array_size(array.value) }

    init(array: JSONReader) {
        self.array = array
    }

    private func element() throws -> JSONReader {
        guard let value = json_array_get(array.value, currentIndex) else {
            throw DecodingError.valueNotFound(Any.self, .init(codingPath: codingPath, debugDescription: "at the end"))
        }
        return JSONReader(document: array.document, value: value, codingPath: codingPath)
    }

    mutating func decodeNil() throws -> Bool {
        guard try element().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try Value(from: element())
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let element = try element()
        currentIndex += 1
        return element
    }
}
