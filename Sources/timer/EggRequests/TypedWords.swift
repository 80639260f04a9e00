import EggTimers
import Languages

/// The words that are typed in the user's language. English ones are always understood, so that scripts are.
public enum TypedWords {
    /// The text with the words of the language in English: `5 Minuten` as `5 minute`, `weich` as `soft`; others stay.
    public static func english(_ text: String) -> String {
        guard Language.current != .english else { return text }
        var words: [String: String] = [:]
        for (english, translations) in table {
            for word in translations.split(separator: ",") {
                words[word.drop { $0 == " " }.lowercased()] = english
            }
        }
        var (said, word) = ("", "")
        func finish() {
            said += words[word.lowercased()] ?? word
            word = ""
        }
        for character in text {
            if character.isLetter {
                word.append(character)
            } else {
                finish()
                said.append(character)
            }
        }
        finish()
        return said
    }

    /// What `read` makes of the text, else of the text in English.
    static func read<Value>(_ text: String, _ read: (String) -> Value?) -> Value? {
        read(text) ?? read(english(text))
    }

    private static var table: [(english: String, translations: String)] {
        [
            // tr: Words that people type, all that are usual, separated by commas; so are all of "typed".
            ("soft", tr("soft", context: "typed")), ("medium", tr("medium", context: "typed")),
            ("hard", tr("hard", context: "typed")), ("egg", tr("egg", context: "typed")),
            ("hour", tr("hour", context: "typed")), ("minute", tr("minute", context: "typed")),
            ("second", tr("second", context: "typed")), ("half", tr("half", context: "typed")),
            ("quarter", tr("quarter", context: "typed")), ("and", tr("and", context: "typed")),
            // tr: One of something, as in "an hour".
            ("an", tr("an", context: "typed")),
            // tr: Before a time of day.
            ("at", tr("at", context: "typed")), ("until", tr("until", context: "typed")),
            // tr: Before a time from now.
            ("in", tr("in", context: "typed")),
            ("fridge", tr("fridge", context: "typed")), ("room", tr("room", context: "typed")),
        ]
    }
}

extension EggMenu {
    /// The id of the standard egg that a word of the language means: `soft` for `weich`; other words as they are.
    public static func id(typed word: String) -> String {
        presets.egg(called: word) == nil ? presets.egg(called: TypedWords.english(word))?.name ?? word : word
    }

    /// The egg that a word means, in any case, also in the language.
    func egg(typed word: String) -> Egg? { egg(called: Self.id(typed: word)) }
}
