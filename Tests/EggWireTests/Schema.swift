import Varlink

/// The types of an interface as the code has them: found by decoding each from a decoder that says yes to everything
/// and remembers what it has been asked for.
struct Schema {
    /// The structs and enums met within others, by their names.
    private(set) var types: [String: WireType] = [:]

    /// A type's own shape, and a value of it with nothing left out.
    mutating func learn<Value: Decodable>(_ type: Value.Type) throws -> (shape: WireType, sample: Value) {
        let notes = Notes(self)
        let sample = try Value(from: SchemaDecoder(notes: notes))
        self = notes.schema
        let shape = notes.list ?? .record(notes.fields)
        if case .record(let fields) = shape {
            // A property without a coding key is not asked for, and would never reach the wire.
            let properties = Set(Mirror(reflecting: sample).children.compactMap(\.label))
            guard properties == Set(fields.keys) else { throw Problem(description: "\(type) does not decode it all") }
        }
        return (shape, sample)
    }

    /// A type's own shape.
    mutating func shape<Value: Decodable>(of type: Value.Type) throws -> WireType {
        try learn(type).shape
    }

    /// What a method takes and replies.
    mutating func signature<M: Method>(of method: M.Type) throws -> Signature {
        Signature(parameters: try shape(of: M.Parameters.self), reply: try shape(of: M.Reply.self))
    }

    /// What stands for a type where another one has it, and a value of it.
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

    /// A type that has no place on the wire.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }
}

/// What one type has asked for.
private final class Notes {
    var schema: Schema
    var fields: [String: WireType] = [:]
    var list: WireType?
    /// The keys for which null would have been taken.
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

/// Every key is there, and none is null.
private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: Notes
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }

    /// Asked by `decodeIfPresent` alone: this is what makes a field nullable.
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
