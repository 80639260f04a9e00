/// Completes a page's file, by what is known of the other files.
struct WebPage {
    /// All files by their names.
    let files: [String: [UInt8]]
    /// Identifies the content of all files.
    let version: String

    /// The page with addresses that are valid for this version only, and with a link to each module that its script
    /// imports: without the links, the browser would find one module after the other.
    func complete(_ page: [UInt8]) -> [UInt8] {
        var text = String(decoding: page, as: UTF8.self)
            .replacing(#"<base href="/">"#, with: #"<base href="/v/\#(version)/">"#, maxReplacements: 1)
        if let tag = text.firstRange(of: #"<script type="module" src=""#) {
            let script = String(text[tag.upperBound...].prefix { $0 != "\"" })
            let links = imports(of: script).map { "<link rel=\"modulepreload\" href=\"\($0)\">\n" }
            text.insert(contentsOf: links.joined(), at: tag.lowerBound)
        }
        return Array(text.utf8)
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
