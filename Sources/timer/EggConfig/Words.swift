import EggTimers
import Text

/// Error messages about invalid lines.
enum Words {
    static let sections =
        "the sections are [alarm], [kitchen], [page], [mqtt], [follow NAME], [keys NAME], [light] and [egg NAME]"

    static func unknownSection(_ header: String) -> String {
        let word = header.split { $0 == " " || $0 == "\t" }.first.map(String.init) ?? header
        let known = ["alarm", "kitchen", "page", "mqtt", "follow", "keys", "light", "egg"]
        // In "[alarm clock]" the second word is the mistake, not the first.
        let nearest = known.contains(word) ? word : NearestWord.find(word, among: known)
        let hint =
            nearest.map { "did you mean [\(["egg", "follow", "keys"].contains($0) ? "\($0) NAME" : $0)]?" } ?? sections
        return "unknown section [\(shown(header))]; \(hint)"
    }

    static func unknownKey(_ key: String, of section: String, among known: [String]) -> String {
        let hint =
            NearestWord.find(key, among: known).map { "did you mean '\($0)'?" }
            ?? "the keys are \(known.joined(separator: ", "))"
        return "unknown key '\(shown(key))' in [\(section)]; \(hint)"
    }

    /// The beginning of a sentence about a value; the reason follows.
    static func invalid(_ value: String, _ key: String) -> String {
        value.isEmpty ? "'\(key)' has no value" : "'\(shown(value))' isn't a valid value of '\(key)'"
    }

    static func sentence(_ fault: INILine.Fault) -> String {
        switch fault {
        case .tooLong(let bytes, let limit): "the line has \(bytes) bytes; the limit is \(limit)"
        case .notUTF8: "the line is not UTF-8 text"
        case .controlCharacter(let code): "the line has a control character (0x\(String(code, radix: 16)))"
        case .emptyHeader: "the section has no name; \(sections)"
        case .unclosedHeader: "the section's name isn't followed by ']'"
        case .wordsAfterHeader: "only a comment can follow '[section]' on its line"
        case .neither: "the line is neither '[section]' nor 'key = value'"
        }
    }

    /// The text between quotes; nil if there are none around it.
    static func unquoted(_ text: String) -> String? {
        guard text.count > 2, let first = text.first, first == text.last, first == "\"" || first == "'" else {
            return nil
        }
        return String(text.dropFirst().dropLast())
    }

    /// Text from the file, with characters replaced that would be invisible in a log or change its text direction.
    static func shown(_ text: String) -> String {
        PrintableText.of(text)
    }
}
