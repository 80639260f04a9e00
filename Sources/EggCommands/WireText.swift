import EggWire

/// The door through which text from outside reaches a terminal: no character gets through that could control one.
enum WireText {
    /// Whether a character could move a cursor, change a terminal's state or hide what stands beside it.
    ///
    /// The joiner of emoji is harmless.
    static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Most of what is shown, and a bar: these need no look into Unicode's tables.
        case 0x20..<0x7f, 0x2500...0x25ff, 0x200d: return false
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// A line with the colours that `Style` puts into it, and nothing else that is unprintable.
    static func printable(painted text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7f }) else { return text }
        var shown = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1b}", let sequence = Style.sequences.first(where: { rest.starts(with: $0) }) {
                shown.append(scalar)
                shown.append(contentsOf: sequence)
                rest.removeFirst(sequence.count)
            } else {
                shown.append(isUnprintable(scalar) ? "\u{fffd}" : scalar)
            }
        }
        return String(shown)
    }

    /// The text of a JSON value, with unprintable characters as `\u` escapes: the same value, safe to show.
    static func escaped(json: [UInt8]) -> [UInt8] {
        // Control characters below U+0020 are always escaped in JSON.
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

/// Text from outside, safe to show: what could control a terminal is replaced.
func printable(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7f }) else { return text }
    return String(
        String.UnicodeScalarView(text.unicodeScalars.map { WireText.isUnprintable($0) ? "\u{fffd}" : $0 }))
}
