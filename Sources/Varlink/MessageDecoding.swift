import FoundationEssentials

/// A message as a value of some type.
func decodeMessage<Value: Decodable>(_ type: Value.Type, from message: ArraySlice<UInt8>) throws -> Value {
    guard isReasonable(message) else { throw ProtocolViolation.malformedMessage }
    return try JSONDecoder().decode(type, from: Data(message))
}

/// The longest spelling of a number that is taken; an Int64 has 20 characters, a Double 24.
private let longestNumber = 64
/// The longest key that is taken, in bytes; no interface has one of half this length.
private let longestKey = 64

/// Whether a message has neither a number nor a key of absurd length.
///
/// Foundation's decoder ends the process on some valid numbers with more than a hundred digits: a precondition in its
/// scanner fails when a whole number beyond 2^53 is spelled in a way that `Decimal` can't parse. And Swift normalises
/// what it hashes, in quadratic time for a run of combining marks: a single key of 32 kB takes half a second.
private func isReasonable(_ message: ArraySlice<UInt8>) -> Bool {
    var isInString = false
    var isEscaped = false
    var numberLength = 0
    var stringLength = 0
    for byte in message {
        if isInString {
            stringLength += 1
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
            (numberLength, stringLength) = (0, 0)
        case UInt8(ascii: ":"):
            if stringLength > longestKey + 1 { return false }
            numberLength = 0
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            numberLength += 1
            if numberLength > longestNumber { return false }
        default: numberLength = 0
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
