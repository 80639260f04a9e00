import Testing

@testable import EggClient

@Suite struct RemoteHostTests {
    @Test(arguments: ["", "-oProxyCommand=reboot", "-"])
    func anOptionOfSSHIsNoMachine(name: String) {
        #expect(RemoteHost(name) == nil)
    }

    @Test(arguments: ["kitchen", "cook@kitchen", "ssh://cook@kitchen:2222", "a b", "$(reboot)"])
    func theMachineIsOneWordAfterAllOptions(name: String) throws {
        let host = try #require(RemoteHost(name))
        for asks in [true, false] {
            let words = host.command("--stdio", asks: asks)
            let end = try #require(words.firstIndex(of: "--"))
            #expect(words[end...].count == 3 && words[end + 1] == name)
            #expect(words[end + 2].hasPrefix("exec sh -c '") && !words[end + 2].contains(name))
            #expect(words.contains("BatchMode=yes") == !asks)
        }
    }
}
