import POSIX

package struct Request: Sendable {
    /// GET, POST and so on.
    package var method: String
    /// The target before the question mark, as it was sent: escapes in it are not decoded.
    package var path: String
    /// The fields after the question mark, decoded.
    package var query: [Field]
    package var headers: [Field]
    package var body: [UInt8]
    package var peer: Peer

    package struct Peer: Hashable, Sendable {
        package var address: IPAddress
        /// The user that has the other end open; nil if it is on another machine or unknown.
        package var user: UInt32?

        package init(address: IPAddress, user: UInt32? = nil) {
            (self.address, self.user) = (address, user)
        }
    }

    package init(
        method: String, target: String, headers: [Field] = [], body: [UInt8] = [], peer: Peer
    ) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = parts.first.map(String.init) ?? ""
        query = parts.count > 1 ? FormFields.parse(Array(parts[1].utf8)) : []
        self.headers = headers
        self.body = body
        self.peer = peer
    }

    /// The value of a header field, by its name in lower case; nil if there is none or more than one.
    package func header(_ name: String) -> String? {
        let found = headers.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    /// Whether there is at least one header field of this name, in lower case.
    package func hasHeader(_ name: String) -> Bool {
        headers.contains { $0.name == name }
    }

    /// The values of all cookies of this name; a browser may send several.
    package func cookies(_ name: String) -> [String] {
        headers.filter { $0.name == "cookie" }.flatMap { Cookies.parse($0.value) }.filter { $0.name == name }
            .map(\.value)
    }

    /// The token of an Authorization header with the scheme Bearer; nil if there is none.
    package var bearer: String? {
        let words = header("authorization")?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    /// Whether a proxy or a tunnel has forwarded it, as far as they say so.
    package var isForwarded: Bool {
        ["forwarded", "x-forwarded-for", "via"].contains(where: hasHeader)
    }

    /// Whether the browser has an encrypted connection to a proxy on this machine.
    package var isEncrypted: Bool {
        peer.address.isLoopback && header("x-forwarded-proto")?.lowercased() == "https"
    }

    /// The body's fields as a form sends them (`application/x-www-form-urlencoded`); nil if it is none.
    package var form: [Field]? {
        mediaType == "application/x-www-form-urlencoded" ? FormFields.parse(body) : nil
    }

    /// The type of the body in lower case, without its parameters; nil if it isn't given.
    package var mediaType: String? {
        header("content-type").map { value in
            let type = value.prefix { $0 != ";" }
            return String(decoding: trimmed(type.utf8), as: UTF8.self).lowercased()
        }
    }

    package var acceptsGzip: Bool {
        guard let value = header("accept-encoding") else { return false }
        return value.split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map {
                String(decoding: trimmed($0.utf8), as: UTF8.self).lowercased()
            }
            guard parts.first == "gzip" else { return false }
            return !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }
}

package struct Field: Hashable, Sendable {
    /// The name; that of a header is in lower case.
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }
}

extension Character {
    /// Whether it is a letter or a digit of ASCII.
    var isAlphanumeric: Bool { isASCII && (isLetter || isNumber) }
}

/// The bytes without spaces and tabs at both ends.
func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
    var rest = Array(bytes)[...]
    while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest.removeFirst() }
    while let byte = rest.last, byte == 0x20 || byte == 0x09 { rest.removeLast() }
    return Array(rest)
}

/// Checks what two programs on the way of a request could understand differently ("request smuggling").
///
/// libmicrohttpd's versions differ in what they accept, so these rules are checked for every request before its body is
/// read, and the connection is closed.
enum Framing {
    /// Why a request is refused; the text of the answer.
    static func fault(version: String, target: String, headers: [Field]) -> String? {
        func count(_ name: String) -> Int { headers.reduce(0) { $0 + ($1.name == name ? 1 : 0) } }
        if version != "HTTP/1.1" && version != "HTTP/1.0" { return "This server speaks HTTP/1.1." }
        if target.utf8.first != UInt8(ascii: "/") { return "The target of a request must begin with '/'." }
        if target.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            return "The target of a request must consist of printable ASCII characters."
        }
        if count("host") > 1 || count("host") == 0 && version == "HTTP/1.1" {
            return "A request needs one Host header."
        }
        if count("transfer-encoding") > 0 && count("content-length") > 0 {
            return "A request must not have both Content-Length and Transfer-Encoding."
        }
        if count("transfer-encoding") > 1 { return "A request must not have two Transfer-Encoding headers." }
        if count("content-length") > 1 { return "A request must not have two Content-Length headers." }
        if let length = headers.first(where: { $0.name == "content-length" })?.value.utf8,
            !(1...18).contains(length.count) || !length.allSatisfy({ (0x30...0x39).contains($0) })
        {
            return "Content-Length must be a number."
        }
        let isText = headers.allSatisfy { field in
            // RFC 9110, section 5.6.2.
            !field.name.isEmpty && field.name.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".contains($0) }
                && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        }
        return isText ? nil : "A header field contains a character that is not possible there."
    }
}
