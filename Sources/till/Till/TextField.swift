/// Checks of texts that people type.
public enum TextField {
    /// The most characters of a name, a colour, or the senders.
    public static let nameLimit = 100
    /// The most characters of a message.
    public static let messageLimit = 2000
    /// A character can consist of any number of code points; this many bytes each are enough for every script.
    private static let bytesPerCharacter = 32

    /// Text with outer spaces removed and lines ended by a line feed alone.
    public static func tidy(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return lineFeeds(String(scalars))
    }

    /// The same text with lines ended by a line feed alone.
    static func lineFeeds(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\r" {
                result.append("\n")
            } else if scalar != "\n" || previous != "\r" {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }

    /// Whether a character alone can be seen; fillers and the blank pattern of Braille can't, though they are letters.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
    }

    /// The problem of a text that must be given; nil if it can be used.
    ///
    /// - Parameters:
    ///   - subject: the text in a sentence, such as "the message".
    ///   - isMultiline: whether it can have line feeds and tabs.
    ///   - mayBeBlank: whether nothing but spaces is accepted, as while one types.
    public static func problem(
        _ field: String, _ text: String, _ subject: String, limit: Int = nameLimit, isMultiline: Bool = false,
        mayBeBlank: Bool = false
    ) -> FieldProblem? {
        guard mayBeBlank || text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            return FieldProblem(field, "\(subject) is missing")
        }
        guard mayBeBlank || text.unicodeScalars.contains(where: isVisible) else {
            return FieldProblem(field, "\(subject) has no visible characters")
        }
        if text.utf8.count > limit * bytesPerCharacter || text.count > limit {
            return FieldProblem(field, "\(subject) is too long; the limit is \(limit) characters")
        }
        let unprintable = text.unicodeScalars.contains { scalar in
            if isMultiline, scalar == "\n" || scalar == "\t" { return false }
            return switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }
        return unprintable ? FieldProblem(field, "\(subject) contains a control character") : nil
    }
}
