import POSIX
import Testing

@testable import HTTP

/// A request with these header fields.
func request(
    _ method: String = "GET", _ target: String = "/", from address: String = "127.0.0.1", user: UInt32? = 1000,
    _ headers: Field...
) -> Request {
    let address = IPAddress(address) ?? .loopback
    return Request(
        method: method, target: target, headers: headers, peer: .init(address: address, user: user))
}

/// A request to `/` with these header fields.
func request(_ headers: Field...) -> Request {
    Request(method: "GET", target: "/", headers: headers, peer: .init(address: .loopback, user: 1000))
}

@Suite struct AccessRulesTests {
    private let closed = AccessRules(isOpen: false, user: 1000, machineName: "Kitchen.lan")
    private let open = AccessRules(isOpen: true, user: 1000, hosts: ["Proxy.example"], machineName: "Kitchen.lan")

    // MARK: Users

    @Test func onThisMachineTheUserAndRootAreAllowed() {
        for rules in [closed, open] {
            #expect(rules.admission(of: request(user: 1000)) == .allowed)
            #expect(rules.admission(of: request(user: 0)) == .allowed)
            #expect(rules.admission(of: request(from: "::1", user: 1000)) == .allowed)
        }
    }

    @Test func onThisMachineOtherUsersAreRefusedOrNeedTheSecretWhereThePageIsOpen() {
        for user: UInt32? in [1001, 65534, nil] {
            #expect(closed.admission(of: request(user: user)) == .refused)
            #expect(open.admission(of: request(user: user)) == .needsSecret)
        }
    }

    @Test(arguments: ["192.168.1.7", "fe80::1", "::ffff:10.0.0.1", "2001:db8::1"])
    func otherMachinesNeedTheSecret(address: String) {
        #expect(open.admission(of: request(from: address, user: 1000)) == .needsSecret)
        #expect(closed.admission(of: request(from: address, user: 0)) == .needsSecret)
    }

    @Test(arguments: ["forwarded", "x-forwarded-for", "via"])
    func forwardedRequestsComeFromOtherMachines(header: String) {
        #expect(open.admission(of: request(user: 0, Field(header, "10.1.1.1"))) == .needsSecret)
        for user: UInt32? in [0, 1000, 1001, nil] {
            #expect(closed.admission(of: request(user: user, Field(header, "10.1.1.1"))) == .forwarded)
        }
    }

    // MARK: Hosts

    @Test(arguments: [
        "localhost", "LOCALHOST:8090", "localhost.", "127.0.0.1", "127.0.0.1.:80", "127.0.0.1:8090", "127.9.9.9",
        "[::1]", "[::1]:8090",
        "[::ffff:127.0.0.1]:80", "localhost:",
    ])
    func theUsualHostsAreAlwaysAllowed(host: String) {
        #expect(closed.allowsHost(of: request(Field("host", host))))
        #expect(open.allowsHost(of: request(Field("host", host))))
    }

    @Test(arguments: ["192.168.1.7:8090", "[fe80::1]", "kitchen", "kitchen.lan", "KITCHEN.local:8090", "proxy.example"])
    func whereThePageIsOpenAddressesAndItsNamesAreAllowed(host: String) {
        #expect(!closed.allowsHost(of: request(Field("host", host))))
        #expect(open.allowsHost(of: request(Field("host", host))))
    }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil-localhost", "", "[::1", "[::1]x",
        "::1",
        "localhost:80:80", "localhost:x", "local host", "[]", "[127.0.0.1]", "[127.0.0.1]:80", "127.1", "2130706433",
        "0x7f.1",
        "xn--ls8h.la",
        "user@localhost", "localhost/", "[fe80::1%25lo]", "localhost..", "kitchen\u{0}",
    ])
    func otherHostsAreRefused(host: String) {
        #expect(!closed.allowsHost(of: request(Field("host", host))))
        #expect(!open.allowsHost(of: request(Field("host", host))))
    }

    @Test func aRequestNamesOneHost() {
        #expect(!closed.allowsHost(of: request()))
        #expect(!closed.allowsHost(of: request(Field("host", "localhost"), Field("host", "localhost"))))
    }

    // MARK: Sites

    @Test(arguments: ["GET", "HEAD", "OPTIONS"])
    func requestsThatChangeNothingMayComeFromAnySite(method: String) {
        let fields = (Field("sec-fetch-site", "cross-site"), Field("origin", "http://evil.example"))
        #expect(closed.allowsSite(of: request(method, "/", fields.0, fields.1)))
    }

    private static let sites: [(isAllowed: Bool, headers: [Field])] = [
        (true, []),
        (true, [Field("sec-fetch-site", "same-origin")]),
        (true, [Field("sec-fetch-site", "none")]),
        (false, [Field("sec-fetch-site", "cross-site")]),
        (false, [Field("sec-fetch-site", "same-site")]),
        (false, [Field("sec-fetch-site", "")]),
        (false, [Field("sec-fetch-site", "same-origin"), Field("sec-fetch-site", "cross-site")]),
        (false, [Field("sec-fetch-site", "cross-site"), Field("origin", "http://localhost:8090")]),
        (true, [Field("sec-fetch-site", "same-origin"), Field("origin", "null")]),
        (true, [Field("origin", "http://localhost:8090")]),
        (true, [Field("origin", "https://LOCALHOST:8090")]),
        (false, [Field("origin", "http://localhost")]),
        (false, [Field("origin", "http://localhost:8091")]),
        (false, [Field("origin", "null")]),
        (false, [Field("origin", "http://evil.example")]),
        (false, [Field("origin", "http://localhost:8090"), Field("origin", "http://evil.example")]),
    ]

    @Test(arguments: sites)
    func requestsThatChangeSomethingComeFromThePageItselfOrFromNoBrowser(isAllowed: Bool, headers: [Field]) {
        var request = request("POST", "/", Field("host", "localhost:8090"))
        request.headers += headers
        #expect(closed.allowsSite(of: request) == isAllowed)
        request.method = "DELETE"
        #expect(closed.allowsSite(of: request) == isAllowed)
    }

    // MARK: Secrets

    @Test func onlyTheWholeSecretMatches() {
        let secret = Secret("0123456789abcdef")
        #expect(secret.matches("0123456789abcdef"))
        let guesses = [
            "", "0", "0123456789abcde", "0123456789abcdeg", "0123456789abcdef0", "0123456789abcdef0123456789abcdef",
        ]
        for guess in guesses { #expect(!secret.matches(guess)) }
        #expect(!Secret("").matches(""))
    }

    @Test func afterTenWrongSecretsAnAddressWaitsUntilTheMinuteIsOver() throws {
        var attempts = AttemptLimit()
        let (one, other) = (try #require(IPAddress("10.0.0.1")), try #require(IPAddress("10.0.0.2")))
        let start = ContinuousClock.now
        for second in 0..<10 {
            #expect(!attempts.isBlocked(one, at: start + .seconds(second)))
            attempts.failed(one, "\(second)", at: start + .seconds(second))
        }
        #expect(attempts.isBlocked(one, at: start + .seconds(10)))
        #expect(attempts.isBlocked(one, at: start + .seconds(59)))
        #expect(!attempts.isBlocked(other, at: start + .seconds(10)))
        #expect(!attempts.isBlocked(one, at: start + .seconds(60)))
    }

    /// A browser with an old cookie must not lock out the one who has the new link.
    @Test func theSameWrongSecretAgainDoesNotCount() throws {
        var attempts = AttemptLimit()
        let one = try #require(IPAddress("10.0.0.1"))
        let now = ContinuousClock.now
        for _ in 0..<1000 { attempts.failed(one, "old", at: now) }
        #expect(!attempts.isBlocked(one, at: now))
    }

    @Test func addressesOfOneNetworkWaitTogether() throws {
        var attempts = AttemptLimit()
        let now = ContinuousClock.now
        for index in 0..<10 { attempts.failed(try #require(IPAddress("2001:db8:1:2::\(index)")), "\(index)", at: now) }
        #expect(attempts.isBlocked(try #require(IPAddress("2001:db8:1:2:ffff::1")), at: now))
        #expect(!attempts.isBlocked(try #require(IPAddress("2001:db8:1:3::1")), at: now))
    }

    @Test func manyAddressesTakeLittleMemoryAndTheNewestCount() throws {
        var attempts = AttemptLimit()
        let now = ContinuousClock.now
        for index in 0..<5000 {
            let address = try #require(IPAddress(bytes: [10, 0, UInt8(index >> 8), UInt8(index & 0xFF)]))
            for guess in 0..<10 { attempts.failed(address, "\(guess)", at: now + .milliseconds(index)) }
            #expect(attempts.isBlocked(address, at: now + .milliseconds(index)))
        }
        #expect(!attempts.isBlocked(try #require(IPAddress("10.0.0.0")), at: now + .milliseconds(5000)))
    }
}
