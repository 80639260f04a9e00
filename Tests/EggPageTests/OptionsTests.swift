import Program
import Testing

@testable import EggPage

@Suite struct OptionsTests {
    @Test func theAddressToListenAtIsRead() throws {
        #expect(try Eggweb.listeningEndpoint("[::]:80").description == "[::]:80")
        #expect(try Eggweb.listeningEndpoint(nil).description == "127.0.0.1:8090")
        let sentence =
            "'kitchen' isn't an address to listen at; give PORT, ADDRESS:PORT or [IPV6]:PORT, such as 127.0.0.1:8091"
        #expect(throws: UsageError.invalidValue(sentence)) { try Eggweb.listeningEndpoint("kitchen") }
    }
}
