import POSIX
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: [
        ("8090", "127.0.0.1:8090"), ("0", "127.0.0.1:0"), ("127.0.0.1:8091", "127.0.0.1:8091"),
        ("0.0.0.0:80", "0.0.0.0:80"), ("[::]:8090", "[::]:8090"), ("[::1]:1", "[::1]:1"),
        ("[::ffff:127.0.0.1]:1", "127.0.0.1:1"),
    ])
    func listeningAddressesAreRead(text: String, meant: String) throws {
        #expect(try #require(IPEndpoint(listening: text)).description == meant)
    }

    @Test(arguments: [
        "", ":", ":80", "65536", "-1", "+1", "1x", "localhost:80", "::1:80", "[::1]", "[::1]:", "[::1:80", "127.0.0.1:",
        "127.0.0.1:99999", "127.1:80", "[127.0.0.1]:80", " 80", "80 ", "000080", "[::1]80",
    ])
    func otherTextIsNoListeningAddress(text: String) {
        #expect(IPEndpoint(listening: text) == nil)
    }

    @Test func mappedAddressesEqualThoseOfVersion4() {
        #expect(IPAddress("::ffff:192.168.1.2") == IPAddress("192.168.1.2"))
        #expect(IPAddress("::ffff:127.0.0.1")?.isLoopback == true)
        #expect(IPAddress("::1")?.isLoopback == true && IPAddress("::2")?.isLoopback == false)
        #expect(IPAddress("::")?.isLoopback == false && IPAddress("0.0.0.0")?.isAny == true)
        #expect(IPAddress("126.255.255.255")?.isLoopback == false && IPAddress("127.255.0.1")?.isLoopback == true)
    }

    @Test func onlyAURLHasBrackets() {
        #expect(IPAddress("fd00:0:0::1")?.text == "fd00::1" && IPAddress("fd00::1")?.description == "[fd00::1]")
        #expect(IPAddress("10.0.0.1")?.text == "10.0.0.1" && IPAddress("10.0.0.1")?.description == "10.0.0.1")
    }
}
