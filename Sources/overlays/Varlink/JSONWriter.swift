import CJansson

/// Encodes a value as a JSON document.
struct JSONWriter: Encoder {
    private let place: Place
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The JSON text of a value on one line.
    ///
    /// - Parameter nulls: whether nil fields are written as null rather than left out.
    static func text(of value: some Encodable, nulls: Bool) throws -> [UInt8] {
        let draft = Draft(writesNulls: nulls)
        try value.encode(to: JSONWriter(place: .root(draft)))
        guard draft.isWhole, let root = draft.root else {
            let context = EncodingError.Context(codingPath: [], debugDescription: "JSON can't hold it")
            throw EncodingError.invalidValue(value, context)
        }
        return text(of: root, digits: draft.digits)
    }

    /// With 17 digits, every number is exact.
    static let exactDigits = 17
    /// With 15 digits, decimal numbers are written as people write them: 62.9 rather than 62.899999999999999.
    static let shortDigits = 15

    /// Serialises a value, with numbers of at most so many digits.
    ///
    /// A text too long for the stack buffer is written a second time into memory of its size.
    static func text(of root: JSONValue, digits: Int = exactDigits) -> [UInt8] {
        func write(_ space: UnsafeMutableRawBufferPointer) -> Int {
            let bytes = space.baseAddress?.assumingMemoryBound(to: CChar.self)
            return json_dumpb(root, bytes, space.count, cjansson_one_line(digits))
        }
        let short = withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 1) {
            space -> (text: [UInt8]?, count: Int) in
            let count = write(space)
            guard count <= space.count else { return (nil, count) }
            return (Array(space[..<count]), count)
        }
        return short.text
            ?? Array(unsafeUninitializedCapacity: short.count) { space, count in
                count = min(write(UnsafeMutableRawBufferPointer(space)), short.count)
            }
    }

    fileprivate init(place: Place) {
        self.place = place
    }

    /// Puts a value here, which the document then owns.
    func put(_ value: JSONValue?) {
        place.draft.digits = Self.exactDigits
        place.put(value)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A value may ask for its container more than once, and adds to the same object then.
        KeyedEncodingContainer(ObjectWriter(object: place.object ?? place.put(json_object()), draft: place.draft))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ArrayWriter(array: place.put(json_array()), draft: place.draft)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

/// A document under construction.
private final class Draft {
    fileprivate(set) var root: JSONValue?
    let writesNulls: Bool
    /// Whether all values have been added successfully.
    fileprivate(set) var isWhole = true
    /// The digits of its longest number.
    fileprivate(set) var digits = JSONWriter.shortDigits

    init(writesNulls: Bool) {
        self.writesNulls = writesNulls
    }

    deinit {
        json_decref(root)
    }
}

/// The place of the next value.
private enum Place {
    case root(Draft)
    case member(Draft, of: JSONValue?, name: String)
    case element(Draft, of: JSONValue?, at: Int)

    var draft: Draft {
        switch self {
        case .root(let draft), .member(let draft, _, _), .element(let draft, _, _): draft
        }
    }

    /// The object that was put here; nil if there is none.
    var object: JSONValue? {
        let value =
            switch self {
            case .root(let draft): draft.root
            case .member(_, let object, let name): name.withCBytes { json_object_getn(object, $0, $1) }
            case .element(_, let array, let index): json_array_get(array, index)
            }
        return value?.pointee.type == JSON_OBJECT ? value : nil
    }

    /// Puts a value here, which the document then owns; nil means that memory ran out or JSON has no such value.
    @discardableResult func put(_ value: JSONValue?) -> JSONValue? {
        switch self {
        case .root(let draft):
            json_decref(draft.root)
            draft.root = value
            if value == nil { draft.isWhole = false }
        case .member(let draft, let object, let name):
            // Swift strings are valid UTF-8, so libjansson needn't check them.
            let result = name.withCBytes { json_object_setn_new_nocheck(object, $0, $1, value) }
            if result != 0 { draft.isWhole = false }
        case .element(let draft, let array, let index):
            if json_array_set_new(array, index, value) != 0 { draft.isWhole = false }
        }
        return draft.isWhole ? value : nil
    }
}

extension JSONWriter: SingleValueEncodingContainer {
    func encodeNil() throws { place.put(json_null()) }
    func encode(_ value: Bool) throws { place.put(value ? json_true() : json_false()) }
    func encode(_ value: String) throws { place.put(value.withCBytes { json_stringn_nocheck($0, $1) }) }

    func encode(_ value: Double) throws {
        // The description has the fewest digits with which the number is exact.
        let digits = "\(value)".utf8.count { (48...57).contains($0) }
        if digits > Self.shortDigits { place.draft.digits = Self.exactDigits }
        place.put(json_real(value))
    }
    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }

    /// Satisfies the requirements for all integers.
    func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws {
        guard let number = json_int_t(exactly: value) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "beyond 64 bits"))
        }
        place.put(json_integer(number))
    }
}

private struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: JSONValue?
    let draft: Draft
    var codingPath: [any CodingKey] { [] }

    private func writer(_ key: some CodingKey) -> JSONWriter {
        JSONWriter(place: .member(draft, of: object, name: key.stringValue))
    }

    func encodeNil(forKey key: Key) throws { try writer(key).encodeNil() }
    /// Satisfies the requirements for all types, because scalars are also Encodable.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try value.encode(to: writer(key)) }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try member(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try member(value, key) }

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
        writer(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { writer(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { writer(AnyKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { writer(key) }
}

private struct ArrayWriter: UnkeyedEncodingContainer {
    let array: JSONValue?
    let draft: Draft
    var count: Int { json_array_size(array) }
    var codingPath: [any CodingKey] { [] }

    /// Adds an element, which is null until a value is put there.
    private func element() -> JSONWriter {
        if json_array_append_new(array, json_null()) != 0 { draft.isWhole = false }
        return JSONWriter(place: .element(draft, of: array, at: count - 1))
    }

    func encodeNil() throws { try element().encodeNil() }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: element()) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
    func superEncoder() -> any Encoder { element() }
}
