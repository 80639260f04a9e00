import EggArguments
import EggTimers

/// The sentences about a bad line, and how what stands in it is shown.
enum Words {
    static let sections = "there are [alarm] and [egg NAME]"

    static func unknownSection(_ header: String) -> String {
        let word = header.split { $0 == " " || $0 == "\t" }.first.map(String.init) ?? header
        let known = ["alarm", "egg"]
        // "[alarm clock]" is one word too many rather than a wrong one.
        let nearest = known.contains(word) ? word : NearestWord.find(word, among: known)
        let hint = nearest.map { "did you mean [\($0 == "egg" ? "egg NAME" : $0)]?" } ?? sections
        return "there is no section [\(shown(header))]; \(hint)"
    }

    static func unknownKey(_ key: String, of section: String, among known: [String]) -> String {
        let hint =
            NearestWord.find(key, among: known).map { "did you mean '\($0)'?" }
            ?? "there are \(known.joined(separator: ", "))"
        return "'\(shown(key))' is no key of [\(section)]; \(hint)"
    }

    static func sentence(_ fault: INILine.Fault) -> String {
        switch fault {
        case .tooLong(let bytes, let most): "the line has \(bytes) bytes; \(most) are the most"
        case .notUTF8: "the line is not UTF-8 text"
        case .controlCharacter(let code): "the line has a control character (0x\(String(code, radix: 16)))"
        case .emptyHeader: "the section has no name; \(sections)"
        case .unclosedHeader: "the section's name has no ']' at its end"
        case .wordsAfterHeader: "only a comment can stand behind a section's name"
        case .neither: "the line is neither '[section]' nor 'key = value'"
        }
    }

    /// Text from the file without what would hide in a log or turn it around.
    static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { TimerName.isPrintable($0) ? $0 : "\u{FFFD}" }))
    }

    /// Whether an egg's name may begin with it, so that no egg is ever taken for a duration or an option.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}
