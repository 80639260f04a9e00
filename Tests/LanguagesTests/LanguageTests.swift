import EggTestSupport
import POSIX
import Testing

@testable import Languages

/// The bytes of a catalogue with these texts, as msgfmt makes them.
private func catalogue(_ texts: [String: String]) -> [UInt8] {
    let sorted = texts.map { (Array($0.key.utf8), Array($0.value.utf8)) }
        .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    let count = sorted.count
    var numbers = [0x9504_12de, 0, count, 28, 28 + 8 * count, 0, 0]
    var strings: [UInt8] = []
    for column in [sorted.map(\.0), sorted.map(\.1)] {
        for text in column {
            numbers += [text.count, 28 + 16 * count + strings.count]
            strings += text + [0]
        }
    }
    return numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } } + strings
}

private let bulgarian = catalogue([
    "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n",
    "{label} is done": "{label}: готово", "{count} egg\0{count} eggs": "{count} яйце\0{count} яйца",
    "till\u{4}in": "каса", "in": "след",
])

@Suite struct LanguageTests {
    private let language = Language("bg", catalogue: bulgarian) ?? .english

    @Test func aSentenceIsTranslatedWithItsPlaces() {
        language.speak {
            #expect(tr("{label} is done", ["label": "{count} {label}"]) == "{count} {label}: готово")
            #expect(tr("in") == "след" && tr("in", context: "till") == "каса")
        }
        #expect(tr("{label} is done", ["label": "soft egg"]) == "soft egg is done")
    }

    @Test func whatACatalogueLacksIsEnglish() {
        language.speak {
            #expect(tr("{label} rings", ["label": "egg"]) == "egg rings" && tr("in", context: "other") == "in")
            #expect(tr("{count} pot", plural: "{count} pots", 2, ["count": "2"]) == "2 pots")
        }
    }

    @Test(arguments: [(0, "0 яйца"), (1, "1 яйце"), (2, "2 яйца")])
    func aNumberHasItsForm(count: Int, text: String) {
        #expect(language.speak { tr("{count} egg", plural: "{count} eggs", count, ["count": "\(count)"]) } == text)
    }

    @Test func aLanguageIsSpokenWithinItsBodyOnly() {
        language.speak {
            Language.english.speak { #expect(Language.current.code == "en") }
            #expect(Language.current.code == "bg")
        }
        #expect(Language.current.code == "en")
    }

    @Test func aMarkedSentenceCanBeSaidByAnotherProgram() {
        Language.marked.speak {
            #expect(
                tr("{label} is done", ["label": tr("in", context: "till")])
                    == "\u{11}{label} is done\u{12}label\u{13}\u{11}till\u{13}in\u{14}\u{14}")
            #expect(
                tr("{count} egg", plural: "{count} eggs", 2, ["count": "2"])
                    == "\u{11}{count} egg\u{13}{count} eggs\u{13}2\u{12}count\u{13}2\u{14}")
            #expect(capitalized(tr("in")) == "\u{15}\u{11}in\u{14}" && capitalized("egg") == "Egg")
            #expect(tr("%H:%M", context: "format: strftime") == "%H:%M")
        }
    }

    @Test func numbersHaveTheSignsOfTheLanguage() {
        let german = Language("de", pluralRule: "0") { english, context in
            context?.hasPrefix("format") == true ? [english == "." ? "," : "."] : nil
        }
        #expect(german.speak { localized(number: "1,500.5") } == "1.500,5" && localized(number: "48.5") == "48.5")
        let spanish = Language("es", pluralRule: "0") { english, _ in
            [".": [","], ",": ["."], "1,000": ["1000"]][english]
        }
        #expect(
            spanish.speak { ["1,500.5", "11,500", "1,234,567"].map(localized(number:)) }
                == ["1500,5", "11.500", "1.234.567"])
    }

    @Test func datesHaveTheFormOfTheLanguage() {
        let american = Language("en_US", pluralRule: "n != 1") { english, _ in
            ["%Y-%m-%d": ["%m/%d/%Y"], "%H:%M": ["%I:%M %p"]][english]
        }
        american.speak {
            #expect(localized(date: "2027-01-15") == "01/15/2027")
            #expect(localized(date: "2027-01-15 18:35") == "01/15/2027 06:35 PM")
        }
        for date in ["2027-01-15", "2027-01-15 18:35", "", "Zoë"] { #expect(localized(date: date) == date) }
    }

    /// English says the same of one and of several.
    @Test func aSentenceAboutANumberHasItsForm() {
        let spanish = Language("es", pluralRule: "n != 1") { english, _ in
            english == "done" ? ["listo", "listos"] : nil
        }
        #expect(spanish.speak { [1, 2].map { tr("done", number: $0) } } == ["listo", "listos"])
        #expect(spanish.speak { [1, 2].map { tr("missed", number: $0) } } == ["missed", "missed"])
        #expect([1, 2].map { tr("done", number: $0) } == ["done", "done"])
    }

    @Test(arguments: [
        ("n != 1", [1, 0, 1, 1]), ("n > 1", [0, 0, 1, 1]), ("0", [0, 0, 0, 0]),
        ("n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2", [2, 0, 1, 2]),
        ("!(n==1)", [1, 0, 1, 1]), ("n*2-1+1", [0, 2, 4, 10]),
    ])
    func rulesOfPluralsAreEvaluated(rule: String, forms: [Int]) {
        #expect([0, 1, 2, 5].map { PluralRule.form(of: $0, by: rule) } == forms)
    }

    @Test(arguments: ["", "n !", "n/0", "(n", "n ? 1", "m", "n n", "99999999999999999999"])
    func otherRulesAreNone(rule: String) {
        #expect(PluralRule.form(of: 1, by: rule) == nil)
    }

    @Test func aRuleOfAnyDepthEnds() {
        for sign in ["(", "!", "n?"] {
            #expect(PluralRule.form(of: 1, by: String(repeating: sign, count: 100_000) + "n") == nil)
        }
    }

    @Test func aDamagedCatalogueIsNoneOrEnglish() throws {
        for length in bulgarian.indices {
            let cut = Language("bg", catalogue: Array(bulgarian[..<length]))
            #expect(["in", "след"].contains(cut?.sentence("in") ?? "in"))
        }
        for place in bulgarian.indices {
            for byte: UInt8 in [0, 0x7f, 0xff] {
                var bytes = bulgarian
                bytes[place] = byte
                _ = Language("bg", catalogue: bytes)?.sentence("{count} egg", plural: "", 5)
            }
        }
    }

    // MARK: Choosing

    @Test(arguments: [
        (["LANG": "de_AT.UTF-8"], ["de_AT", "de"]), (["LANG": "fr_FR.UTF-8", "LC_ALL": "it"], ["it", "it"]),
        (["LANG": "de_DE.UTF-8@euro", "LC_MESSAGES": "bg_BG"], ["bg_BG", "bg"]), ([:], []),
        (["LANG": "C", "LANGUAGE": "de"], []), (["LANG": "POSIX", "LANGUAGE": "de"], []),
        (["LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"], []),
        (["LANG": "en_GB.UTF-8", "LANGUAGE": "es:fr_CA"], ["es", "es", "fr_CA", "fr"]),
    ])
    func theLanguageIsChosenAsInGettext(variables: [String: String], languages: [String]) {
        #expect(Language.wanted { variables[$0] } == languages)
    }

    @Test func theFirstLanguageWithACatalogueIsFound() throws {
        let folder = TemporaryFolder()
        _ = try Folder.make(folder.path("share/locale/bg/LC_MESSAGES"))
        folder.write(bulgarian, to: "share/locale/bg/LC_MESSAGES/eggtimer.mo")
        let locales = Language.folder(of: folder.path("bin/eggctl"))
        #expect(locales == folder.path("share/locale"))
        #expect(Language.find(["de", "bg_BG", "bg"], in: locales).code == "bg")
        for wanted in [["de"], ["en_US", "en", "bg"], ["de", "en", "bg"], [], ["../bg", "bg/../bg"]] {
            #expect(Language.find(wanted, in: locales).code == "en")
        }
    }

    @Test func aProgramOfABuildFindsTheFolderAboveIt() throws {
        let folder = TemporaryFolder()
        _ = try Folder.make(folder.path("build/locale/bg/LC_MESSAGES"))
        folder.write(bulgarian, to: "build/locale/bg/LC_MESSAGES/eggtimer.mo")
        #expect(Language.folder(of: folder.path("build/triple/debug/eggctl")) == folder.path("build/locale"))
    }
}
