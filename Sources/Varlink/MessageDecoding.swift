import FoundationEssentials

/// A message as a value of some type.
func decodeMessage<Value: Decodable>(_ type: Value.Type, from message: ArraySlice<UInt8>) throws -> Value {
    guard hasReasonableNumbers(message) else { throw ProtocolViolation.malformedMessage }
    return try JSONDecoder().decode(type, from: Data(message))
}

/// The longest spelling of a number that is taken; an Int64 has 20 characters, a Double 24.
private let longestNumber = 64

/// Whether no number in a message is spelled at absurd length.
///
/// Foundation's decoder ends the process on some valid numbers with more than a hundred digits: a precondition in its
/// scanner fails when a whole number beyond 2^53 is spelled in a way that `Decimal` can't parse.
private func hasReasonableNumbers(_ message: ArraySlice<UInt8>) -> Bool {
    var isInString = false
    var isEscaped = false
    var length = 0
    for byte in message {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            continue
        }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            length = 0
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            length += 1
            if length > longestNumber { return false }
        default: length = 0
        }
    }
    return true
}

extension KeyedDecodingContainer {
    /// The value of a key as something that can be decoded later; nil when it is missing or null.
    func undecoded(forKey key: Key) throws -> (any Decoder)? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try superDecoder(forKey: key)
    }
}

/// Any value, undecoded.
struct Raw: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws {
        self.decoder = decoder
    }
}
