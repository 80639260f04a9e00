import EggTimers
import Languages

/// The words that are typed in the user's language. English ones are always understood, so that scripts are.
public enum TypedWords {
    /// The text with the words of the language in English: `5 Minuten` as `5 minute`, `weich` as `soft`; others stay.
    public static func english(_ text: String) -> String {
        guard Language.current != .english else { return text }
        // A phrase comes before the words in it: `a las` before `a`.
        let phrases = table.flatMap { english, translations in
            translations.split(separator: ",").map { (english: english, typed: $0.drop { $0 == " " }.lowercased()) }
        }.sorted { $0.typed.count > $1.typed.count }
        var (said, rest) = ("", text[...])
        while !rest.isEmpty {
            if let (english, typed) = phrases.first(where: { begins(rest, with: $0.typed) }) {
                rest = rest.dropFirst(typed.count)
                // A short form with an apostrophe is written together with the word after it: `mezz'ora`.
                said += rest.first?.isLetter == true ? "\(english) " : english
            } else {
                let length = max(1, rest.prefix { $0.isLetter }.count)
                said.append(contentsOf: rest.prefix(length))
                rest = rest.dropFirst(length)
            }
        }
        return said
    }

    /// Whether a text begins with the words, and these end there.
    private static func begins(_ text: Substring, with words: String) -> Bool {
        let start = text.prefix(words.count)
        guard start.lowercased() == words, let last = start.last else { return false }
        return !last.isLetter || text.dropFirst(start.count).first?.isLetter != true
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
            // tr: After a time of day, as in "at 18:30 o'clock".
            ("o'clock", tr("o'clock", context: "typed")),
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
