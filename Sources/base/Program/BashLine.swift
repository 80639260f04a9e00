/// A line of bash up to the cursor, split into words as bash will split it.
///
/// Variables are expanded, but no command substitution is run, because Enter hasn't been pressed yet.
struct BashLine {
    /// The finished words without their quotes, of which the first is the program.
    private(set) var words: [String] = []
    /// The word that is being typed, without its quotes.
    private(set) var word = ""
    /// Whether the word is the file of a redirection.
    private(set) var isRedirected = false
    /// The part of the word before what bash replaces.
    private var kept = ""
    /// The quote that is open at the end of that part.
    private var quote: Unicode.Scalar?

    /// Characters that bash would not take literally in a word without quotes.
    private static let special = Set(" !\"#$&'()*;<>?[\\]`{|}~".unicodeScalars)
    /// Those in front of which a backslash is not literal inside double quotes.
    private static let specialInQuotes = Set("\\\"$`".unicodeScalars)

    /// Splits a line of which bash replaces the end `tail`.
    init(_ line: String, replacing tail: String, variable: (String) -> String?) {
        let scalars = Array(line.unicodeScalars)
        let end = Array(tail.unicodeScalars)
        let place = scalars.count - (scalars.suffix(end.count).elementsEqual(end) ? end.count : 0)
        var position = 0
        var open: Unicode.Scalar?
        var isBegun = false
        var isPlaced = false
        func next() -> Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
        while true {
            if position >= place, !isPlaced { (kept, quote, isPlaced) = (word, open, true) }
            guard let scalar = next() else { break }
            position += 1
            let wasBegun = isBegun
            isBegun = true
            switch (open, scalar) {
            case (nil, "'"), (nil, "\""): open = scalar
            case ("'", "'"), ("\"", "\""): open = nil
            case (nil, "\\"), ("\"", "\\"):
                if open != nil, next().map(Self.specialInQuotes.contains) != true {
                    word.unicodeScalars.append(scalar)
                } else if let escaped = next() {
                    word.unicodeScalars.append(escaped)
                    position += 1
                }
            case (nil, "$"), ("\"", "$"):
                if let (name, length) = Self.variable(in: scalars[position...]) {
                    word += variable(name) ?? ""
                    position += length
                } else {
                    word += "$"
                }
            case (nil, " "), (nil, "\t"):
                if wasBegun, !isRedirected { words.append(word) }
                if wasBegun { isRedirected = false }
                (word, isBegun) = ("", false)
            case (nil, "<"), (nil, ">"):
                // Neither the number in 2>file nor the file is a word of the command.
                let isNumber = word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                if wasBegun, !isRedirected, !isNumber { words.append(word) }
                (word, isBegun, isRedirected) = ("", false, true)
            case (nil, "~") where !wasBegun && ["/", " ", "\t"].contains(next()): word += variable("HOME") ?? "~"
            default: word.unicodeScalars.append(scalar)
            }
        }
    }

    /// The variable whose name or `{name}` begins here, after its `$`, and how long that is.
    private static func variable(in rest: ArraySlice<Unicode.Scalar>) -> (name: String, length: Int)? {
        let isBraced = rest.first == "{"
        let name = rest.dropFirst(isBraced ? 1 : 0).prefix { scalar in
            scalar.isASCII && (scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        }
        let isClosed = !isBraced || rest.dropFirst(name.count + 1).first == "}"
        guard let first = name.first, !("0"..."9").contains(first), isClosed else { return nil }
        return (String(String.UnicodeScalarView(name)), name.count + (isBraced ? 2 : 0))
    }

    /// The text by which bash replaces the end of the line for a word; nil if the word begins in another way.
    func insertion(of candidate: String) -> String? {
        guard candidate.utf8.starts(with: word.utf8) else { return nil }
        var written = String.UnicodeScalarView()
        for scalar in candidate.unicodeScalars.dropFirst(kept.unicodeScalars.count) {
            switch (quote, scalar) {
            case ("'", "'"): written += "'\\''".unicodeScalars
            // Inside double quotes, it would cause a history expansion, and a backslash before it would remain.
            case ("\"", "!"): written += "\"\\!\"".unicodeScalars
            case ("\"", _) where Self.specialInQuotes.contains(scalar), (nil, _) where Self.special.contains(scalar):
                written += ["\\", scalar]
            default: written.append(scalar)
            }
        }
        // The line editor doesn't close the quote if the word itself ends with one.
        if let quote, written.last == quote { written.append(quote) }
        return String(written)
    }
}
