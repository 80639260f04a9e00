import EggTestSupport
import Glibc
import HTTP
import POSIX
import Testing

@testable import EggPage

/// A gate with a token in a folder of its own.
private struct Fixture {
    let folder = TemporaryFolder()
    let token: TokenFile
    let gate: Gate

    init(isOpen: Bool = true, hosts: [String] = [], inFrames: Bool = false) throws {
        token = TokenFile(folder: folder.path("state"))
        try token.make()
        gate = Gate(
            rules: AccessRules(isOpen: isOpen, user: 1000, hosts: hosts), secret: { [token] in token.current() },
            answerSecret: { Secret("for-answers") },
            entrance: { inFrames ? FrameEntrance(code: ["/v/1/shared/frame.js"]) : nil })
    }

    var secret: String { token.current()?.text ?? "" }

    /// The answer's status, or "admitted" and whether a token was needed.
    func check(
        _ method: String = "GET", _ target: String = "/", from address: String = "192.168.1.7", user: UInt32? = nil,
        cookie: String? = nil, host: String = "localhost", headers: [Field] = [], after time: Duration = .zero
    ) -> String {
        let verdict = verdict(
            method, target, from: address, user: user, cookie: cookie, host: host, headers: headers, after: time)
        switch verdict {
        case .admitted(let byToken): return byToken ? "admitted by token" : "admitted"
        case .mayAnswerAlarms: return "may answer"
        case .answered(let response): return "\(response.status)"
        }
    }

    func verdict(
        _ method: String = "GET", _ target: String = "/", from address: String = "192.168.1.7", user: UInt32? = nil,
        cookie: String? = nil, host: String = "localhost", headers: [Field] = [], after time: Duration = .zero
    ) -> Gate.Verdict {
        var headers = headers + [Field("host", host)]
        if let cookie { headers.append(Field("cookie", "eggweb=\(cookie)")) }
        let request = Request(
            method: method, target: target, headers: headers,
            peer: .init(address: IPAddress(address) ?? .loopback, user: user))
        return gate.check(request, at: start + time)
    }

    /// The answer of the gate itself to a navigation.
    func reply(_ target: String = "/") -> Response? {
        guard case .answered(let reply) = verdict("GET", target, headers: [Field("accept", "text/html,*/*")]) else {
            return nil
        }
        return reply
    }

    private let start = ContinuousClock.now
}

@Suite struct GateTests {
    /// Without a cookie, which isn't sent in a frame.
    @Test func aFrameGivesTheTokenInAHeaderOnlyIfASiteMayShowThePage() throws {
        for inFrames in [true, false] {
            let fixture = try Fixture(inFrames: inFrames)
            let (right, wrong) = (Field("eggweb-token", fixture.secret), Field("eggweb-token", "wrong"))
            let admitted = inFrames ? "admitted by token" : "401"
            #expect(fixture.check("POST", "/call/x", headers: [right]) == admitted)
            #expect(fixture.check("GET", "/events", headers: [right]) == admitted)
            #expect(fixture.check("POST", "/call/x", headers: [wrong]) == "401")
            #expect(fixture.check("POST", "/call/x") == "401" && fixture.check("GET", "/plain") == "401")
            #expect(fixture.check("GET", "/v/1/eggs/app.js") == (inFrames ? "admitted" : "401"))
            #expect(fixture.check("POST", "/v/1/eggs/app.js") == "401")
        }
    }

    @Test func inAFrameAllElseProtectsCallsAsElsewhere() throws {
        let fixture = try Fixture(inFrames: true)
        let token = Field("eggweb-token", fixture.secret)
        let cross = Field("sec-fetch-site", "cross-site")
        #expect(fixture.check("POST", "/call/x", headers: [token, cross]) == "403")
        #expect(fixture.check("POST", "/call/x", headers: [token, Field("origin", "http://ha.local")]) == "403")
        #expect(fixture.check("POST", "/call/x", host: "evil.example", headers: [token]) == "421")
        #expect(fixture.check("GET", "/v/1/eggs/app.js", host: "evil.example") == "421")
        for number in 0..<10 { _ = fixture.check("POST", "/call/x", headers: [Field("eggweb-token", "\(number)")]) }
        #expect(fixture.check("POST", "/call/x", headers: [token]) == "429")
        let closed = try Fixture(isOpen: false, inFrames: true)
        #expect(closed.check("GET", "/v/1/a.js", from: "127.0.0.1", user: 1001) == "403")
    }

    @Test func aLinkInAFrameLeadsToCodeThatTakesTheTokenOutOfTheAddress() throws {
        let fixture = try Fixture(inFrames: true)
        let reply = try #require(fixture.reply("/?token=\(fixture.secret)"))
        let html = String(decoding: reply.body, as: UTF8.self)
        #expect(reply.status == 200 && html.contains("/v/1/shared/frame.js") && !html.contains(fixture.secret))
        #expect(reply.headers.contains { $0.name == "Set-Cookie" && $0.value.contains(fixture.secret) })
        // When the frame is loaded again, its code has the token.
        let again = try #require(fixture.reply())
        let page = String(decoding: again.body, as: UTF8.self)
        #expect(again.status == 401 && page.contains("frame.js") && page.contains("eggctl page"))
        let accented = String(decoding: PseudoLanguage.language.speak { fixture.reply() }?.body ?? [], as: UTF8.self)
        #expect(accented.contains("<html lang=\"xx\">") && !accented.contains("Egg timer"))
        let wrong = try #require(fixture.reply("/?token=wrong"))
        #expect(wrong.status == 401 && !String(decoding: wrong.body, as: UTF8.self).contains("frame.js"))
    }

    @Test func theUserOfThisMachineNeedsNoToken() throws {
        let fixture = try Fixture(isOpen: false)
        #expect(fixture.check(from: "127.0.0.1", user: 1000) == "admitted")
        #expect(fixture.check(from: "::1", user: 0) == "admitted")
        #expect(fixture.check(from: "127.0.0.1", user: 1001) == "403")
        #expect(fixture.check(from: "127.0.0.1", user: 1001, cookie: fixture.secret) == "403")
    }

    @Test func othersNeedTheToken() throws {
        let fixture = try Fixture()
        #expect(fixture.check() == "401")
        #expect(fixture.check(cookie: fixture.secret) == "admitted by token")
        #expect(fixture.check("POST", "/plain", cookie: fixture.secret) == "admitted by token")
        #expect(fixture.check("POST", "/plain?token=\(fixture.secret)") == "401")
        #expect(fixture.check(from: "127.0.0.1", user: 1001) == "401")
        #expect(fixture.check(from: "127.0.0.1", user: 1001, cookie: fixture.secret) == "admitted by token")
        #expect(fixture.check(cookie: "x\(fixture.secret)") == "401")
    }

    @Test func theTokenForAnswersCountsAlone() throws {
        let (bearer, wrong) = (Field("authorization", "Bearer for-answers"), Field("authorization", "bearer y"))
        for isOpen in [true, false] {
            let fixture = try Fixture(isOpen: isOpen)
            let local = ("127.0.0.1", UInt32(1000))
            #expect(fixture.check("POST", from: local.0, user: local.1, headers: [bearer]) == "may answer")
            #expect(fixture.check("POST", from: local.0, user: local.1, headers: [wrong]) == "401")
            #expect(
                fixture.check("POST", from: "127.0.0.1", user: 1001, headers: [bearer])
                    == (isOpen ? "may answer" : "403"))
            #expect(fixture.check("POST", from: local.0, user: 1000, host: "evil.example", headers: [bearer]) == "421")
            #expect(
                fixture.check("POST", from: local.0, user: 1000, headers: [bearer, Field("origin", "https://ntfy.sh")])
                    == "403")
        }
        let fixture = try Fixture()
        #expect(fixture.check("POST", headers: [bearer]) == "may answer")
        // It is none of a link, and a proxy may send a header of its own with a page's cookie.
        #expect(fixture.check("GET", "/?token=for-answers") == "401")
        #expect(fixture.check(cookie: "for-answers") == "401")
        #expect(fixture.check(cookie: fixture.secret, headers: [wrong]) == "admitted by token")
        #expect(fixture.check("POST", headers: [Field("authorization", "Basic \(fixture.secret)")]) == "401")
        for number in 0..<10 { _ = fixture.check("POST", headers: [Field("authorization", "Bearer \(number)")]) }
        #expect(fixture.check("POST", headers: [bearer]) == "429")
    }

    @Test func aLinkSetsTheCookieAndLeavesTheAddressClean() throws {
        let fixture = try Fixture()
        guard case .answered(let response) = fixture.verdict("GET", "/tip?token=\(fixture.secret)&x=1") else {
            Issue.record("no answer")
            return
        }
        #expect(response.status == 303)
        #expect(response.headers.contains(Field("Location", "/tip?x=1")))
        let cookie = "eggweb=\(fixture.secret); HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"
        #expect(response.headers.contains(Field("Set-Cookie", cookie)))
    }

    @Test func theCookieIsForEncryptedConnectionsIfAProxyHereHasOne() throws {
        let fixture = try Fixture()
        func cookie(from address: String, by scheme: String) -> String {
            let headers = [Field("x-forwarded-for", "192.168.1.7"), Field("x-forwarded-proto", scheme)]
            let target = "/?token=\(fixture.secret)"
            guard case .answered(let response) = fixture.verdict("GET", target, from: address, headers: headers) else {
                return "no answer"
            }
            return response.headers.first { $0.name == "Set-Cookie" }?.value ?? "no cookie"
        }
        #expect(cookie(from: "127.0.0.1", by: "https").hasSuffix("; Max-Age=31536000; Secure"))
        #expect(cookie(from: "127.0.0.1", by: "http").hasSuffix("; Max-Age=31536000"))
        #expect(cookie(from: "192.168.1.7", by: "https").hasSuffix("; Max-Age=31536000"))
    }

    @Test func aLinkLeadsToNoOtherSite() throws {
        let fixture = try Fixture()
        guard case .answered(let response) = fixture.verdict("GET", "//evil.example/?token=\(fixture.secret)") else {
            Issue.record("no answer")
            return
        }
        #expect(response.headers.first { $0.name == "Location" }?.value == "/evil.example/")
    }

    @Test func anotherHostOrSiteIsRefusedWithItsReason() throws {
        let fixture = try Fixture(isOpen: false)
        #expect(fixture.check(from: "127.0.0.1", user: 1000, host: "evil.example") == "421")
        let cross = [Field("sec-fetch-site", "cross-site")]
        #expect(fixture.check("POST", "/plain", from: "127.0.0.1", user: 1000, headers: cross) == "403")
        #expect(fixture.check("GET", "/plain", from: "127.0.0.1", user: 1000, headers: cross) == "admitted")
        guard
            case .answered(let response) = fixture.verdict(from: "127.0.0.1", user: 1000, host: "kitchen.example:80")
        else { return }
        let sentence = String(decoding: response.body, as: UTF8.self)
        #expect(sentence.contains("hosts = kitchen.example") && sentence.contains("[page]"))
    }

    @Test func aTokenDoesNotExcuseAnotherHostOrSite() throws {
        let fixture = try Fixture()
        #expect(fixture.check(cookie: fixture.secret, host: "evil.example") == "421")
        #expect(fixture.check("GET", "/?token=\(fixture.secret)", host: "evil.example") == "421")
        let cross = [Field("origin", "http://evil.example")]
        #expect(fixture.check("POST", "/plain", cookie: fixture.secret, headers: cross) == "403")
    }

    @Test func afterTenWrongTokensNoTokenIsLookedAtForAMinute() throws {
        let fixture = try Fixture()
        for _ in 0..<20 { #expect(fixture.check() == "401") }
        for number in 0..<10 { #expect(fixture.check("GET", "/?token=\(number)") == "401") }
        #expect(fixture.check("GET", "/?token=\(fixture.secret)") == "429")
        #expect(fixture.check(cookie: fixture.secret) == "429")
        #expect(fixture.check(from: "192.168.1.8", cookie: fixture.secret) == "admitted by token")
        #expect(fixture.check(cookie: fixture.secret, after: .seconds(60)) == "admitted by token")
    }

    @Test func behindAProxyOfThisUserWrongTokensCountAgainstItsClient() throws {
        let fixture = try Fixture()
        func check(_ target: String, for chain: String, from address: String = "127.0.0.1") -> String {
            fixture.check("GET", target, from: address, user: 1000, headers: [Field("x-forwarded-for", chain)])
        }
        let link = "/?token=\(fixture.secret)"
        for number in 0..<10 { #expect(check("/?token=\(number)", for: "10.0.0.\(number), 192.168.1.7") == "401") }
        #expect(check(link, for: "192.168.1.7") == "429")
        #expect(check(link, for: "192.168.1.7, 192.168.1.8") == "303")
        for number in 0..<10 { #expect(check("/?token=\(number)", for: "unknown") == "401") }
        #expect(check(link, for: "unknown") == "429")
        // Another machine can't choose what counts against it.
        for number in 0..<10 {
            #expect(check("/?token=\(number)", for: "10.0.0.\(number)", from: "192.168.1.9") == "401")
        }
        #expect(check(link, for: "10.0.0.20", from: "192.168.1.9") == "429")
    }

    @Test(arguments: [1001, nil] as [UInt32?])
    func anotherUserOfThisMachineLocksNobodyOut(user: UInt32?) throws {
        let fixture = try Fixture()
        func check(_ target: String, as user: UInt32?, for client: String?) -> String {
            let headers = client.map { [Field("x-forwarded-for", $0)] } ?? []
            return fixture.check("GET", target, from: "127.0.0.1", user: user, headers: headers)
        }
        for client in ["192.168.1.7", nil] {
            for number in 0..<20 { #expect(check("/?token=\(number)", as: user, for: client) == "401") }
        }
        #expect(fixture.check(from: "192.168.1.7", cookie: fixture.secret) == "admitted by token")
        let link = "/?token=\(fixture.secret)"
        // The proxy may belong to this user, or to another one, as Caddy's does.
        for proxy: UInt32? in [1000, 1001, 1002, nil] { #expect(check(link, as: proxy, for: "192.168.1.7") == "303") }
    }

    /// Another site on this host or in its domain can set cookies of the same name.
    @Test func cookiesThatAnotherSiteHasSetLockNobodyOut() throws {
        let fixture = try Fixture()
        for round in 0..<20 {
            let tossed = (0..<100).map { "eggweb=\(round)-\($0)" }.joined(separator: "; ")
            for cookies in ["\(tossed); eggweb=\(fixture.secret)", "eggweb=\(fixture.secret); \(tossed)"] {
                #expect(fixture.check(headers: [Field("cookie", cookies)]) == "admitted by token")
            }
        }
    }

    @Test func oneRequestCannotTryAnyNumberOfTokens() throws {
        let fixture = try Fixture()
        let guesses = (0..<Gate.maxCookies).map { "eggweb=\($0)" }.joined(separator: "; ")
        #expect(fixture.check(headers: [Field("cookie", "\(guesses); eggweb=\(fixture.secret)")]) == "401")
        #expect(fixture.check(cookie: fixture.secret) == "429")
        let links = "/?token=0&token=\(fixture.secret)"
        #expect(fixture.check("GET", links, from: "192.168.1.8") == "401")
    }

    @Test(arguments: ["forwarded", "x-forwarded-for", "via"])
    func aTunnelToAClosedPageIsRefused(header: String) throws {
        let fixture = try Fixture(isOpen: false)
        for user: UInt32? in [1000, 0, 1001, nil] {
            let verdict = fixture.verdict(from: "127.0.0.1", user: user, headers: [Field(header, "10.1.1.1")])
            guard case .answered(let response) = verdict else {
                Issue.record("admitted")
                continue
            }
            let sentence = String(decoding: response.body, as: UTF8.self)
            #expect(response.status == 421 && sentence.contains("hosts = ") && sentence.contains("[page]"))
        }
    }

    @Test func aNewTokenCountsAtOnce() throws {
        let fixture = try Fixture()
        let old = fixture.secret
        let new = String(repeating: "n", count: 43)
        fixture.folder.write("\(new)\n".utf8, to: "state/new")
        rename(fixture.folder.path("state/new"), fixture.folder.path("state/token"))
        #expect(fixture.check(cookie: old) == "401")
        #expect(fixture.check(cookie: new) == "admitted by token")
        unlink(fixture.folder.path("state/token"))
        #expect(fixture.check(cookie: new) == "401")
    }
}
