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
