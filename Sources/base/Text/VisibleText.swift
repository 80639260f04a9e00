/// The rule for names and other lines of text that people give: they consist of characters that can be seen.
package enum VisibleText {
    /// The text without outer spaces, soft hyphens and direction marks, and with U+0020 for each space; nil if nothing of
    /// it can be seen, or if it has an invisible character besides.
    ///
    /// Joiners (U+200C, U+200D) may stand between two visible characters: Persian and Indian scripts and emoji need them.
    package static func of(_ text: String) -> String? {
        var scalars = TypedText.spaced(tidy(text)).unicodeScalars[...]
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        let tidied = String(scalars)
        return hasVisible(tidied) && !hasInvisible(tidied) ? tidied : nil
    }

    /// The text without soft hyphens and direction marks, which are copied unnoticed from pages and messages.
    package static func tidy(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        let dropped: Set<Unicode.Scalar> = ["\u{ad}", "\u{61c}", "\u{200e}", "\u{200f}"]
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !dropped.contains($0) }))
    }

    /// Whether any character is visible on its own; spaces, fillers, marks and the blank braille pattern aren't.
    package static func hasVisible(_ text: String) -> Bool { text.unicodeScalars.contains(where: isVisible) }

    /// Whether any character can't be shown: a control or format character, a joiner that joins nothing, or U+FFFD, which
    /// is what is left of bytes that aren't UTF-8.
    package static func hasInvisible(_ text: String) -> Bool {
        let scalars = withoutFlagTags(Array(text.unicodeScalars))
        return scalars.indices.contains { place in
            guard isJoiner(scalars[place]) else { return !isPrintable(scalars[place]) }
            return place == 0 || place + 1 == scalars.count || !isJoined(scalars[place - 1])
                || !isJoined(scalars[place + 1])
        }
    }

    /// The characters without the tags of flags such as England's: letters that follow a black flag, and their end.
    private static func withoutFlagTags(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var others: [Unicode.Scalar] = []
        var place = 0
        while place < scalars.count {
            others.append(scalars[place])
            place += 1
            guard others.last == "\u{1f3f4}",
                let end = scalars[place...].firstIndex(where: { !("\u{e0020}"..."\u{e007e}").contains($0) }),
                end > place, scalars[end] == "\u{e007f}"
            else { continue }
            place = end + 1
        }
        return others
    }

    /// Whether it decides only how the characters beside it are drawn.
    static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200c}" || scalar == "\u{200d}" }

    /// Whether a joiner can stand beside it. Of marks, a virama is before a joiner in Hindi, and after one in Bengali.
    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: isVisible(scalar)
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator: false
        default: isPrintable(scalar) && !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: scalar != "\u{fffd}"
        }
    }
}
