/// Removes characters that could control a terminal from text that comes from outside.
package enum PrintableText {
    /// Whether a character could move the cursor, change the terminal's state or hide other text.
    ///
    /// Joiners and the tags of flags are harmless.
    package static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Common characters and the bar don't need a lookup in Unicode's tables.
        case 0x20..<0x7f, 0x2500...0x25ff, 0x200c, 0x200d, 0xe0020...0xe007f: return false
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    package static func of(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7f }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isUnprintable($0) ? "\u{fffd}" : $0 }))
    }

    /// The same JSON value with unprintable characters as `\u` escapes.
    package static func escaped(json: [UInt8]) -> [UInt8] {
        // JSON always escapes control characters below U+0020.
        guard json.contains(where: { $0 >= 0x7f }) else { return json }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(json.count + 64)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            guard isUnprintable(scalar) else {
                escaped += String(scalar).utf8
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16, uppercase: true)
                escaped += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            }
        }
        return escaped
    }
}
