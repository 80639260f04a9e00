/// An answer to a request.
public struct Response: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: [Field]
    /// The body.
    public var body: [UInt8]

    /// An answer with these parts.
    public init(_ status: Int, headers: [Field] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// A sentence for people.
    public static func text(_ status: Int, _ sentence: String) -> Response {
        Response(
            status, headers: [Field("Content-Type", "text/plain; charset=utf-8"), Field("Cache-Control", "no-store")],
            body: Array("\(sentence)\n".utf8))
    }

    /// A text in JSON.
    public static func json(_ status: Int, _ text: [UInt8]) -> Response {
        Response(
            status, headers: [Field("Content-Type", "application/json"), Field("Cache-Control", "no-store")], body: text
        )
    }

    /// Sends the browser to another path of this page, which it asks for with GET.
    public static func seeOther(_ path: String) -> Response {
        Response(303, headers: [Field("Location", path), Field("Cache-Control", "no-store")])
    }
}
