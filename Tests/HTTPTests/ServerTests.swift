import CLinux
import EggTestSupport
import Glibc
import POSIX
import Testing

@testable import HTTP

@Suite struct ServerTests {
    @Test func severalRequestsUseOneConnection() throws {
        let server = try RunningServer()
        let client = try server.client()
        for number in 0..<3 {
            let answer = try client.request("GET", "/\(number)?x=1")
            #expect(answer.status == 200 && answer.text == "GET /\(number) 0\n")
            #expect(answer.headers["server"] == nil)
        }
        #expect(try client.request("HEAD", "/x").body.isEmpty)
        #expect(try client.request("POST", "/body", body: "five!").text == "POST /body 5\n")
        #expect(server.connectionCount == 1)
    }

    @Test func theOtherEndIsKnown() throws {
        let server = try RunningServer()
        _ = try server.client().request("GET", "/")
        let peer = try #require(server.answers.requests.withLock { $0.first?.peer })
        #expect(peer.address == .loopback && peer.user == geteuid())
    }

    /// The kernel shows root as the owner of sockets that were closed: its user must not be taken for root.
    @Test func aClientThatHasLeftIsNobody() throws {
        let server = try RunningServer()
        let client = try server.client()
        client.send("POST /hold HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        client.hangUp()
        // Its request may or may not be carried out; if it is, its user is either known or unknown, and never another.
        _ = try server.client().request("GET", "/")
        let users = server.answers.requests.withLock { $0.filter { $0.path == "/hold" }.map(\.peer.user) }
        #expect(users.allSatisfy { $0 == nil || $0 == geteuid() })
    }

    /// A suspended request would make libmicrohttpd abort the process.
    @Test func aRequestThatIsCompletedByTheEndIsNotHandedOver() throws {
        let server = try RunningServer()
        let client = try server.client()
        _ = try client.request("GET", "/")
        server.stop { client.send("GET /hold HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(client.rest() == [])
        #expect(server.answers.requests.withLock { $0.map(\.path) } == ["/"])
    }

    @Test func anAnswerMayComeLater() throws {
        let server = try RunningServer()
        let (early, late) = (try server.client(), try server.client())
        early.send("GET /hold HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try late.request("GET", "/").status == 200)
        server.release("at last")
        #expect(try early.answer().text == "at last\n")
        #expect(try early.request("GET", "/again").text == "GET /again 0\n")
    }

    @Test func aBodyInPiecesIsPutTogether() throws {
        let server = try RunningServer()
        let client = try server.client()
        client.send("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n")
        for _ in 0..<10 { client.send("abcde") }
        #expect(try client.answer().text == "POST /x 50\n")
    }

    /// libmicrohttpd moves its memory for the head while this arrives.
    @Test func aLongHeadInPiecesIsPutTogether() throws {
        let server = try RunningServer()
        let client = try server.client()
        let fields = (0..<32).map { "A\($0): \t \(String(repeating: "a", count: 300)) \r\n" }
        for _ in 0..<2 {
            for byte in "\r\nGET /x?a=b&c HTTP/1.1\r\n".utf8 { client.send(bytes: [byte]) }
            for field in fields { client.send(field) }
            client.send("Empty:\r\nHost: x\r\n")
            for byte in "\r\n".utf8 { client.send(bytes: [byte]) }
            #expect(try client.answer().text == "GET /x 0\n")
        }
        let headers = try #require(server.answers.requests.withLock { $0.last?.headers })
        #expect(headers.count == 34 && headers.last == Field("host", "x"))
    }

    @Test(arguments: [(65_536, 200), (65_537, 413)])
    func aBodyMayHave64KiB(length: Int, status: Int) throws {
        let server = try RunningServer()
        let client = try server.client()
        client.send("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
        let (head, tail) = (length - 1_000, 1_000)
        if status == 200 {
            client.send(String(repeating: "a", count: head))
            client.send(String(repeating: "b", count: tail))
        }
        let answer = try client.answer()
        #expect(answer.status == status)
        #expect(answer.text == "POST /x 65536\n" || status == 413)
    }

    /// It tells when the last connection has been closed, and when there is one again.
    @Test func itTellsWhenNobodyIsConnected() throws {
        let server = try RunningServer()
        for round in 1...2 {
            do {
                let (one, other) = (try server.client(), try server.client())
                for client in [one, other] {
                    #expect(try client.request("GET", "/").status == 200)
                    // The first connection ends the idle time; the second one changes nothing.
                    #expect(server.answers.isIdle.withLock { $0.count } == 2 * round - 1)
                }
                #expect(server.connectionCount == 2)
            }
            try waitUntil("both are closed") { server.connectionCount == 0 }
            #expect(server.answers.isIdle.withLock { $0 } == Array([false, true, false, true].prefix(2 * round)))
        }
    }

    @Test func aBodyWithoutItsLengthIsRefused() throws {
        let server = try RunningServer()
        let client = try server.client()
        client.send("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
        #expect(try client.answer().status == 411)
        #expect(server.answers.requests.withLock { $0.isEmpty })
    }

    // MARK: Malformed requests

    private static let malformed: [(name: String, text: String)] = [
        (
            "both lengths",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        ("two lengths", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\nabcd"),
        ("two equal lengths", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n"),
        ("a negative length", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"),
        ("a length with a sign", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: +4\r\n\r\nabcd"),
        (
            "a length that is too large",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n"
        ),
        ("an unknown encoding", "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        ("two encodings", "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        (
            "a bad size of a chunk",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"
        ),
        ("a negative chunk", "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n"),
        (
            "a chunk that is too large",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc\r\n0\r\n\r\n"
        ),
        ("an absolute target", "GET http://localhost/a HTTP/1.1\r\nHost: x\r\n\r\n"),
        ("a target without a slash", "GET a HTTP/1.1\r\nHost: x\r\n\r\n"),
        ("no host", "GET /a HTTP/1.1\r\n\r\n"),
        ("two hosts", "GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
        ("another version", "GET /a HTTP/3.0\r\nHost: x\r\n\r\n"),
        ("no version", "GET /a\r\nHost: x\r\n\r\n"),
        (
            "a head that is too long",
            "GET /a HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 40_000))\r\n\r\n"
        ),
        ("a target that is too long", "GET /\(String(repeating: "a", count: 40_000)) HTTP/1.1\r\nHost: x\r\n\r\n"),
        ("binary", "\u{16}\u{3}\u{1}\u{0}\u{1}\r\n\r\n\r\n\r\n"),
        ("a NUL in a length", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\0 3\r\n\r\nab"),
        ("a NUL in the host", "GET /a HTTP/1.1\r\nHost: x\0.evil.example\r\n\r\n"),
        ("a NUL in the last field", "GET /a HTTP/1.1\r\nHost: x\r\nCookie: a=b\0; c=d\r\n\r\n"),
        ("a NUL at the end of a field", "GET /a HTTP/1.1\r\nHost: x\r\nA: b\0\r\nC: d\r\n\r\n"),
        ("a NUL at the end of the last field", "GET /a HTTP/1.1\r\nHost: x\0\r\n\r\n"),
        ("a NUL in a field's name", "GET /a HTTP/1.1\r\nHost: x\r\nA\0b: c\r\n\r\n"),
        ("a line that begins with a NUL", "GET /a HTTP/1.1\r\nHost: x\r\n\0a: b\r\nGET /b HTTP/1.1\r\nHost: y\r\n\r\n"),
        ("a line that is a NUL", "GET /a HTTP/1.1\r\nHost: x\r\n\0\r\nGET /b HTTP/1.1\r\nHost: y\r\n\r\n"),
        ("a NUL in the version", "GET /a HTTP/1.1\0\r\nHost: x\r\n\r\n"),
        ("a NUL in the target", "GET /a\0/../b HTTP/1.1\r\nHost: x\r\n\r\n"),
        ("a bare LF after the request's line", "GET /a HTTP/1.1\nHost: x\r\n\r\n"),
        ("a bare LF after a field", "GET /a HTTP/1.1\r\nHost: x\nA: b\r\n\r\n"),
        ("a bare LF after the last field", "GET /a HTTP/1.1\r\nHost: x\n\r\n"),
        ("a bare LF after the head", "GET /a HTTP/1.1\r\nHost: x\r\n\n"),
        ("only bare LFs", "GET /a HTTP/1.1\nHost: x\n\n"),
        (
            "a bare LF after the size of a chunk",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n"
        ),
        (
            "a bare LF after a chunk",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\n0\r\n\r\n"
        ),
        (
            "a bare LF after the last chunk",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\n"
        ),
        (
            "a bare LF in an extension",
            "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;a\nb\r\nabc\r\n0\r\n\r\n"
        ),
        ("a field without a name", "GET /a HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n"),
        ("a field without a name at the beginning", "GET /a HTTP/1.1\r\n: b\r\nHost: x\r\n\r\n"),
        ("a field in two lines", "GET /a HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n"),
        ("a line without a colon", "GET /a HTTP/1.1\r\nHost: x\r\nA\r\n\r\n"),
        ("a body that is too long", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n"),
    ]

    /// Each is refused, and a request that is hidden behind it is not carried out.
    @Test(arguments: malformed)
    func aMalformedRequestIsRefusedAndItsConnectionClosed(name: String, text: String) throws {
        let server = try RunningServer()
        let client = try server.client()
        client.send(text + "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = String(decoding: try #require(client.rest()), as: UTF8.self)
        #expect(
            answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 5"), "\(name): \(answer)")
        #expect(server.answers.requests.withLock { $0.isEmpty }, "\(name)")
    }

    // MARK: Streams

    @Test func aStreamGetsItsMessagesAndEnds() throws {
        let server = try RunningServer()
        let client = try server.client()
        client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.head().headers["content-type"] == "text/event-stream")
        for number in 0..<5 {
            server.send("data: \(number)\n\n")
            #expect(try client.event() == "data: \(number)")
        }
        let long = String(repeating: "x", count: 20_000)
        server.send("data: \(long)\n\n")
        #expect(try client.event() == "data: \(long)")
        server.closeStreams()
        #expect(try client.event() == nil)
        #expect(server.waitForEnd())
        #expect(try client.request("GET", "/after").status == 200)
    }

    @Test func streamsLeavePlacesForCalls() throws {
        let server = try RunningServer(connections: 16)
        let clients = try (0..<16).map { number in
            let client = try server.client()
            client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
            let (status, headers) = try client.head()
            #expect(status == (number < 14 ? 200 : 503) && (headers["retry-after"] == nil) == (number < 14))
            return client
        }
        #expect(server.waitForEnd() && server.waitForEnd())
        #expect(try server.client().request("POST", "/call").status == 200)
        server.send("data: 1\n\n")
        for client in clients[..<14] { #expect(try client.event() == "data: 1") }
    }

    @Test func aStreamWhoseClientLeavesEnds() throws {
        let server = try RunningServer()
        let client = try server.client()
        client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try client.head()
        client.hangUp()
        // The first message after that is answered by a reset, which the second one finds.
        server.send("data: 1\n\n")
        server.send("data: 2\n\n")
        try waitUntil("the stream ends") {
            server.send("data: 3\n\n")
            return server.waitedForEnd
        }
    }

    @Test func aClientThatReadsNothingIsDisconnected() throws {
        let server = try RunningServer(reading: .milliseconds(200))
        let client = try server.client()
        client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try client.head()
        // No message for a while doesn't count.
        for number in 0..<2 {
            usleep(300_000)
            server.send("data: \(number)\n\n")
            #expect(try client.event() == "data: \(number)")
        }
        let long = String(repeating: "x", count: 4_000_000)
        try waitUntil("the stream ends") {
            server.send("data: \(long)\n\n")
            return server.waitedForEnd
        }
        withExtendedLifetime(client) {}
    }

    /// Also one whose stream was closed meanwhile.
    @Test func aClientThatDoesNotReadTheEndIsDisconnected() throws {
        let server = try RunningServer(reading: .milliseconds(200))
        let client = try server.client()
        client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try client.head()
        for _ in 0..<16 { server.send("data: \(String(repeating: "x", count: 4_000_000))\n\n") }
        server.closeStreams()
        try waitUntil("the stream ends") {
            server.send("data: 1\n\n")
            return server.waitedForEnd
        }
        withExtendedLifetime(client) {}
    }

    // MARK: Slow clients

    @Test func twoHundredHalfRequestsDelayNobody() throws {
        let server = try RunningServer()
        let slow = try (0..<200).map { _ in try server.client() }
        for client in slow { client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc") }
        let answer = try server.client().request("GET", "/")
        #expect(answer.status == 200)
        #expect(server.connectionCount >= 200)
        withExtendedLifetime(slow) {}
    }

    /// An answer may take a minute, which must not delay the end of a request that is sent after it.
    @Test func aSlowRequestIsClosedWhileAnAnswerIsMade() throws {
        let server = try RunningServer(receiving: .seconds(2))
        let waiting = try server.client()
        waiting.send("GET /hold HTTP/1.1\r\nHost: x\r\n\r\n")
        // After the first one, the end of that answer is what the server waits for.
        for _ in 0..<2 {
            let slow = try server.client()
            slow.send("GET / HTTP/1.1\r\n")
            #expect(slow.rest() == [])
        }
        server.release("at last")
        #expect(try waiting.answer().status == 200)
    }

    @Test func whenThereIsNoRoomTheOldestHalfRequestIsClosed() throws {
        let server = try RunningServer(connections: 16)
        let slow = try (0..<16).map { _ in
            let client = try server.client()
            client.send("GET / HTTP/1.1\r\n")
            return client
        }
        #expect(try server.client().request("GET", "/").status == 200)
        #expect(slow[0].rest() == [])
        slow[15].send("Host: x\r\n\r\n")
        #expect(try slow[15].answer().status == 200)
    }
}
