/// Computes how many cells of a terminal a text takes.
package enum TextWidth {
    /// The cells of a text.
    package static func of(_ text: String) -> Int {
        var width = 0
        for scalar in text.unicodeScalars { width += of(scalar) }
        return width
    }

    /// The text with spaces after it.
    package static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - of(text)))
    }

    /// The text with spaces before it.
    package static func padLeft(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - of(text))) + text
    }

    /// The text cut to a width, with an ellipsis at the end if something was cut off.
    package static func cut(_ text: String, to width: Int, ellipsis: String) -> String {
        guard of(text) > width else { return text }
        var left = width - of(ellipsis)
        guard left >= 0 else { return "" }
        var cut = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            left -= of(scalar)
            if left < 0 { break }
            cut.append(scalar)
        }
        return String(cut) + ellipsis
    }

    /// The text in so many lines at most, divided at spaces; the last line has the rest, even if it is wider.
    package static func lines(_ text: String, width: Int, limit: Int) -> [String] {
        var (done, line) = ([String](), "")
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if of(longer) > width, !line.isEmpty, done.count + 1 < limit {
                done.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        return done + [line]
    }

    /// How many cells a character takes; 0 for a mark on the one before it.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // Common characters and the bar don't need a lookup in tables.
        case 0..<0x300, 0x2500...0x259f: return 1
        // Joiners take no cells even in terminals that don't join emoji.
        case 0x200c, 0x200d: return 0
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: 0
        default: isWide(scalar) ? 2 : 1
        }
    }

    /// Whether it is an East Asian wide character or emoji, by block (Unicode's EastAsianWidth W and F).
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isEmojiPresentation { return true }
        switch scalar.value {
        case 0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3,
            0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18dff,
            0x1aff0...0x1b2ff, 0x1f200...0x1f265, 0x1f300...0x1f64f, 0x1f900...0x1faff, 0x20000...0x3fffd:
            return true
        default: return false
        }
    }
}
