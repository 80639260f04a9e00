import EggTestSupport
import Testing
import Varlink

@Suite struct JSONWriterTests {
    /// Escapes, the order of names, commas and brackets.
    @Test func libjanssonWritesTheSameText() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<1_000 {
            let written = try encodeJSON(["value": AnyValue(&random, depth: 4)])
            let again = try #require(JSONText(written))
            try #require(text(again.bytes) == text(written))
        }
    }

    @Test func aNumberIsReadBackExactly() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<5_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            try #require(try decodeJSON([Double].self, from: encodeJSON([number])) == [number])
        }
    }
}

/// Any value that JSON can hold, in the ways in which a type can encode itself.
private enum AnyValue: Encodable {
    case null, bool(Bool), whole(Int64), decimal(Double), string(String)
    case array([AnyValue]), dictionary([String: AnyValue]), fields([(Name, AnyValue?)]), nested([(Name, [AnyValue])])

    init(_ random: inout SeededGenerator, depth: Int) {
        let count = Int.random(in: 0...6, using: &random)
        func values(_ random: inout SeededGenerator) -> [AnyValue] {
            (0..<count).map { _ in AnyValue(&random, depth: depth - 1) }
        }
        func names(_ random: inout SeededGenerator) -> [String] {
            var names = Set<String>()
            return (0..<count).map { _ in Self.string(&random, for: .name) }.filter { names.insert($0).inserted }
        }
        switch Int.random(in: depth > 0 ? 0...8 : 0...4, using: &random) {
        case 0: self = .null
        case 1: self = .bool(.random(using: &random))
        case 2: self = .whole(.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random))
        // In binary as well, so that libjansson's 17 digits are the shortest ones.
        case 3: self = .decimal(Double(Int.random(in: -99_999...99_999, using: &random)) / 1024)
        case 4: self = .string(Self.string(&random))
        case 5: self = .array(values(&random))
        case 6: self = .dictionary(Dictionary(zip(names(&random), values(&random))) { $1 })
        case 7:
            self = .fields(
                zip(names(&random), values(&random)).map { name, value in
                    (Name(stringValue: name), Bool.random(using: &random) ? value : nil)
                })
        default: self = .nested(names(&random).map { name in (Name(stringValue: name), values(&random)) })
        }
    }

    private enum Use { case name, value }

    /// Every kind of character: those that are escaped, plain ones, and those of several bytes. A name has no NUL, which
    /// libjansson doesn't read, and no combining characters, which it orders differently.
    private static func string(_ random: inout SeededGenerator, for use: Use = .value) -> String {
        var ranges: [ClosedRange<UInt32>] = [1...0x1f, 0x20...0x7f, 0x61...0x7a, 0xe0...0xff, 0x1f600...0x1f64f]
        if use == .value { ranges.append(0...0x3ff) }
        let range = ranges[Int.random(in: ranges.indices, using: &random)]
        let scalars = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: range, using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .whole(let value): try value.encode(to: encoder)
        case .decimal(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .array(let values): try values.encode(to: encoder)
        case .dictionary(let values): try values.encode(to: encoder)
        case .fields(let fields):
            for (name, value) in fields {
                var container = encoder.container(keyedBy: Name.self)
                try container.encodeIfPresent(value, forKey: name)
            }
            if fields.isEmpty { _ = encoder.container(keyedBy: Name.self) }
        case .nested(let members):
            var container = encoder.container(keyedBy: Name.self)
            for (place, (name, values)) in members.enumerated() {
                switch place % 3 {
                case 0:
                    var inner = container.nestedUnkeyedContainer(forKey: name)
                    for value in values { try inner.encode(value) }
                case 1:
                    var inner = container.nestedContainer(keyedBy: Name.self, forKey: name)
                    for (index, value) in values.enumerated() {
                        try inner.encode(value, forKey: Name(stringValue: "\(index)"))
                    }
                default: try values.encode(to: container.superEncoder(forKey: name))
                }
            }
        }
    }

    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
