import Varlink

/// The interface `org.varlink.certification`, which uses every type of Varlink.
enum Certification {
    struct ClientID: Codable { var client_id: String }

    struct Four: Codable {
        var bool: Bool
        var int: Int
        var float: Double
        var string: String
    }

    struct Pair: Codable {
        var first: Int
        var second: String
    }

    enum Count: String, Codable { case one, two, three }

    enum Foo: String, Codable { case foo, bar, baz }

    struct Interface: Codable {
        struct Anon: Codable {
            var foo: Bool
            var bar: Bool
        }

        var foo: [[String: Foo]?]?
        var anon: Anon
    }

    struct MyType: Codable {
        var object: AnyJSON
        var `enum`: Count
        var `struct`: Pair
        var array: [String]
        var dictionary: [String: String]
        var stringset: [String: Nothing]
        var nullable: String?
        var nullable_array_struct: [Pair]?
        var interface: Interface
    }

    // MARK: The methods in their order

    enum Start: Method {
        static let name = "org.varlink.certification.Start"
        typealias Parameters = Nothing
        typealias Reply = ClientID
    }

    enum Test01: Method {
        static let name = "org.varlink.certification.Test01"
        typealias Parameters = ClientID
        struct Reply: Codable { var bool: Bool }
    }

    enum Test02: Method {
        static let name = "org.varlink.certification.Test02"
        struct Parameters: Codable {
            var client_id: String
            var bool: Bool
        }
        struct Reply: Codable { var int: Int }
    }

    enum Test03: Method {
        static let name = "org.varlink.certification.Test03"
        struct Parameters: Codable {
            var client_id: String
            var int: Int
        }
        struct Reply: Codable { var float: Double }
    }

    enum Test04: Method {
        static let name = "org.varlink.certification.Test04"
        struct Parameters: Codable {
            var client_id: String
            var float: Double
        }
        struct Reply: Codable { var string: String }
    }

    enum Test05: Method {
        static let name = "org.varlink.certification.Test05"
        struct Parameters: Codable {
            var client_id: String
            var string: String
        }
        typealias Reply = Four
    }

    enum Test06: Method {
        static let name = "org.varlink.certification.Test06"
        struct Parameters: Codable {
            var client_id: String
            var bool: Bool
            var int: Int
            var float: Double
            var string: String
        }
        struct Reply: Codable { var `struct`: Four }
    }

    enum Test07: Method {
        static let name = "org.varlink.certification.Test07"
        struct Parameters: Codable {
            var client_id: String
            var `struct`: Four
        }
        struct Reply: Codable { var map: [String: String] }
    }

    enum Test08: Method {
        static let name = "org.varlink.certification.Test08"
        struct Parameters: Codable {
            var client_id: String
            var map: [String: String]
        }
        struct Reply: Codable { var set: [String: Nothing] }
    }

    enum Test09: Method {
        static let name = "org.varlink.certification.Test09"
        struct Parameters: Codable {
            var client_id: String
            var set: [String: Nothing]
        }
        struct Reply: Codable { var mytype: MyType }
    }

    enum Test10: Method {
        static let name = "org.varlink.certification.Test10"
        struct Parameters: Codable {
            var client_id: String
            var mytype: MyType
        }
        struct Reply: Codable { var string: String }
    }

    enum Test11: Method {
        static let name = "org.varlink.certification.Test11"
        struct Parameters: Codable {
            var client_id: String
            var last_more_replies: [String]
        }
        typealias Reply = Nothing
    }

    enum End: Method {
        static let name = "org.varlink.certification.End"
        typealias Parameters = ClientID
        struct Reply: Codable { var all_ok: Bool }
    }
}

/// Any JSON value.
enum AnyJSON: Codable {
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
