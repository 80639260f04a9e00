import EggTestSupport
import Glibc
import HTTP
import Languages
import Testing

@testable import EggPage

@Suite struct PageLanguagesTests {
    private let languages = PageLanguages(
        all: [.english, PseudoLanguage.language], catalogues: ["xx": Array(#"{"Close":"Çľóšé"}"#.utf8)])

    private func request(_ target: String, _ headers: Field...) -> Request {
        Request(method: "GET", target: target, headers: headers, peer: .init(address: .loopback))
    }

    @Test(
        arguments: [
            ("de-AT,de;q=0.9", ["de_AT", "de", "de", "de"]), ("en;q=0.5, xx", ["xx", "xx", "en", "en"]), ("", []),
            ("fr;q=0", []), ("fr;q=x", []),
        ] as [(String, [String])])
    func theMostWantedLanguageIsFirst(header: String, codes: [String]) {
        #expect(PageLanguages.accepted(header) == codes)
    }

    @Test(
        arguments: [
            ("/", "xx-AT", nil, "xx"), ("/", "fr, xx", nil, "xx"), ("/", "en, xx", nil, "en"), ("/", "fr", nil, "en"),
            ("/", "en", "xx", "xx"), ("/?lang=xx", "en", "en", "xx"), ("/?lang=fr", "en", "xx", "xx"),
            ("/call/x", "en", "xx", "en"),
        ] as [(String, String, String?, String)])
    func aChoiceCountsMoreThanTheBrowser(target: String, accepted: String, cookie: String?, code: String) {
        let cookies = cookie.map { [Field("cookie", "language=\($0)")] } ?? []
        var request = request(target, Field("accept-language", accepted))
        request.headers += cookies
        #expect(languages.language(of: request).code == code)
    }

    @Test(
        arguments: [
            ("en-US,en;q=0.9", "8:35 PM"), ("en", "8:35 PM"), ("en-GB,en;q=0.9", "20:35"), ("en-IE", "20:35"),
            ("de-DE,de;q=0.9,en-US;q=0.8", "20:35"), ("de", "20:35"), ("", "20:35"), ("xx-US", "20:35"),
        ] as [(String, String)])
    func clocksAreThoseOfTheBrowsersCountry(accepted: String, clock: String) {
        let language = languages.language(of: request("/plain", Field("accept-language", accepted)))
        #expect(language.speak { localized(date: "2027-01-15 20:35") } == "2027-01-15 \(clock)")
    }

    @Test func aChosenLanguageIsKept() {
        #expect(languages.cookies(of: request("/?lang=xx")).map(\.value).joined().hasPrefix("language=xx;"))
        #expect(languages.cookies(of: request("/?lang=fr")).isEmpty && languages.cookies(of: request("/")).isEmpty)
    }

    @Test func aPageIsSaidWithItsCatalogue() throws {
        let folder = TemporaryFolder()
        let page = #"<html lang="en"><base href="/"><b title="More">Stop</b><i> 7:30 </i></html>"#
        folder.write(page.utf8, to: "index.html")
        folder.write("const catalogue = {};".utf8, to: "shared/language.js")
        let files = try WebFiles(folder: folder.path, languages)
        #expect(
            files.reply(to: request("/"))?.body == Array(page.replacing("/\"", with: "/v/\(files.version)/\"").utf8))
        let said = try #require(PseudoLanguage.language.speak { files.reply(to: request("/")) })
        let text = String(decoding: said.body, as: UTF8.self)
        #expect(text.contains(#"<html lang="xx">"#) && text.contains(#"title="Ṁóřééé">Šťóṗéé</b>"#), "\(text)")
        let address = "/v/\(files.version)-xx/"
        #expect(text.contains("<base href=\"\(address)\">"))
        let catalogue = try #require(files.reply(to: request("\(address)shared/language.js")))
        #expect(catalogue.body == Array(#"const catalogue = {"Close":"Çľóšé"};"#.utf8))
        #expect(catalogue.headers.contains(Field("Cache-Control", "public, max-age=31536000, immutable")))
        let english = files.reply(to: request("/v/\(files.version)/shared/language.js"))
        #expect(english?.body == Array("const catalogue = {};".utf8))
    }

    @Test func theInstalledPageHasItsNameInTheLanguage() throws {
        let folder = TemporaryFolder()
        folder.write("<p></p>".utf8, to: "index.html")
        let manifest = "{\n  \"id\": \"/\",\n  \"name\": \"Stop\",\n  \"scope\": \"More\"\n}"
        folder.write(manifest.utf8, to: "manifest.webmanifest")
        let files = try WebFiles(folder: folder.path, languages)
        func body() -> String? {
            files.reply(to: request("/v/\(files.version)-xx/manifest.webmanifest"))
                .map { String(decoding: $0.body, as: UTF8.self) }
        }
        #expect(body()?.contains("\"name\": \"Stop\"") == true)
        #expect(
            PseudoLanguage.language.speak { body() }
                == "{\n  \"id\": \"/\",\n  \"name\": \"Šťóṗéé\",\n  \"scope\": \"More\"\n}")
    }
}
