import Languages
import Text

/// Says a page's file in the language of the thread: the texts between its tags, and its attributes that people read or hear.
enum PageWords {
    /// The beginnings of attributes with a text. `po/translations.py` reads this list.
    private static let attributes = [
        " title=\"", " aria-label=\"", " aria-description=\"", " name=\"description\" content=\"",
    ]

    static func said(_ markup: String) -> String {
        guard Language.current != .english else { return markup }
        var (result, rest) = ("", markup[...])
        while !rest.isEmpty {
            let begin = rest.utf8.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
            result += text(rest[..<begin])
            let end =
                rest[begin...].utf8.firstIndex(of: UInt8(ascii: ">")).map(rest.utf8.index(after:)) ?? rest.endIndex
            result += tag(rest[begin..<end])
            rest = rest[end...]
        }
        return result
    }

    /// The manifest, whose names and description are lines like `"name": "Egg timer",`.
    static func said(manifest: String) -> String {
        let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard parts.count == 5, ["name", "short_name", "description"].contains(parts[1])
            else { return String(line) }
            let said = Language.current.sentence(String(parts[3])).replacing(each: "\"", by: "\\\"")
            return (parts[..<3] + [said[...]] + parts[4...]).joined(separator: "\"")
        }
        return lines.joined(separator: "\n")
    }

    /// A text, whose space around it stays.
    private static func text(_ markup: Substring) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
        guard let first = markup.utf8.firstIndex(where: { !isSpace($0) }),
            let last = markup.utf8.lastIndex(where: { !isSpace($0) })
        else { return String(markup) }
        let english = String(markup[first...last])
        let said = Language.current.sentence(english)
        guard said != english else { return String(markup) }
        return markup[..<first] + MarkupText.escaped(said) + markup[markup.utf8.index(after: last)...]
    }

    private static func tag(_ markup: Substring) -> String {
        if markup == "<html lang=\"en\">" { return "<html lang=\"\(Language.current.tag)\">" }
        // The catalogue is found beside the page's other files.
        if markup.hasPrefix("<base href=\"/v/") {
            return "\(markup.dropLast("/\">".count))-\(Language.current.code)/\">"
        }
        var (result, rest) = ("", markup)
        while let attribute = attributes.compactMap({ rest.place(of: $0) }).min(by: {
            $0.lowerBound < $1.lowerBound
        }),
            let end = rest[attribute.upperBound...].firstIndex(of: "\"")
        {
            result += rest[..<attribute.upperBound] + text(rest[attribute.upperBound..<end])
            rest = rest[end...]
        }
        return result + rest
    }
}
