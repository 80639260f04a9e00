/// The words of a line, without a shell: spaces of any kind, tabs and line ends separate them.
///
/// Quotes, `'` or `"`, keep a word with spaces together; `''` is an empty word. Outside of `'…'` a backslash makes the
/// next character an ordinary one. Nothing else has a meaning.
package enum QuotedWords {
    package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        case openQuote(Unicode.Scalar)
        /// A backslash has no character after it.
        case openBackslash

        package var description: String {
            switch self {
            case .openQuote(let quote): "the quote \(quote) isn't closed"
            case .openBackslash: "there is nothing after the backslash"
            }
        }
    }

    /// The words of a line, which can be none.
    package static func of(_ line: String) throws(Fault) -> [String] {
        var words: [String] = []
        // nil between two words.
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in line.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                word?.append(scalar)
                isEscaped = false
            case "\\" where quote != "'":
                word = word ?? .init()
                isEscaped = true
            case _ where scalar == quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil:
                word = word ?? .init()
                quote = scalar
            case _ where quote == nil && ("\t\n\r".unicodeScalars.contains(scalar) || TypedText.isSpace(scalar)):
                if let word { words.append(String(word)) }
                word = nil
            default:
                if word == nil { word = .init() }
                word?.append(scalar)
            }
        }
        if isEscaped { throw .openBackslash }
        if let quote { throw .openQuote(quote) }
        if let word { words.append(String(word)) }
        return words
    }
}
