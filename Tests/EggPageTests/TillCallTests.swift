import EggLoop
import EggTestSupport
import HTTP
import Testing
import TillService

@testable import EggPage

/// The till's interface on a database of its own.
private struct Fixture {
    let folder = TemporaryFolder()
    let running: RunningLoop
    let calls: TillCalls

    init(_ path: String = "till") throws {
        running = try RunningLoop()
        calls = try TillCalls(TillService(folder: folder.path(path)), loop: running.loop)
    }

    func call(
        _ method: String, _ parameters: String = "{}", cookie: String? = nil, headers: [Field] = []
    ) throws -> Response {
        let cookies = cookie.map { [Field("cookie", $0)] } ?? []
        let request = Request(
            method: "POST", target: "/call/", headers: headers + cookies,
            peer: .init(address: .loopback))
        let answer = Promise<Response?>()
        calls.make("io.eggtimer.Till.\(method)", Array(parameters.utf8), request) { answer.fulfil($0) }
        let response = answer.wait(upTo: .seconds(60)) ?? nil
        return try #require(response)
    }

    /// Registers a customer; the cookie as the browser sends it back.
    func register(_ name: String) throws -> String {
        let answer = try call(
            "Register",
            #"{"name":"\#(name)","email":"\#(name)@example.org","emailAgain":"\#(name)@example.org","telephone":"1234567"}"#
        )
        try #require(answer.status == 200, "\(text(answer))")
        let header = try #require(answer.headers.first { $0.name == "Set-Cookie" }?.value)
        return String(header.prefix { $0 != ";" })
    }
}

private func text(_ answer: Response) -> String {
    String(decoding: answer.body, as: UTF8.self)
}

@Suite struct TillCallTests {
    @Test func aCallIsAnsweredWithTheTillsReply() throws {
        let answer = try Fixture().call("Lunch", #"{"soup":"1","main":"2","cola":"0.5"}"#)
        #expect(answer.status == 200 && !answer.headers.contains { $0.name == "Set-Cookie" })
        #expect(text(answer).contains(#""text":"12.00 EUR""#))
    }

    @Test(arguments: [
        ("Lunch", #"{"soup":"11"}"#, 409, "io.eggtimer.Till.Invalid"),
        ("Purchases", "{}", 409, "io.eggtimer.Till.NotSignedIn"),
        ("Lunch", #"{"fish":"1"}"#, 400, "org.varlink.service.InvalidParameter"),
        ("Supper", "{}", 404, "org.varlink.service.MethodNotFound"),
    ])
    func aRefusalHasItsStatusAndItsName(method: String, parameters: String, status: Int, error: String) throws {
        let answer = try Fixture().call(method, parameters)
        #expect(answer.status == status)
        #expect(text(answer).hasPrefix("{\"error\":\"\(error)\","), "\(text(answer))")
    }

    @Test func aDatabaseThatCannotBeUsedIsSaid() throws {
        let fixture = try Fixture("till/deeper")
        fixture.folder.write("no folder".utf8, to: "till")
        let answer = try fixture.call("SetLeadingCurrency", #"{"currency":"EUR"}"#)
        #expect(answer.status == 503 && text(answer).contains("io.eggtimer.Till.StoreUnavailable"), "\(text(answer))")
        // Calls that need no database are not affected.
        #expect(try fixture.call("Menu").status == 200)
    }

    @Test func theSessionIsInACookieThatScriptsCannotRead() throws {
        let fixture = try Fixture()
        let answer = try fixture.call(
            "Register",
            #"{"name":"Ana","email":"ana@example.org","emailAgain":"ana@example.org","telephone":"1234567"}"#)
        let header = try #require(answer.headers.first { $0.name == "Set-Cookie" }?.value)
        #expect(header.hasPrefix("till=") && header.hasSuffix("; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"))
        let cookie = String(header.prefix { $0 != ";" })
        #expect(!text(answer).contains(cookie.dropFirst("till=".count)))
        #expect(try text(fixture.call("Account", cookie: "eggweb=other; \(cookie)")).contains("Ana"))
        let end = try fixture.call("SignOut", cookie: cookie)
        let cleared = end.headers.first { $0.name == "Set-Cookie" }?.value
        #expect(cleared == "till=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0")
        #expect(try text(fixture.call("Account", cookie: cookie)).contains(#""customer":null"#))
    }

    /// Another site on this host, or one without encryption, can set cookies of the same name.
    @Test func cookiesThatAnotherSiteHasSetSignNobodyOut() throws {
        let fixture = try Fixture()
        let cookie = try fixture.register("ana")
        let tossed = (0..<100).map { "till=\($0)" }.joined(separator: "; ")
        for cookies in ["\(tossed); \(cookie)", "\(cookie); \(tossed)", "till=; \(cookie)"] {
            #expect(try text(fixture.call("Account", cookie: cookies)).contains("ana@example.org"))
        }
        let answer = try fixture.call("Account", cookie: "\(tossed); \(cookie)")
        #expect(answer.headers.first { $0.name == "Set-Cookie" }?.value.hasPrefix("\(cookie);") == true)
        _ = try fixture.call("SignOut", cookie: "\(tossed); \(cookie)")
        #expect(try text(fixture.call("Account", cookie: cookie)).contains(#""customer":null"#))
    }

    @Test func theCookieIsForEncryptedConnectionsIfAProxyHereHasOne() throws {
        let fixture = try Fixture()
        let cookie = try fixture.register("ana")
        func setCookie(_ method: String, _ scheme: String) throws -> String? {
            let answer = try fixture.call(method, cookie: cookie, headers: [Field("x-forwarded-proto", scheme)])
            return answer.headers.first { $0.name == "Set-Cookie" }?.value
        }
        #expect(try setCookie("Account", "https")?.hasSuffix("; Max-Age=31536000; Secure") == true)
        #expect(try setCookie("Account", "http")?.hasSuffix("; Max-Age=31536000") == true)
        #expect(try setCookie("SignOut", "https")?.hasSuffix("; Max-Age=0; Secure") == true)
    }

    @Test func aCookieShowsTheOrdersOfItsCustomerOnly() throws {
        let fixture = try Fixture()
        let (ana, boris) = (try fixture.register("ana"), try fixture.register("boris"))
        let bought = try fixture.call(
            "Buy",
            #"{"recipient":"Zelda","gender":"woman","color":"red","message":"Hello","senders":"us","luxury":1}"#,
            cookie: ana)
        try #require(bought.status == 200, "\(text(bought))")
        #expect(try text(fixture.call("Purchases", cookie: ana)).contains("Zelda"))
        for cookie in [boris, "till=", "till=x", "\(ana)x", nil] {
            #expect(try !text(fixture.call("Purchases", cookie: cookie)).contains("Zelda"))
        }
    }
}
