import Varlink

/// The interface `org.varlink.certification`, which uses every type of Varlink.
enum Certification {
    static let interface = "org.varlink.certification"

    static let description = InterfaceDescription(
        name: interface,
        description: """
            interface org.varlink.certification

            type Interface (foo: ?[]?[string](foo, bar, baz), anon: (foo: bool, bar: bool))

            type MyType (
              object: object,
              enum: (one, two, three),
              struct: (first: int, second: string),
              array: []string,
              dictionary: [string]string,
              stringset: [string](),
              nullable: ?string,
              nullable_array_struct: ?[](first: int, second: string),
              interface: Interface
            )

            method Start() -> (client_id: string)
            method Test01(client_id: string) -> (bool: bool)
            method Test02(client_id: string, bool: bool) -> (int: int)
            method Test03(client_id: string, int: int) -> (float: float)
            method Test04(client_id: string, float: float) -> (string: string)
            method Test05(client_id: string, string: string)
              -> (bool: bool, int: int, float: float, string: string)
            method Test06(client_id: string, bool: bool, int: int, float: float, string: string)
              -> (struct: (bool: bool, int: int, float: float, string: string))
            method Test07(client_id: string, struct: (bool: bool, int: int, float: float, string: string))
              -> (map: [string]string)
            method Test08(client_id: string, map: [string]string) -> (set: [string]())
            method Test09(client_id: string, set: [string]()) -> (mytype: MyType)
            # Called with more: ten replies.
            method Test10(client_id: string, mytype: MyType) -> (string: string)
            # Called oneway.
            method Test11(client_id: string, last_more_replies: []string) -> ()
            method End(client_id: string) -> (all_ok: bool)

            error ClientIdError ()
            error CertificationError (wants: object, got: object)

            """)

    struct Four: Codable, Equatable {
        var bool = false
        var int = 2
        var float = Double.pi
        var string = "a lot of string"
    }

    struct Pair: Codable, Equatable {
        var first = 1
        var second = "2"
    }

    enum Count: String, Codable { case one, two, three }

    enum Foo: String, Codable { case foo, bar, baz }

    struct Interface: Codable, Equatable {
        struct Anon: Codable, Equatable {
            var foo = true
            var bar = false
        }

        var foo: [[String: Foo]?]? = [nil, ["foo": .foo, "bar": .bar], nil, ["one": .foo, "two": .bar]]
        var anon = Anon()
    }

    struct MyType: Codable, Equatable {
        var object: AnyJSON = .object(["method": .string("Test09"), "list": .array([.int(1), .double(0.5), .null])])
        var `enum` = Count.two
        var `struct` = Pair()
        var array = ["one", "two", "three"]
        var dictionary = ["foo": "Foo", "bar": "Bar"]
        var stringset = ["one": Nothing(), "two": Nothing(), "three": Nothing()]
        var nullable: String?
        var nullable_array_struct: [Pair]?
        var interface = Interface()
    }
}

/// Any JSON value.
enum AnyJSON: Codable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([AnyJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: AnyJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
