import FoundationEssentials
import Varlink

/// A method whose parameters have every kind of value, and whose reply returns the received calls.
enum Echo: Method {
    static let name = "org.example.Echo"

    struct Parameters: Codable, Equatable, Sendable {
        var text: String
        var count: Int64?
        var ratio: Double?
        var isLoud: Bool?
        var numbers: [Int]?
    }

    struct Reply: Codable, Equatable {
        var heard: [String]
    }
}

/// An error with a parameter.
struct TooLoud: Codable, Equatable, Sendable {
    var limit: Int
}

/// The call in this text.
func call(_ text: String) throws(ProtocolViolation) -> Call {
    try Call(Array(text.utf8)[...])
}

/// Encoded bytes as text.
func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
}

/// A text repeated this many times.
func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
}
