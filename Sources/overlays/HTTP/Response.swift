import CZlib

package struct Response: Sendable {
    package var status: Int
    package var headers: [Field]
    package var body: [UInt8]

    package init(_ status: Int, headers: [Field] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// A sentence for people.
    package static func text(_ status: Int, _ sentence: String, _ further: Field...) -> Response {
        let headers = [Field("Content-Type", "text/plain; charset=utf-8"), Field("Cache-Control", "no-store")]
        return Response(status, headers: headers + further, body: Array("\(sentence)\n".utf8))
    }

    /// A page that was made for this request.
    package static func html(_ status: Int, _ page: String) -> Response {
        let headers = [Field("Content-Type", "text/html; charset=utf-8"), Field("Cache-Control", "no-store")]
        return Response(status, headers: headers, body: Array(page.utf8))
    }

    package static func json(_ status: Int, _ text: [UInt8]) -> Response {
        Response(
            status, headers: [Field("Content-Type", "application/json"), Field("Cache-Control", "no-store")], body: text
        )
    }

    /// Sets a cookie that scripts can't read, for a year; without a value, it is removed.
    package mutating func setCookie(_ name: String, _ value: String?, to request: Request) {
        let attributes = "HttpOnly; SameSite=Lax; Path=/; Max-Age=\(value == nil ? 0 : 31_536_000)"
        let secure = request.isEncrypted ? "; Secure" : ""
        headers.append(Field("Set-Cookie", "\(name)=\(value ?? ""); \(attributes)\(secure)"))
    }

    /// Sends the browser to another path of this page, which it asks for with GET.
    package static func seeOther(_ path: String) -> Response {
        Response(303, headers: [Field("Location", path), Field("Cache-Control", "no-store")])
    }
}

/// Bytes in gzip's format (`deflate` at its highest level); nil if they don't become fewer.
package func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    guard let count = UInt32(exactly: bytes.count) else { return nil }
    var space = [UInt8](repeating: 0, count: bytes.count)
    let written = czlib_gzip(bytes, count, &space, count)
    return written > 0 ? Array(space[..<written]) : nil
}
