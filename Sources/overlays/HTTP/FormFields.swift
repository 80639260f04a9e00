/// Reads the fields of a query or a form (`application/x-www-form-urlencoded`).
package enum FormFields {
    /// The most fields that are read; the others are ignored.
    static let maxCount = 64

    /// The fields as they are written in a link, in ASCII; what needs no escape there has none.
    package static func text(_ fields: [Field]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isAlphanumeric || "-._~:,".contains(character) { return String(character) }
            if character == " " { return "+" }
            return "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
        }.joined()
    }

    /// The fields in order, with their escapes decoded; bytes that are not UTF-8 become U+FFFD.
    package static func parse(_ bytes: [UInt8]) -> [Field] {
        bytes.split(separator: UInt8(ascii: "&"), maxSplits: maxCount).prefix(maxCount).map { part in
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return Field(decode(halves.first ?? []), decode(halves.dropFirst().first ?? []))
        }
    }

    /// `+` is a space, and `%2B` a plus; an incomplete escape stays as it is.
    private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        func digit(_ byte: UInt8?) -> UInt8? {
            byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map(UInt8.init)
        }
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                decoded.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let high = digit(rest.first), let low = digit(rest.dropFirst().first) {
                decoded.append(high << 4 | low)
                rest.removeFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

/// Reads a `Cookie` header (RFC 6265, section 4.2).
enum Cookies {
    /// The most cookies that are read; the others are ignored. Browsers save fewer for a host and its domain together.
    static let maxCount = 1024

    /// The cookies in order; a part without `=` is ignored.
    static func parse(_ header: String) -> [Field] {
        header.utf8.split(separator: UInt8(ascii: ";"), maxSplits: maxCount).prefix(maxCount).compactMap {
            let halves = $0.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = halves.first, let value = halves.dropFirst().first else { return nil }
            return Field(
                String(decoding: trimmed(name), as: UTF8.self), String(decoding: trimmed(value), as: UTF8.self))
        }
    }
}
