/// Reads the fields of a query or a form (`application/x-www-form-urlencoded`).
public enum FormFields {
    /// The most fields that are read; the others are ignored.
    public static let maxCount = 64

    /// The fields in order, with their escapes decoded; bytes that are not UTF-8 become U+FFFD.
    public static func parse(_ bytes: [UInt8]) -> [Field] {
        bytes.split(separator: UInt8(ascii: "&"), maxSplits: maxCount).prefix(maxCount).map { part in
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return Field(decode(halves.first ?? []), decode(halves.dropFirst().first ?? []))
        }
    }

    /// `+` is a space, and `%2B` a plus; an incomplete escape stays as it is.
    private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                decoded.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexDigit),
                let low = rest.dropFirst().first.flatMap(hexDigit)
            {
                decoded.append(high << 4 | low)
                rest.removeFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

/// The value of a hexadecimal digit; nil for any other byte.
func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Reads a `Cookie` header (RFC 6265, section 4.2).
public enum Cookies {
    /// The most cookies that are read; the others are ignored. Browsers save fewer for a host and its domain together.
    public static let maxCount = 1024

    /// The cookies in order; a part without `=` is ignored.
    public static func parse(_ header: String) -> [Field] {
        header.utf8.split(separator: UInt8(ascii: ";"), maxSplits: maxCount).prefix(maxCount).compactMap {
            let halves = $0.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = halves.first, let value = halves.dropFirst().first else { return nil }
            return Field(
                String(decoding: trimmed(name), as: UTF8.self), String(decoding: trimmed(value), as: UTF8.self))
        }
    }
}
