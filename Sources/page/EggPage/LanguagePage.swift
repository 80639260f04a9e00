import HTTP
import Languages

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
