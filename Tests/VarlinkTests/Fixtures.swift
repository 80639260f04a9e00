import FoundationEssentials
import Varlink

/// A method whose parameters have every kind of value, and whose reply says what has been heard.
enum Echo: Method {
    static let name = "org.example.Echo"

    struct Parameters: MethodParameters, Equatable {
        enum CodingKeys: CodingKey, CaseIterable {
            case text, count, ratio, isLoud, numbers
        }

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

/// A refusal with something to say about itself.
struct TooLoud: Codable, Equatable, Sendable {
    var limit: Int
}

/// The call that stands in this text.
func call(_ text: String) throws(ProtocolViolation) -> Call {
    try Call(Array(text.utf8)[...])
}

/// Bytes for the wire as text.
func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
}

/// A text so often.
func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
}
