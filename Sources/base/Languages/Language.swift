import Glibc
import POSIX

/// A language that a person reads: English, or one with a catalogue. What a catalogue lacks is said in English.
public final class Language: Sendable, Equatable {
    /// Its code, such as `de`.
    public let code: String
    private let pluralRule: String
    private let forms: @Sendable (_ english: String, _ context: String?) -> [String]?

    /// A language.
    ///
    /// - Parameters:
    ///   - pluralRule: the rule for the form of a sentence with a number, as in `Plural-Forms`.
    ///   - forms: a sentence's translation in each of these forms; nil if there is none.
    public init(
        _ code: String, pluralRule: String,
        forms: @escaping @Sendable (_ english: String, _ context: String?) -> [String]?
    ) {
        (self.code, self.pluralRule, self.forms) = (code, pluralRule, forms)
    }

    /// The language of the sentences in the programs, which needs no catalogue.
    public static let english = Language("en", pluralRule: "n != 1") { _, _ in nil }

    /// The language with this code and the catalogue in these bytes; nil if they are none.
    public convenience init?(_ code: String, catalogue: [UInt8]) {
        guard let catalogue = Catalogue(catalogue) else { return nil }
        self.init(code, pluralRule: catalogue.pluralRule ?? "0") { catalogue.forms(of: $0, context: $1) }
    }

    /// Also with other clocks, it's the same language.
    public static func == (left: Language, right: Language) -> Bool { left.code == right.code }

    /// This language where clocks have twelve hours: `8:35 AM`.
    public var withTwelveHours: Language {
        Language(code, pluralRule: pluralRule) { [forms] english, context in
            english == MomentFormat.twentyFourHours && context == MomentFormat.context
                ? ["%-I:%M %p"] : forms(english, context)
        }
    }

    // MARK: Sentences

    /// The sentence in this language with its places filled; see `tr`.
    public func sentence(
        _ english: String, context: String? = nil, _ places: KeyValuePairs<String, String> = [:]
    ) -> String {
        if self === Self.marked {
            // Signs and formats aren't shown themselves.
            guard context?.hasPrefix(Self.format) != true else { return Self.fill(english, places) }
            return Self.marked((context.map { "\($0)\(Mark.part)" } ?? "") + english, places)
        }
        return Self.fill(forms(english, context)?.first ?? english, places)
    }

    /// The sentence for a number; see `tr`.
    public func sentence(
        _ one: String, plural: String, _ count: Int, _ places: KeyValuePairs<String, String> = [:]
    ) -> String {
        if self === Self.marked { return Self.marked("\(one)\(Mark.part)\(plural)\(Mark.part)\(count)", places) }
        let all = forms(one, nil) ?? [one, plural]
        let form = PluralRule.form(of: count, by: all.count == 1 ? "0" : pluralRule) ?? 0
        return Self.fill(all.indices.contains(form) ? all[form] : count == 1 ? one : plural, places)
    }

    /// The template with a text for each place; braces around other words stay.
    private static func fill(_ template: String, _ places: KeyValuePairs<String, String>) -> String {
        guard !places.isEmpty else { return template }
        var (filled, rest) = ("", template[...])
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            let name = rest[rest.utf8.index(after: open)..<close]
            let end = rest.utf8.index(after: close)
            filled += rest[..<open]
            filled += places.first { $0.key == name }?.value ?? String(rest[open..<end])
            rest = rest[end...]
        }
        return filled + rest
    }

    // MARK: Sentences for another program

    /// Says each sentence with marks, so that another program can say it in any language: `Mark.start`, the English
    /// sentence, for each place `Mark.place`, its name, `Mark.part` and its text, and `Mark.end`. `Mark.part` also comes
    /// after a context, and before a plural and its number. A text can have such sentences in it.
    public static let marked = Language("", pluralRule: "0") { _, _ in nil }

    /// The marks of `marked`; no text that a person gives has them.
    public enum Mark {
        /// Begins a sentence; the next two follow in it.
        public static let start = "\u{11}", place = "\u{12}", part = "\u{13}", end = "\u{14}"
        /// Is before a text that begins with a large letter.
        public static let capital = "\u{15}"
    }

    /// How the contexts of signs and formats begin.
    private static let format = "format"

    private static func marked(_ sentence: String, _ places: KeyValuePairs<String, String>) -> String {
        let filled = places.map { "\(Mark.place)\($0.key)\(Mark.part)\($0.value)" }.joined()
        return "\(Mark.start)\(sentence)\(filled)\(Mark.end)"
    }

    // MARK: The language that is spoken

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The language of this thread: the one that speaks, else English.
    public static var current: Language {
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } ?? english
    }

    /// Has the body say its sentences in this language.
    public func speak<Result, Problem>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
        let before = pthread_getspecific(Self.key)
        let spoken = Unmanaged.passRetained(self)
        pthread_setspecific(Self.key, spoken.toOpaque())
        defer {
            pthread_setspecific(Self.key, before)
            spoken.release()
        }
        return try body()
    }

    // MARK: Choosing

    /// The languages that a user wants, by gettext's variables, the first one most: `de_AT`, `de`.
    ///
    /// The locale itself isn't needed, because few machines have all.
    public static func wanted(_ variable: (String) -> String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first ?? "C"
        // As in gettext, a list of languages doesn't count then.
        guard !["C", "POSIX"].contains(code(locale, until: ".")) else { return [] }
        let list = (variable("LANGUAGE") ?? locale).split(separator: ":").map(String.init)
        return list.map { code(code($0, until: "@"), until: ".") }.flatMap { [$0, code($0, until: "_")] }
    }

    /// The first of these languages that has a catalogue in this folder, or that is English; English if none is.
    public static func find(_ wanted: [String], in folder: @autoclosure () -> String?) -> Language {
        guard wanted.first.map(isEnglish) == false, let folder = folder() else { return english }
        for code in wanted {
            if isEnglish(code) { return english }
            if let language = load(code, folder) { return language }
        }
        return english
    }

    /// English, and the languages that have a catalogue in this folder.
    public static func all(in folder: String?) -> [Language] {
        guard let folder else { return [english] }
        return [english] + ((try? Folder.names(in: folder)) ?? []).compactMap { load($0, folder) }
    }

    /// Whether someone who asks for this code gets this language: `de` is also the language of `de_AT`.
    public func isFound(by code: String) -> Bool { code == self.code || code.hasPrefix("\(self.code)_") }

    private static func load(_ code: String, _ folder: String) -> Language? {
        guard !code.isEmpty, !code.utf8.contains(UInt8(ascii: "/")), !code.hasPrefix(".") else { return nil }
        return (try? SmallFile.read("\(folder)/\(code)/\(file)", limit: largest))
            .flatMap { Language(code, catalogue: $0) }
    }

    /// `<prefix>/share/locale`, where gettext looks; else `locale` in the nearest folder above the program.
    public static func folder(of executable: String) -> String? {
        var above: [Substring] = []
        var path = executable[...]
        while let slash = path.lastIndex(of: "/") {
            path = path[..<slash]
            above.append(path)
        }
        let installed = above.dropFirst().prefix(1).map { "\($0)/share/locale" }
        // A program can be called `locale`.
        return (installed + above.map { "\($0)/locale" }).first { access("\($0)/.", X_OK) == 0 }
    }

    /// A language's catalogue in a folder of locales.
    private static let file = "LC_MESSAGES/eggtimer.mo"
    /// The largest catalogue, in bytes.
    private static let largest = 1 << 20

    private static func isEnglish(_ code: String) -> Bool { Self.code(code, until: "_") == "en" || code == "C" }

    private static func code(_ text: String, until sign: Character) -> String { String(text.prefix { $0 != sign }) }
}

/// A sentence in the language of this thread, whose named places are filled: `{label} is done`.
///
/// A translation can have the places in another order. `script/translations` finds the calls of this name, so the sentence
/// is a literal; a comment after `// tr:` on the line before is for translators.
///
/// - Parameter context: tells apart English words with two meanings.
public func tr(
    _ english: String, context: String? = nil, _ places: KeyValuePairs<String, String> = [:]
) -> String {
    Language.current.sentence(english, context: context, places)
}

/// A sentence with a number, in the form that the language has for this number.
public func tr(_ one: String, plural: String, _ count: Int, _ places: KeyValuePairs<String, String> = [:]) -> String {
    Language.current.sentence(one, plural: plural, count, places)
}

/// A sentence about a number that it doesn't name: English says the same of one and of several, other languages don't.
public func tr(_ english: String, number: Int, _ places: KeyValuePairs<String, String> = [:]) -> String {
    Language.current.sentence(english, plural: english, number, places)
}

/// The text with a large first letter.
public func capitalized(_ text: String) -> String {
    text.hasPrefix(Language.Mark.start)
        ? Language.Mark.capital + text : text.prefix(1).uppercased() + text.dropFirst()
}

/// A number in the language's signs, given as programs write it: `1,500.5`.
public func localized(number: String) -> String {
    guard number.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) else { return number }
    // tr: The sign before decimals, and the one between thousands; a space is one that doesn't break.
    let (decimal, comma) = (tr(".", context: "format: decimal sign"), tr(",", context: "format: thousands sign"))
    // tr: As the language writes this number: some group no fewer than five digits.
    let groupsFour = tr("1,000", context: "format: four digits").utf8.count != 4
    let digits = number.utf8.prefix { $0 != UInt8(ascii: ".") }.filter { (48...57).contains($0) }
    let thousands = digits.count > 4 || groupsFour ? comma : ""
    return number.map { $0 == "." ? decimal : $0 == "," ? thousands : String($0) }.joined()
}
