import HTTP
import Languages
import POSIX

/// The languages of the page: English, and those with a catalogue.
struct PageLanguages: Sendable {
    /// The cookie with the language that somebody has chosen, and the field of an address that chooses it.
    static let cookie = "language", field = "lang"

    let all: [Language]
    /// The sentences that the page's code looks up, as an object of JavaScript, by the code of their language.
    let catalogues: [String: [UInt8]]
}

extension Language {
    /// Its code as pages have it: `pt-BR`.
    var tag: String { String(code.map { $0 == "_" ? "-" : $0 }) }
}

extension PageLanguages {
    /// - Parameter folder: of locales; nil for English only.
    init(folder: String? = nil) {
        all = Language.all(in: folder)
        let read = all.compactMap { language in
            (try? SmallFile.read("\(folder ?? "")/\(language.code)/LC_MESSAGES/eggtimer.json", limit: 1 << 20))
                .map { (language.code, $0) }
        }
        catalogues = Dictionary(uniqueKeysWithValues: read)
    }

    /// The header field by which the browser keeps the language that the address of a request chooses.
    func cookies(of request: Request) -> [Field] {
        var reply = Response(200)
        if let language = chosen(by: request) { reply.setCookie(Self.cookie, language.code, to: request) }
        return reply.headers
    }

    private func chosen(by request: Request) -> Language? {
        request.query.first { $0.name == Self.field }.flatMap { language($0.value) }
    }

    /// The language of an answer: the one that somebody has chosen, else the first of the browser's that there is. A page
    /// says with its calls which language it has. Clocks are those of the browser's country, as with the page's code.
    func language(of request: Request) -> Language {
        let cookies = request.path.hasPrefix("/call/") ? [] : request.cookies(Self.cookie)
        let accepted = Self.accepted(request.header("accept-language") ?? "")
        let found = chosen(by: request) ?? (cookies + accepted).lazy.compactMap(language).first ?? .english
        guard let wanted = accepted.first, wanted.hasPrefix(found.code), Self.hasTwelveHours(wanted) else {
            return found
        }
        return found.withTwelveHours
    }

    /// Whether clocks have twelve hours where this language is spoken: `en_US`, `en`.
    private static func hasTwelveHours(_ code: String) -> Bool {
        let parts = code.split(separator: "_")
        guard let language = parts.first, let usual = clocks[String(language)] else { return false }
        let isOther = parts.count > 1 && usual.others.split(separator: " ").contains(parts[parts.count - 1])
        return usual.isTwelve != isOther
    }

    /// Whether a language's clocks usually have twelve hours, and the countries where it is the other way (CLDR). Other
    /// languages of the pages have twenty-four everywhere.
    private static let clocks: [String: (isTwelve: Bool, others: String)] = [
        "en": (true, mostlyEuropean), "es": (false, mostlyAmerican), "fr": (false, mostlyAfrican),
    ]
    private static let mostlyEuropean = """
        AI AT BE BI BW BZ CC CH CK CM CX CZ DE DG DK EE ES FI FK FR GB GE GG GI GS HU ID IE IL IM IO IT JE JP KE LT LV \
        MG MS MT MU MV NF NG NL NO NR NU PL PN PT RO RW SC SE SH SI SK SX TK TV TZ UA UG ZA ZW
        """
    private static let mostlyAmerican = "AR BO CL CO CR CU DO EC GT HN MX NI PA PE PH PR PY SV US UY VE"
    private static let mostlyAfrican = "DJ DZ MR SY TD TN VU"

    private func language(_ code: String) -> Language? { all.first { $0.code == code } }

    /// The languages of `Accept-Language`, the one that is wanted most first: `de_AT`, `de`.
    static func accepted(_ header: String) -> [String] {
        let ranges = header.split(separator: ",").map { range in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (tag: parts.first ?? "", weight: weight)
        }
        let wanted = ranges.enumerated().filter { $0.element.weight > 0 }
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        return wanted.flatMap { entry in
            let tag = entry.element.tag
            return [String(tag.map { $0 == "-" ? "_" : $0 }), tag.prefix { $0 != "-" }.lowercased()]
        }
    }
}

/// The page with the languages: a tap chooses one for this browser.
struct LanguagePage {
    static let path = "/language"
    let languages: [Language]

    var reply: Response {
        let links = languages.map { language in
            // tr: The name of the language itself, in it: Deutsch, Français.
            let name = language.speak { tr("English", context: "name of this language") }
            let (code, field) = (language.code, PageLanguages.field)
            return "<p><a href=\"/?\(field)=\(code)\" lang=\"\(language.tag)\">\(name)</a></p>"
        }
        let title = tr("Language")
        return .html(200, StartPage.html(title, "<h1>\(title)</h1>\n\(links.joined(separator: "\n"))"))
    }
}
