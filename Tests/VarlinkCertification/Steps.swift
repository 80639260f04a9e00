import Varlink

/// The methods in order; each step receives the reply of the previous one.
extension Certification {
    enum Start: Method {
        static let name = "\(interface).Start"
        typealias Parameters = Nothing
        struct Reply: Codable { var client_id: String }
    }

    /// The parameters of a step with a single value, which is taken from the previous reply.
    enum Test01: Method {
        static let name = "\(interface).Test01"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
        }
        struct Reply: Codable { var bool = true }
    }

    enum Test02: Method {
        static let name = "\(interface).Test02"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var bool = true
        }
        struct Reply: Codable { var int = 1 }
    }

    enum Test03: Method {
        static let name = "\(interface).Test03"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var int = 1
        }
        struct Reply: Codable { var float = 1.0 }
    }

    enum Test04: Method {
        static let name = "\(interface).Test04"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var float = 1.0
        }
        struct Reply: Codable { var string = "ping" }
    }

    enum Test05: Method {
        static let name = "\(interface).Test05"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var string = "ping"
        }
        typealias Reply = Four
    }

    enum Test06: Method {
        static let name = "\(interface).Test06"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var bool = false
            var int = 2
            var float = Double.pi
            var string = "a lot of string"
        }
        struct Reply: Codable { var `struct` = Four() }
    }

    enum Test07: Method {
        static let name = "\(interface).Test07"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var `struct` = Four()
        }
        struct Reply: Codable { var map = ["foo": "Foo", "bar": "Bar"] }
    }

    enum Test08: Method {
        static let name = "\(interface).Test08"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var map = ["foo": "Foo", "bar": "Bar"]
        }
        struct Reply: Codable { var set = ["one": Nothing(), "two": Nothing(), "three": Nothing()] }
    }

    enum Test09: Method {
        static let name = "\(interface).Test09"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var set = ["one": Nothing(), "two": Nothing(), "three": Nothing()]
        }
        struct Reply: Codable { var mytype = MyType() }
    }

    enum Test10: Method {
        static let name = "\(interface).Test10"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var mytype = MyType()
        }
        struct Reply: Codable { var string: String }
        static let replies = (1...10).map { "Reply number \($0)" }
    }

    enum Test11: Method {
        static let name = "\(interface).Test11"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
            var last_more_replies = Test10.replies
        }
        typealias Reply = Nothing
    }

    enum End: Method {
        static let name = "\(interface).End"
        struct Parameters: Codable, Equatable, Sendable {
            var client_id: String
        }
        struct Reply: Codable { var all_ok = true }
    }
}
