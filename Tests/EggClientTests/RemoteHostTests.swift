import Testing

@testable import EggClient

@Suite struct RemoteHostTests {
    @Test(arguments: ["", "-oProxyCommand=reboot", "-"])
    func anOptionOfSSHIsNoMachine(name: String) {
        #expect(RemoteHost(name) == nil)
    }

    @Test func theSharedConnectionNeedsAShortPathThatCanBeWritten() {
        let long = "/" + String(repeating: "x", count: 42)
        func folder(_ variables: [String: String], without: String = "") -> String? {
            RemoteHost.sharedFolder({ variables[$0] }, isWritable: { $0 != without })
        }
        #expect(folder(["XDG_RUNTIME_DIR": "/run/me", "HOME": "/home/me"]) == "/run/me")
        #expect(folder(["XDG_RUNTIME_DIR": long, "HOME": "/home/me"]) == "/home/me/.ssh")
        #expect(folder(["XDG_RUNTIME_DIR": "/run/me", "HOME": "/home/me"], without: "/run/me") == "/home/me/.ssh")
        #expect(folder(["XDG_RUNTIME_DIR": "/run/me"], without: "/run/me") == nil)
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
