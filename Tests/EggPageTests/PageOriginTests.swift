import HTTP
import POSIX
import Testing

@testable import EggPage

@Suite struct PageOriginTests {
    private static let cases: [(host: String, at: [String], hosts: [String], origin: String, areForOthers: Bool)] = [
        ("localhost:8090", ["127.0.0.1:8090"], [], "http://localhost:8090", false),
        ("127.0.0.1:8090", [], [], "http://127.0.0.1:8090", false),
        ("localhost:8090", ["0.0.0.0:8090"], [], "http://192.168.1.5:8090", true),
        ("localhost:8090", ["127.0.0.1:8090", "192.168.1.6:8091"], [], "http://192.168.1.6:8091", true),
        ("localhost:8090", ["127.0.0.1:8090"], ["kitchen.example"], "https://kitchen.example", true),
        ("pi.local:8090", ["[::]:8090"], [], "http://pi.local:8090", true),
        ("192.168.1.5:8090", ["[::]:8090"], [], "http://192.168.1.5:8090", true),
    ]

    @Test(arguments: cases)
    func linksAreForOtherDevicesIfTheyCanBe(
        host: String, at listening: [String], hosts: [String], origin: String, areForOthers: Bool
    ) {
        let pageOrigin = PageOrigin(
            endpoints: listening.compactMap { IPEndpoint(listening: $0) }, hosts: hosts, network: { "192.168.1.5" })
        let request = Request(
            method: "POST", target: "/", headers: [Field("host", host)], peer: .init(address: .loopback))
        let links = pageOrigin.links(for: request)
        #expect(links.origin == origin && links.areForOthers == areForOthers)
    }

    @Test func behindAProxyLinksAreEncrypted() {
        let headers = [Field("host", "kitchen.example"), Field("x-forwarded-proto", "https")]
        let request = Request(method: "POST", target: "/", headers: headers, peer: .init(address: .loopback))
        #expect(PageOrigin().links(for: request).origin == "https://kitchen.example")
    }

    @Test func aLinkSaysWhetherItFitsOnATag() throws {
        func reply(_ name: String) throws -> StartLinkReply {
            let link = try StartLink([Field("for", "8m"), Field("name", name)])
            return StartLinkReply(link, ("http://192.168.1.5:8090", true))
        }
        #expect(try reply("Pasta").link == "http://192.168.1.5:8090/start?for=8m&name=Pasta")
        #expect(try reply("Pasta").fitsOnTag && reply(String(repeating: "x", count: 64)).fitsOnTag)
        #expect(try !reply(String(repeating: "é", count: 32)).fitsOnTag && reply("Pasta").codeSize == 33)
    }
}
