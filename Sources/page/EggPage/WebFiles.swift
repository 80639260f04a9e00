import Digests
import Glibc
import HTTP
import Languages
import POSIX
import Text

/// The files for the browser, read once at start: no path is ever made of a request.
struct WebFiles: Sendable {
    struct File: Sendable {
        let bytes: [UInt8]
        let compressed: [UInt8]?
        let type: String
        let tag: String
        let isPage: Bool

        init(_ bytes: [UInt8], type: String, isPage: Bool) {
            (self.bytes, self.type, self.isPage) = (bytes, type, isPage)
            compressed = WebFiles.isCompressible(type) ? gzip(bytes) : nil
            tag = "W/\"\(SHA256.digits(of: bytes, count: 8))\""
        }
    }

    /// The folder can't be used.
    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    /// Identifies the content of all files.
    let version: String
    /// The directives of a policy that allow what is within the pages.
    let policy: String
    /// The eggs' page, which eggd completes; nil if the folder has another page in its place.
    let eggsPage: EggsPage?
    private let files: [String: File]
    /// The module with the catalogue, by the code of its language.
    private let catalogues: [String: File]

    /// Reads the files of a folder and of the folders within it.
    init(folder: String, _ languages: PageLanguages = PageLanguages()) throws(Unusable) {
        var found: [(name: String, bytes: [UInt8])]
        do throws(FileError) {
            found = try Self.read(folder, prefix: "", depth: 0).sorted { $0.name < $1.name }
                .map { ($0.name, Self.isCode($0.name) ? Self.withoutComments($0.bytes) : $0.bytes) }
        } catch {
            throw Unusable(description: "\(error.path) can't be read: \(error.reason)")
        }
        guard found.contains(where: { $0.name == "index.html" }) else {
            throw Unusable(description: "\(folder) has no index.html; name the folder of the page with --web DIR")
        }
        // The plain page rings with it.
        if let bell = try? SmallFile.read("\(folder)/../sounds/bell.wav", limit: Self.largest) {
            found.append(("bell.wav", bell))
        }
        var all = found.flatMap { file -> [UInt8] in Array("\(file.name) \(file.bytes.count) ".utf8) + file.bytes }
        for catalogue in languages.catalogues.sorted(by: { $0.key < $1.key }) { all += catalogue.value }
        let version = SHA256.digits(of: all, count: 8)
        self.version = version
        let page = WebPage(
            files: Dictionary(found.map { ($0.name, $0.bytes) }) { first, _ in first }, version: version)
        policy = page.policy
        var files: [String: File] = [:]
        for file in found {
            let isPage = file.name.hasSuffix(".html")
            files[file.name] = File(
                isPage ? page.complete(file.name) : file.bytes, type: Self.type(of: file.name), isPage: isPage)
        }
        self.files = files
        let module = String(decoding: files[Self.catalogueModule]?.bytes ?? [], as: UTF8.self)
        catalogues = languages.catalogues.mapValues {
            let object = String(decoding: $0, as: UTF8.self)
            let text = module.replacing(each: Self.catalogue("{}"), by: Self.catalogue(object))
            return File(Array(text.utf8), type: Self.type(of: Self.catalogueModule), isPage: false)
        }
        eggsPage = EggsPage(files["index.html"]?.bytes ?? [])
    }

    /// The address of a file, which is valid for its content only.
    func address(of name: String) -> String { "/v/\(version)/\(name)" }

    /// The answer to GET for a path, with a page in the language of the thread; nil if there is no such file.
    func reply(to request: Request) -> Response? {
        var name = request.path.dropFirst()
        var (isVersioned, language) = (false, "")
        if name.hasPrefix("v/"), let slash = name.dropFirst(2).firstIndex(of: "/") {
            let parts = name[..<slash].dropFirst(2).split(separator: "-", maxSplits: 1)
            (isVersioned, language) = (parts.first.map(String.init) == version, parts.dropFirst().joined())
            name = name[name.index(after: slash)...]
        }
        let key = name.isEmpty ? "index.html" : String(name)
        if key == Self.catalogueModule, let file = catalogues[language] {
            return Self.reply(file, to: request, isImmutable: isVersioned)
        }
        guard let file = files[key] ?? (key.contains(".") ? nil : files["\(key).html"]) else { return nil }
        if file.isPage, Language.current != .english {
            return reply(PageWords.said(String(decoding: file.bytes, as: UTF8.self)), to: request)
        }
        if key == Self.manifest, Language.current != .english {
            let said = PageWords.said(manifest: String(decoding: file.bytes, as: UTF8.self))
            return Self.reply(
                File(Array(said.utf8), type: file.type, isPage: false), to: request, isImmutable: isVersioned)
        }
        return Self.reply(file, to: request, isImmutable: isVersioned && !file.isPage)
    }

    /// The file that names the installed page.
    private static let manifest = "manifest.webmanifest"

    /// The module of the page's sentences, and its line into which the catalogue of a language is put.
    private static let catalogueModule = "shared/language.js"
    private static func catalogue(_ object: String) -> String { "const catalogue = \(object);" }

    /// The answer with a page that was made for this request.
    func reply(_ page: String, to request: Request) -> Response {
        Self.reply(
            File(Array(page.utf8), type: Self.type(of: "index.html"), isPage: true), to: request, isImmutable: false)
    }

    private static func reply(_ file: File, to request: Request, isImmutable: Bool) -> Response {
        var headers = [
            Field("Content-Type", file.type), Field("ETag", file.tag), Field("Vary", "Accept-Encoding"),
            Field("Cache-Control", isImmutable ? "public, max-age=31536000, immutable" : "no-cache"),
        ]
        if let known = request.header("if-none-match"),
            known == "*" || known.split(separator: ",").contains(where: { $0.drop { $0 == " " } == file.tag })
        {
            return Response(304, headers: headers)
        }
        guard let compressed = file.compressed else { return part(of: file, headers, request) }
        guard request.acceptsGzip else { return Response(200, headers: headers, body: file.bytes) }
        headers.append(Field("Content-Encoding", "gzip"))
        return Response(200, headers: headers, body: compressed)
    }

    /// The part that is asked for of a file that isn't compressed; Safari plays no sound without it. Anything but one range is
    /// answered with the whole file.
    private static func part(of file: File, _ headers: [Field], _ request: Request) -> Response {
        let all = Response(200, headers: headers + [Field("Accept-Ranges", "bytes")], body: file.bytes)
        guard let range = request.header("range"), range.hasPrefix("bytes="), request.header("if-range") == nil
        else { return all }
        let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return all }
        let size = file.bytes.count
        let parts: (first: Int, last: Int)? =
            switch (Int(ends[0]), Int(ends[1])) {
            case (let first?, let last?): (first, min(last, size - 1))
            case (let first?, nil) where ends[1].isEmpty: (first, size - 1)
            case (nil, let length?) where ends[0].isEmpty: (max(0, size - length), size - 1)
            default: nil
            }
        guard let (first, last) = parts else { return all }
        guard first <= last, first < size else {
            return Response(416, headers: headers + [Field("Content-Range", "bytes */\(size)")])
        }
        var part = all
        (part.status, part.body) = (206, Array(file.bytes[first...last]))
        part.headers.append(Field("Content-Range", "bytes \(first)-\(last)/\(size)"))
        return part
    }

    /// The folder from the option; else `<prefix>/share/eggtimer/web` or `web` in the nearest folder above the program.
    static func find(option: String?, executable: String) -> String? {
        if let option { return option }
        let above = Folder.above(executable)
        let installed = above.dropFirst().first.map { "\($0)/share/eggtimer/web" }
        return ([installed].compactMap { $0 } + above.map { "\($0)/web" }).first {
            access("\($0)/index.html", R_OK) == 0
        }
    }

    // MARK: Reading

    /// The largest file, in bytes.
    private static let largest = 4 << 20
    /// The most folders within each other.
    private static let deepest = 3

    private static func read(_ folder: String, prefix: String, depth: Int) throws(FileError) -> [(
        name: String, bytes: [UInt8]
    )] {
        var found: [(name: String, bytes: [UInt8])] = []
        for name in try Folder.names(in: folder) where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR, depth < deepest {
                found += try read(path, prefix: "\(prefix)\(name)/", depth: depth + 1)
            } else if status.st_mode & S_IFMT == S_IFREG {
                found.append(("\(prefix)\(name)", try SmallFile.read(path, limit: largest)))
            }
        }
        return found
    }

    private static func isCode(_ name: String) -> Bool { name.hasSuffix(".js") || name.hasSuffix(".css") }

    /// A script or a style sheet without the comments that begin a line, and without indentation: they would be a fifth of
    /// a first visit.
    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var lines: [Substring] = []
        var isComment = false
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            var rest = line.drop { $0 == " " }
            if isComment || rest.hasPrefix("/*") {
                let end = rest.place(of: "*/")
                isComment = end == nil
                rest = rest[(end?.upperBound ?? rest.endIndex)...]
                if rest.isEmpty { continue }
            }
            if !rest.hasPrefix("//") { lines.append(rest) }
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "wav": "audio/wav"
        case "webm": "video/webm"
        case "mp4": "video/mp4"
        default: "application/octet-stream"
        }
    }

    private static func isCompressible(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
    }
}
