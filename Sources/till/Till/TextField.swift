import Languages
import Text

/// Checks of texts that people type.
package enum TextField {
    /// The most characters of a name, a colour, or the senders.
    package static let nameLimit = 100
    package static let messageLimit = 2000
    /// A character can consist of any number of code points; this many bytes each are enough for every script.
    private static let bytesPerCharacter = 32

    /// A name or another text of one line, without outer spaces, soft hyphens and direction marks.
    package static func tidy(_ text: String) -> String {
        var scalars = VisibleText.tidy(text).unicodeScalars[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
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

    /// The problem of a text that must be given; nil if it can be used.
    ///
    /// - Parameters:
    ///   - subject: the text in a sentence, such as "the message".
    ///   - isMultiline: whether it can have line feeds and tabs.
    ///   - mayBeBlank: whether nothing but spaces is accepted, as while one types.
    package static func problem(
        _ field: String, _ text: String, _ subject: String, limit: Int = nameLimit, isMultiline: Bool = false,
        mayBeBlank: Bool = false
    ) -> FieldProblem? {
        let places = ["subject": subject, "limit": "\(limit)"] as KeyValuePairs
        guard mayBeBlank || text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            return FieldProblem(field, tr("{subject} is missing", places))
        }
        guard mayBeBlank || VisibleText.hasVisible(text) else {
            return FieldProblem(field, tr("{subject} has no visible characters", places))
        }
        if text.utf8.count > limit * bytesPerCharacter || text.count > limit {
            return FieldProblem(field, tr("{subject} is too long; the limit is {limit} characters", places))
        }
        guard isMultiline else {
            return VisibleText.hasInvisible(text)
                ? FieldProblem(field, tr("{subject} must be text that can be seen", places)) : nil
        }
        let isUnprintable = text.unicodeScalars.contains { scalar in
            if scalar == "\n" || scalar == "\t" { return false }
            return switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }
        return isUnprintable ? FieldProblem(field, tr("{subject} contains a control character", places)) : nil
    }
}
