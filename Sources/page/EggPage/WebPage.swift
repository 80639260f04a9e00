import Digests
import Text

/// Completes a page's file, by what is known of the other files.
struct WebPage {
    /// All files by their names.
    let files: [String: [UInt8]]
    /// Identifies the content of all files.
    let version: String

    /// Begins to load a page's code when the page has been drawn, which it would delay. Nothing is drawn while the page is
    /// hidden or the screen is off; then it begins after a second. The code needs the whole page. A second time, there is
    /// nothing left to append.
    ///
    /// If the code doesn't say within ten seconds that it runs, or fails, the page is loaded once more, and the next time
    /// the plain page takes its place. Both wait until eggweb answers, because a browser stays on the page that says that
    /// a server can't be reached. Browsers that can't parse the code understand this.
    static let start = """
        (function () {
        if (self !== top) document.documentElement.className = 'framed';
        var isSecond = history.state === 'again', runs = false;
        function start() {
        if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
        else document.head.appendChild(document.getElementById('page-code').content);
        }
        function leave() {
        if (runs) return;
        var ask = new XMLHttpRequest();
        ask.open('GET', '/about');
        ask.timeout = 10000;
        ask.onloadend = function () {
        if (runs) return;
        if (!ask.status) { setTimeout(leave, 10000); return; }
        if (isSecond) { location.replace('/plain'); return; }
        history.replaceState('again', '');
        location.reload();
        };
        ask.send();
        }
        addEventListener('codestart', function () {
        runs = true;
        if (isSecond) history.replaceState(null, '');
        });
        addEventListener('error', leave);
        setTimeout(leave, 10000);
        setTimeout(start, 1000);
        requestAnimationFrame(function () { requestAnimationFrame(start); });
        })();
        """

    /// The directives of a policy that allow what is within the pages.
    var policy: String {
        let styles = styleSheets.map { PolicyHash.source(of: $0.text) }
        return "script-src 'self' \(PolicyHash.source(of: Self.start)); "
            + "style-src \((["'self'"] + styles).joined(separator: " "))"
    }

    private var styleSheets: [(name: String, text: String)] {
        files.filter { $0.key.hasSuffix(".css") }.map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }
            .sorted { $0.name < $1.name }
    }

    /// The page of this name, with the parts that it shares with others, with addresses that are valid for this version
    /// only, with its style sheets, so that one answer is enough to draw it, and with a link to each module that its script
    /// imports: without the links, the browser would find one module after the other.
    func complete(_ name: String) -> [UInt8] {
        let address = name == "index.html" ? "/" : "/\(name.dropLast(".html".count))"
        let lines = String(decoding: files[name] ?? [], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        var text = lines.map(part).joined(separator: "\n")
        let link = #"<a href="\#(address)""#
        text = text.replacing(each: "\(link)>", by: #"\#(link) aria-current="page">"#)
        text = text.replacing(each: #"<base href="/">"#, by: #"<base href="/v/\#(version)/">"#)
        if let tag = text.place(of: #"<script type="module" src=""#) {
            let script = String(text[tag.upperBound...].prefix { $0 != "\"" })
            let links = imports(of: script).map { "<link rel=\"modulepreload\" href=\"\($0)\">\n" }
            let element = "<script type=\"module\" src=\"\(script)\"></script>"
            text = text.replacing(
                each: element,
                by: """
                    <template id="page-code">
                    \(links.joined())\(element)
                    </template>
                    <script>\(Self.start)</script>
                    """)
        }
        for sheet in styleSheets {
            text = text.replacing(
                each: "<link rel=\"stylesheet\" href=\"\(sheet.name)\">", by: "<style>\(sheet.text)</style>")
        }
        return Array(text.utf8)
    }

    /// The file that a line stands for: `<!-- shared/head.html -->`; any other line stays as it is.
    private func part(_ line: Substring) -> String {
        guard line.hasPrefix("<!-- "), line.hasSuffix(" -->"),
            let part = files[String(line.dropFirst("<!-- ".count).dropLast(" -->".count))]
        else { return String(line) }
        return String(decoding: part, as: UTF8.self)
    }

    /// The modules that a script needs, in the order in which a browser finds them.
    private func imports(of script: String) -> [String] {
        var found = [script]
        var next = 0
        while next < found.count {
            for module in modules(named: found[next]) where !found.contains(module) { found.append(module) }
            next += 1
        }
        return Array(found.dropFirst())
    }

    /// The modules that a file names, if they exist: `import … from '../shared/words.js';`, at the start of a line.
    private func modules(named name: String) -> [String] {
        String(decoding: files[name] ?? [], as: UTF8.self).split(separator: "\n").compactMap { line in
            guard ["import ", "export ", "} from "].contains(where: line.hasPrefix) else { return nil }
            let parts = line.split(separator: "'", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            var path = name.split(separator: "/").dropLast()
            for part in parts[1].split(separator: "/") where part != "." {
                if part == ".." { _ = path.popLast() } else { path.append(part) }
            }
            let module = path.joined(separator: "/")
            return files[module] == nil ? nil : module
        }
    }
}

/// The hashes by which a Content-Security-Policy allows a certain inline script or style.
enum PolicyHash {
    /// The source `'sha256-…'` of an element with this text.
    static func source(of text: String) -> String {
        "'sha256-\(base64(SHA256.hash(of: text)))'"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let groups = stride(from: 0, to: bytes.count, by: 3).map { start in
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
            let text = (0...group.count).map { String(digits[bits >> (18 - 6 * $0) & 63]) }.joined()
            return text + String(repeating: "=", count: 3 - group.count)
        }
        return groups.joined()
    }
}
