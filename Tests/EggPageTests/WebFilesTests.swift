import EggTestSupport
import Glibc
import HTTP
import Testing

@testable import EggPage

@Suite struct WebFilesTests {
    private let folder = TemporaryFolder()
    private static let page = "<html><head><base href=\"/\"></head></html>"
    private static let script = "let egg = 'egg'; // \(String(repeating: "egg ", count: 100))"

    init() {
        folder.write(Self.page.utf8, to: "index.html")
        folder.write(Self.page.utf8, to: "tip.html")
        folder.write(Self.script.utf8, to: "app.js")
        folder.write([1, 2, 3], to: "icons/egg.png")
        folder.write([1], to: ".hidden")
    }

    private func get(_ target: String, _ headers: Field..., files: WebFiles) -> Response? {
        files.reply(to: Request(method: "GET", target: target, headers: headers, peer: .init(address: .loopback)))
    }

    private func value(_ name: String, _ response: Response?) -> String? {
        response?.headers.first { $0.name == name }?.value
    }

    @Test func pagesNameTheirFilesByTheContent() throws {
        let files = try WebFiles(folder: folder.path)
        for target in ["/", "/index.html", "/tip", "/tip.html", "/tip?x=1", "/v/\(files.version)/tip.html"] {
            let response = try #require(get(target, files: files), "\(target)")
            #expect(String(decoding: response.body, as: UTF8.self).contains("<base href=\"/v/\(files.version)/\">"))
            #expect(value("Cache-Control", response) == "no-cache")
            #expect(value("Content-Type", response) == "text/html; charset=utf-8")
        }
    }

    @Test func filesNamedByTheContentStayForAYear() throws {
        let files = try WebFiles(folder: folder.path)
        let named = get("/v/\(files.version)/app.js", files: files)
        #expect(value("Cache-Control", named) == "public, max-age=31536000, immutable")
        #expect(value("Cache-Control", get("/app.js", files: files)) == "no-cache")
        #expect(value("Cache-Control", get("/v/other/app.js", files: files)) == "no-cache")
        #expect(get("/v/\(files.version)/icons/egg.png", files: files)?.body == [1, 2, 3])
    }

    @Test(
        arguments: [
            ("bytes=0-1", 206, [1, 2], "bytes 0-1/3"), ("bytes=1-", 206, [2, 3], "bytes 1-2/3"),
            ("bytes=-1", 206, [3], "bytes 2-2/3"), ("bytes=1-99", 206, [2, 3], "bytes 1-2/3"),
            ("bytes=-99", 206, [1, 2, 3], "bytes 0-2/3"), ("bytes=3-", 416, [], "bytes */3"),
            ("bytes=2-1", 416, [], "bytes */3"), ("bytes=-0", 416, [], "bytes */3"),
            ("bytes=0-0,2-2", 200, [1, 2, 3], nil),
            ("bytes=", 200, [1, 2, 3], nil), ("bytes=-", 200, [1, 2, 3], nil), ("eggs=0-1", 200, [1, 2, 3], nil),
        ] as [(String, Int, [UInt8], String?)])
    func aPartOfAFileIsSent(range: String, status: Int, body: [UInt8], content: String?) throws {
        let files = try WebFiles(folder: folder.path)
        let response = get("/icons/egg.png", Field("range", range), files: files)
        #expect(response?.status == status && response?.body == body)
        #expect(value("Content-Range", response) == content)
    }

    @Test func theBellIsThatOfTheSoundsBesideTheFolder() throws {
        folder.write(Self.page.utf8, to: "web/index.html")
        folder.write([1, 2], to: "sounds/bell.wav")
        let bell = get("/bell.wav", files: try WebFiles(folder: folder.path("web")))
        #expect(bell?.body == [1, 2] && value("Content-Type", bell) == "audio/wav")
        #expect(value("Accept-Ranges", bell) == "bytes")
        #expect(get("/bell.wav", files: try WebFiles(folder: folder.path)) == nil)
    }

    /// The browser fetches them at once, and not one after the other as it reads the imports.
    @Test func aPageNamesTheModulesThatItsScriptImports() throws {
        let script = """
            // import { old } from './old.js';
            import { row } from './row.js';
            import {
              bell,
            } from '../shared/bell.js';
            import './missing.js';
            const later = () => import('./later.js');
            """
        folder.write(script.utf8, to: "eggs/app.js")
        folder.write("import { words } from '../shared/words.js';\n".utf8, to: "eggs/row.js")
        folder.write("export { words } from './words.js';\n".utf8, to: "shared/bell.js")
        folder.write("import '../eggs/row.js';\n".utf8, to: "shared/words.js")
        folder.write([], to: "eggs/old.js")
        folder.write([], to: "eggs/later.js")
        folder.write("<base href=\"/\">\n<script type=\"module\" src=\"eggs/app.js\"></script>".utf8, to: "index.html")
        let files = try WebFiles(folder: folder.path)
        let page = String(decoding: try #require(get("/", files: files)).body, as: UTF8.self)
        #expect(
            page == """
                <base href="/v/\(files.version)/">
                <template id="page-code">
                <link rel="modulepreload" href="eggs/row.js">
                <link rel="modulepreload" href="shared/bell.js">
                <link rel="modulepreload" href="shared/words.js">
                <script type="module" src="eggs/app.js"></script>
                </template>
                <script>\(WebPage.start)</script>
                """)
        // Without a script, nothing is added.
        let tip = try #require(get("/tip", files: files))
        #expect(tip.body.count == Self.page.utf8.count + "v/\(files.version)/".utf8.count)
    }

    @Test func aPageGetsThePartsThatItSharesWithOthers() throws {
        folder.write("<a href=\"/\">Eggs</a> <a href=\"/tip\">Tip</a>".utf8, to: "shared/pages.html")
        folder.write("<!-- shared/pages.html -->\n<!-- shared/missing.html -->\n".utf8, to: "tip.html")
        folder.write("<nav>\n<!-- shared/pages.html -->\n</nav>".utf8, to: "index.html")
        let files = try WebFiles(folder: folder.path)
        let pages = ["/", "/tip"].map { get($0, files: files).map { String(decoding: $0.body, as: UTF8.self) } }
        #expect(
            pages == [
                "<nav>\n<a href=\"/\" aria-current=\"page\">Eggs</a> <a href=\"/tip\">Tip</a>\n</nav>",
                "<a href=\"/\">Eggs</a> <a href=\"/tip\" aria-current=\"page\">Tip</a>\n<!-- shared/missing.html -->\n",
            ])
    }

    /// Nothing can be drawn without them, and one answer comes sooner than two.
    @Test func aPageHasItsStyleSheetsWithinIt() throws {
        let sheet = "p { color: red; }\n"
        folder.write(sheet.utf8, to: "shared/style.css")
        folder.write(
            "<link rel=\"stylesheet\" href=\"shared/style.css\">\n<link rel=\"stylesheet\" href=\"missing.css\">".utf8,
            to: "index.html")
        let files = try WebFiles(folder: folder.path)
        let page = String(decoding: try #require(get("/", files: files)).body, as: UTF8.self)
        #expect(page == "<style>\(sheet)</style>\n<link rel=\"stylesheet\" href=\"missing.css\">")
        let policy = try #require(Router.safety(files).first { $0.name == "Content-Security-Policy" }?.value)
        // Computed by 'openssl dgst -sha256 -binary | base64'.
        #expect(policy.contains("script-src 'self' 'sha256-TWmEN7Q+s/aiOghN6xTVSukhV9lmtMCpWKx5Gd8vwYk=';"))
        #expect(policy.contains("style-src 'self' 'sha256-48sSy1L+0pGBMr3XQog56zBcXid1hhmpAwenUuKoe5w=';"))
        #expect(get("/shared/style.css", files: files)?.body == Array(sheet.utf8))
    }

    @Test func codeIsSentWithoutItsComments() throws {
        let sheet = "/* One look. */\np {\n  /* A colour\n     of two lines. */ color: red; /* here */\n}\n"
        folder.write(sheet.utf8, to: "style.css")
        folder.write(
            "// A module.\n/**\n * Says it.\n */\nfunction say() {\n  go('//x'); // now\n}\n".utf8, to: "app.js")
        let files = try WebFiles(folder: folder.path)
        for (name, body) in [
            ("style.css", "p {\n color: red; /* here */\n}\n"), ("app.js", "function say() {\ngo('//x'); // now\n}\n"),
        ] { #expect(get("/\(name)", files: files)?.body == Array(body.utf8)) }
    }

    @Test func theVersionChangesWithAnyFile() throws {
        let before = try WebFiles(folder: folder.path).version
        #expect(try WebFiles(folder: folder.path).version == before)
        folder.write([1, 2, 4], to: "icons/egg.png")
        #expect(try WebFiles(folder: folder.path).version != before)
    }

    @Test func aFileThatTheBrowserHasIsNotSentAgain() throws {
        let files = try WebFiles(folder: folder.path)
        let tag = try #require(value("ETag", get("/app.js", files: files)))
        let again = get("/app.js", Field("if-none-match", "\"x\", \(tag)"), files: files)
        #expect(again?.status == 304 && again?.body == [])
        #expect(get("/app.js", Field("if-none-match", "\"x\""), files: files)?.status == 200)
    }

    @Test func textIsCompressedWhereTheBrowserAcceptsIt() throws {
        let files = try WebFiles(folder: folder.path)
        let packed = try #require(get("/app.js", Field("accept-encoding", "gzip, br"), files: files))
        #expect(value("Content-Encoding", packed) == "gzip" && packed.body.count < Self.script.utf8.count)
        let plain = try #require(get("/app.js", files: files))
        #expect(value("Content-Encoding", plain) == nil && plain.body == Array(Self.script.utf8))
        #expect(value("Vary", plain) == "Accept-Encoding")
        let icon = try #require(get("/icons/egg.png", Field("accept-encoding", "gzip"), files: files))
        #expect(value("Content-Encoding", icon) == nil)
    }

    @Test(arguments: [
        "/nothing", "/../index.html", "/%2e%2e/index.html", "/icons", "/icons/", "/.hidden", "//index.html", "/index",
        "/v//app.js", "/icons/../app.js", "/etc/passwd", "/app.js/", "/app%2ejs", "/v/x/v/x/app.js", "/tip.html.html",
    ])
    func nothingElseIsServed(target: String) throws {
        let files = try WebFiles(folder: folder.path)
        let found = get(target, files: files)
        // An unknown version of a file is that file, and a page has its name with and without the extension.
        #expect(found == nil || target == "/index" || target == "/v//app.js")
    }

    @Test func aFolderWithoutAPageIsRefused() {
        unlink(folder.path("index.html"))
        #expect(throws: WebFiles.Unusable.self) { try WebFiles(folder: folder.path) }
        #expect(throws: WebFiles.Unusable.self) { try WebFiles(folder: folder.path("nowhere")) }
    }

    @Test func theFolderIsFoundFromTheProgram() {
        folder.write(Self.page.utf8, to: "web/index.html")
        #expect(WebFiles.find(option: nil, executable: folder.path("a/b/eggweb")) == folder.path("web"))
        #expect(WebFiles.find(option: "/x", executable: folder.path("a/eggweb")) == "/x")
    }
}
