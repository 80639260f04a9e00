/// Computes how many cells of a terminal a text takes.
///
/// Where terminals disagree, it is the most that any of them takes: some join emoji, and others don't.
package enum TextWidth {
    /// The cells of a text.
    package static func of(_ text: String) -> Int {
        var (width, previous): (Int, Unicode.Scalar?) = (0, nil)
        for scalar in text.unicodeScalars {
            width += of(scalar, after: previous)
            previous = scalar
        }
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
            left -= of(scalar, after: cut.last)
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
    package static func of(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar? = nil) -> Int {
        switch scalar.value {
        // It asks for an emoji, for which some terminals take a second cell.
        case 0xfe0f:
            guard let previous, previous.properties.isEmoji, of(previous) == 1 else { return 0 }
            return 1
        // Common characters and the bar don't need a lookup in tables.
        case 0..<0x300, 0x2500...0x259f: return 1
        // Joiners and the tags of flags take no cells even in terminals that don't join emoji.
        case 0x200c, 0x200d, 0xe0020...0xe007f: return 0
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: 0
        default: isWide(scalar) ? 2 : 1
        }
    }

    /// Whether all terminals take the same number of cells: not for emoji, which some join, nor for the scripts between
    /// Greek and Chinese, whose characters change with their neighbours.
    static func isCertain(_ text: String) -> Bool {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return true }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x590, 0x2500...0x259f: true
            case 0x590..<0x1100, 0x1160..<0x1e00, 0x200c...0x200d, 0x20d0...0x20ff, 0xfe00...0xfe0f: false
            default: !scalar.properties.isEmoji
            }
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
