import Varlink

/// The types of an interface in the code, found by decoding each type from a decoder that provides every value and
/// records the requests.
public struct Schema {
    /// The structs and enums inside other types, by name.
    public private(set) var types: [String: WireType] = [:]

    /// No types yet.
    public init() {}

    /// A type's definition, and a value of it without nil.
    public mutating func learn<Value: Decodable>(_ type: Value.Type) throws -> (shape: WireType, sample: Value) {
        let notes = Notes(self)
        let sample = try Value(from: SchemaDecoder(notes: notes))
        self = notes.schema
        let shape = notes.list ?? .record(notes.fields)
        if case .record(let fields) = shape {
            // A property without a coding key is not decoded, and would never be on the wire.
            let properties = Set(Mirror(reflecting: sample).children.compactMap(\.label))
            guard properties == Set(fields.keys) else { throw Problem(description: "\(type) does not decode it all") }
        }
        return (shape, sample)
    }

    /// A type's definition.
    public mutating func shape<Value: Decodable>(of type: Value.Type) throws -> WireType {
        try learn(type).shape
    }

    /// The definition of what a case of an enumeration carries.
    public mutating func shape(ofPayload value: Any) throws -> WireType {
        var fields: [String: WireType] = [:]
        for payload in Mirror(reflecting: value).children {
            for field in Mirror(reflecting: payload.value).children {
                // A sample has a value for each.
                let mirror = Mirror(reflecting: field.value)
                let isNullable = mirror.displayStyle == .optional
                let value = isNullable ? mirror.children.first?.value ?? field.value : field.value
                guard let name = field.label, let type = Swift.type(of: value) as? any Decodable.Type else {
                    throw Problem(description: "\(value) carries something without a name")
                }
                fields[name] = isNullable ? .nullable(try reference(to: type)) : try reference(to: type)
            }
        }
        return .record(fields)
    }

    private mutating func reference<Value: Decodable>(to type: Value.Type) throws -> WireType {
        try mention(type).type
    }

    /// The parameters and the reply of a method.
    public mutating func signature<M: Method>(of method: M.Type) throws -> Signature {
        Signature(parameters: try shape(of: M.Parameters.self), reply: try shape(of: M.Reply.self))
    }

    /// The reference to a type from another type, and a value of it.
    fileprivate mutating func mention<Value: Decodable>(_ type: Value.Type) throws -> (type: WireType, sample: Value) {
        let plain: [(any Decodable, WireType)] = [
            (false, .bool), (0, .int), (Int64(0), .int), (0.0, .float), ("", .string),
        ]
        for (sample, type) in plain {
            if let sample = sample as? Value { return (type, sample) }
        }
        let name = "\(type)"
        if let choice = type as? any (CaseIterable & RawRepresentable).Type {
            let cases = Self.cases(of: choice)
            guard let sample = cases.values.first as? Value else { throw Problem(description: "\(type) has no case") }
            types[name] = .choice(Set(cases.keys))
            return (.named(name), sample)
        }
        let (shape, sample) = try learn(type)
        if case .list = shape { return (shape, sample) }
        types[name] = shape
        return (.named(name), sample)
    }

    private static func cases<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> [String: Any] {
        Dictionary(Choice.allCases.map { ("\($0.rawValue)", $0) }) { first, _ in first }
    }

    /// A type that can't be on the wire.
    public struct Problem: Error, CustomStringConvertible {
        /// The problem, in words.
        public let description: String
    }
}

/// The requests of one type.
private final class Notes {
    var schema: Schema
    var fields: [String: WireType] = [:]
    var list: WireType?
    /// The keys that accept null.
    var nullable: Set<String> = []

    init(_ schema: Schema) {
        self.schema = schema
    }
}

private struct SchemaDecoder: Decoder {
    let notes: Notes
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields(notes: notes))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(notes: notes) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw Schema.Problem(description: "neither a plain type nor a record, a list or a choice")
    }
}

/// A container that has every key, without nulls.
private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: Notes
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }

    /// Only `decodeIfPresent` calls this, so its key is nullable.
    func decodeNil(forKey key: Key) -> Bool {
        notes.nullable.insert(key.stringValue)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let name = key.stringValue
        let (type, sample) = try notes.schema.mention(type)
        notes.fields[name] = notes.nullable.contains(name) ? .nullable(type) : type
        return sample
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        throw Schema.Problem(description: "\(key.stringValue) is nested by hand")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw Schema.Problem(description: "\(key.stringValue) is nested by hand")
    }

    func superDecoder() -> any Decoder { SchemaDecoder(notes: notes) }

    func superDecoder(forKey key: Key) -> any Decoder { SchemaDecoder(notes: notes) }
}

/// A list of one element.
private struct Elements: UnkeyedDecodingContainer {
    let notes: Notes
    let codingPath: [any CodingKey] = []
    let count: Int? = 1
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex == 1 }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        let (type, sample) = try notes.schema.mention(type)
        notes.list = .list(type)
        return sample
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw Schema.Problem(description: "an element is nested by hand")
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Schema.Problem(description: "an element is nested by hand")
    }

    func superDecoder() -> any Decoder { SchemaDecoder(notes: notes) }
}
