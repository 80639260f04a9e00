import POSIX
import Testing

@testable import HTTP

@Suite struct ParsingTests {
    // MARK: Fields

    @Test(arguments: [
        ("a=1&b=2", [Field("a", "1"), Field("b", "2")]), ("", []), ("&&", []), ("a", [Field("a", "")]),
        ("=1", [Field("", "1")]), ("a=1=2", [Field("a", "1=2")]), ("a+b=c%20d%2B", [Field("a b", "c d+")]),
        ("egg=%F0%9F%A5%9A", [Field("egg", "🥚")]), ("a=%", [Field("a", "%")]), ("a=%4", [Field("a", "%4")]),
        ("a=%zz", [Field("a", "%zz")]), ("a=%ff", [Field("a", "\u{FFFD}")]), ("a=%00", [Field("a", "\0")]),
        ("a=%2526", [Field("a", "%26")]),
    ])
    func formFieldsAreDecodedOnce(text: String, fields: [Field]) {
        #expect(FormFields.parse(Array(text.utf8)) == fields)
        #expect(Request(method: "GET", target: "/x?\(text)", peer: .init(address: .loopback)).query == fields)
    }

    @Test(arguments: [
        ([Field("egg", "soft"), Field("name", "A & b")], "egg=soft&name=A+%26+b"), ([], ""),
        ([Field("at", "18:30")], "at=18:30"), ([Field("a=", "é+\r\n/?#\"'")], "a%3D=%C3%A9%2B%0D%0A%2F%3F%23%22%27"),
    ])
    func fieldsAreWrittenAsTheyAreRead(fields: [Field], text: String) {
        #expect(FormFields.text(fields) == text && FormFields.parse(Array(text.utf8)) == fields)
    }

    @Test func thereIsALimitOnFields() {
        let many = Array(String(repeating: "a&", count: 10_000).utf8)
        #expect(FormFields.parse(many).count <= FormFields.maxCount)
        #expect(Cookies.parse(String(repeating: "a=b;", count: 10_000)).count == Cookies.maxCount)
    }

    /// Another site on this host or in its domain may set cookies that come first.
    @Test func aCookieIsFoundBehindManyOthers() {
        let others = String(repeating: "a=b; ", count: 1000)
        #expect(request(Field("cookie", "\(others)egg=soft")).cookies("egg") == ["soft"])
    }

    @Test(arguments: [
        ("a=1; b=2", [Field("a", "1"), Field("b", "2")]), ("a=1;b=2;", [Field("a", "1"), Field("b", "2")]),
        ("", []), ("a", []), (" a = x ", [Field("a", "x")]), ("a=b=c", [Field("a", "b=c")]), (";;=;", [Field("", "")]),
    ])
    func cookiesAreRead(text: String, cookies: [Field]) {
        #expect(Cookies.parse(text) == cookies)
    }

    @Test(arguments: [
        ("gzip", true), ("br, gzip", true), ("deflate, GZIP;q=0.5", true), ("gzip;q=0", false), ("", false),
        ("gzip; q=0", false), ("identity", false), ("xgzip", false),
    ])
    func gzipIsUsedWhereItIsAccepted(text: String, isAccepted: Bool) {
        #expect(request(Field("accept-encoding", text)).acceptsGzip == isAccepted)
    }

    @Test func gzipMakesWhatItCanSmaller() throws {
        let text = [UInt8](repeating: 65, count: 10_000)
        let packed = try #require(gzip(text))
        #expect(packed.count < 200 && packed.prefix(2) == [0x1F, 0x8B])
        #expect(gzip([]) == nil && gzip([1, 2, 3]) == nil)
    }

    // MARK: Framing

    private static let faults: [(version: String, target: String, headers: [Field])] = [
        ("HTTP/0.9", "/", [Field("host", "x")]), ("HTTP/2.0", "/", [Field("host", "x")]),
        ("", "/", [Field("host", "x")]),
        ("HTTP/1.1", "http://localhost/", [Field("host", "x")]), ("HTTP/1.1", "*", [Field("host", "x")]),
        ("HTTP/1.1", "/\u{7F}", [Field("host", "x")]), ("HTTP/1.1", "/ü", [Field("host", "x")]),
        ("HTTP/1.1", "/a b", [Field("host", "x")]),
        ("HTTP/1.1", "/", []), ("HTTP/1.1", "/", [Field("host", "x"), Field("host", "x")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("content-length", "1"), Field("content-length", "1")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("content-length", "1"), Field("transfer-encoding", "chunked")]),
        (
            "HTTP/1.1", "/",
            [Field("host", "x"), Field("transfer-encoding", "chunked"), Field("transfer-encoding", "chunked")]
        ),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("content-length", "+1")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("content-length", "1, 1")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("content-length", "")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("content-length", "9999999999999999999")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("content-length ", "1")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("", "1")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("a", "b\rc")]),
        ("HTTP/1.1", "/", [Field("host", "x"), Field("a", "b\0c")]),
    ]

    @Test(arguments: faults)
    func requestsThatCanBeUnderstoodInTwoWaysAreRefused(version: String, target: String, headers: [Field]) {
        #expect(Framing.fault(version: version, target: target, headers: headers) != nil)
    }

    @Test func requestsOfBrowsersAreNot() {
        let headers = [Field("host", "localhost"), Field("cookie", "a=b; c=ü"), Field("content-length", "0")]
        #expect(Framing.fault(version: "HTTP/1.1", target: "/%2e?x=1", headers: headers) == nil)
        #expect(Framing.fault(version: "HTTP/1.0", target: "/", headers: []) == nil)
    }
}
