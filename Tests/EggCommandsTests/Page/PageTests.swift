import EggClient
import EggRequests
import EggTestSupport
import EggWire
import POSIX
import Program
import Testing

@testable import EggCommands

/// The touch page's addresses and findings.
@Suite struct PageTests {
    private static let addresses: [(text: String, streams: [String])] = [
        ("8090", ["8090"]), ("9000", ["9000"]), ("[::]:9000", ["9000"]), ("::", ["8090"]),
        ("0.0.0.0", ["0.0.0.0:8090"]),
        ("192.168.1.5", ["127.0.0.1:8090", "192.168.1.5:8090"]),
        ("192.168.1.5:80", ["127.0.0.1:80", "192.168.1.5:80"]),
        ("[fd00::1]:9000", ["127.0.0.1:9000", "[fd00::1]:9000"]),
        ("fd00:0:0::1", ["127.0.0.1:8090", "[fd00::1]:8090"]),
        ("127.0.0.1:9000", ["127.0.0.1:9000"]), ("[::1]:9000", ["[::1]:9000"]),
    ]

    @Test(arguments: addresses)
    func anAddressIsWrittenAsTheSocketTakesIt(address: (text: String, streams: [String])) throws {
        #expect(try PageListening(address.text).streams == address.streams)
    }

    @Test(arguments: [
        "", "0", "65536", ":", "8090:", "kitchen", "kitchen:8090", "192.168.1:8090", "192.168.1.5:", "192.168.1.5:0",
        "[::1", "[::1]8090x", "1.2.3.4:8090 (Stream)", "[::]:+1", "-1", "8090\nExecStart=/bin/sh",
    ])
    func otherAddressesAreRefused(text: String) {
        #expect(throws: Complaint.self) { try PageListening(text) }
    }

    @Test func theStateOfTheSocketIsRead() {
        let properties = """
            Listen=127.0.0.1:8090 (Stream)
            Listen=[fd00::1]:8090 (Stream)
            Listen=/run/other (FIFO)
            LoadState=loaded
            ActiveState=active
            """
        let state = PageUnit.State(properties: properties)
        #expect(state.isInstalled && state.isActive && state.isOpen && !state.hasFailed)
        #expect(state.listening.map(\.port) == [8090, 8090])
        #expect(!PageUnit.State(properties: "LoadState=not-found\nActiveState=inactive\n").isInstalled)
        #expect(!PageUnit.State(properties: "Listen=127.0.0.1:8090 (Stream)\n").isOpen)
        #expect(PageUnit.State(properties: "Listen=[::]:8090 (Stream)\n").isOpen)
        #expect(PageUnit.State(properties: "ActiveState=failed\n").hasFailed)
    }

    @Test func anotherPortIsAdvisedForTheSameMachines() {
        func advice(_ place: String) -> String { PageUnit.State(properties: "Listen=\(place) (Stream)\n").otherPort }
        #expect(advice("127.0.0.1:8090") == "eggctl page --open 127.0.0.1:8091")
        #expect(advice("127.0.0.1:8091") == "eggctl page --open 127.0.0.1:8092")
        #expect(advice("[::]:8090") == "eggctl page --open 8091")
    }

    private static func link(_ texts: [String], hosts: [String] = []) throws -> String? {
        let listening = try texts.map { text throws(Complaint) in try PageListening(text) }
        return try PageLink(
            listening, hosts: hosts, network: { "192.168.1.5" }, token: { () throws(FileError) in PageToken.example }
        )?.text
    }

    @Test func aLinkForTheNetworkHasTheSecretAndOneForThisMachineHasNot() throws {
        let secret = "/?token=\(PageToken.example.text)"
        #expect(try Self.link(["127.0.0.1:8090"]) == "http://localhost:8090/")
        #expect(try Self.link(["[::1]:9000"]) == "http://[::1]:9000/")
        #expect(try Self.link(["8090"]) == "http://192.168.1.5:8090\(secret)")
        #expect(try Self.link(["0.0.0.0:8090"]) == "http://192.168.1.5:8090\(secret)")
        #expect(try Self.link(["127.0.0.1:8090", "[fd00::1]:8090"]) == "http://[fd00::1]:8090\(secret)")
        #expect(try Self.link(["127.0.0.1:8090"], hosts: ["kitchen.example"]) == "https://kitchen.example\(secret)")
        #expect(try Self.link([]) == nil)
    }

    @Test func aQRCodeIsBlackOnWhite() {
        #expect(PrintedQRCode.painted("█ █") == "\u{1b}[38;5;231;48;5;16m█ █\u{1b}[0m")
    }

    private static let replies: [(text: String, about: PageAbout?)] = [
        (
            "HTTP/1.1 200 OK\r\nServer: x\r\n\r\n{\"version\":\"0.2.0\",\"hosts\":[\"a.example\"],\"more\":1}",
            .init(version: "0.2.0", hosts: ["a.example"])
        ),
        ("HTTP/1.1 404 Not Found\r\n\r\n{\"version\":\"0.2.0\",\"hosts\":[]}", nil),
        ("HTTP/1.1 200 OK\r\n\r\nnot JSON", nil), ("HTTP/1.1 200 OK\r\n\r\n", nil), ("HTTP/1.1 200 OK", nil),
        ("SSH-2.0-OpenSSH\r\n\r\n", nil), ("", nil), ("\r\n\r\n", nil),
    ]

    @Test(arguments: replies)
    func onlyADescriptionOfEggwebIsTaken(reply: (text: String, about: PageAbout?)) {
        #expect(PageServer.about(reply: Array(reply.text.utf8)) == reply.about)
    }

    private static func checks(_ properties: String, _ about: PageAbout?) -> [Timers.Check] {
        PageCheck.checks(.init(properties: "LoadState=loaded\n" + properties), about: about)
    }

    @Test func doctorSaysWhereThePageIsAndForWhom() {
        let about = PageAbout(version: Product.version, hosts: [])
        let closed = Self.checks("ActiveState=active\nListen=127.0.0.1:8090 (Stream)\n", about)
        #expect(closed.map(\.verdict) == [.ok, .ok])
        #expect(closed[0].finding.contains("http://localhost:8090/, for you on this machine only"))
        let open = Self.checks("ActiveState=active\nListen=[::]:8090 (Stream)\n", about)
        #expect(open[0].finding.contains("open to your home network at http://*:8090/, without encryption"))
        let proxied = Self.checks(
            "ActiveState=active\nListen=127.0.0.1:8090 (Stream)\n",
            .init(version: Product.version, hosts: ["a.example"]))
        #expect(proxied[0].finding.contains("as a.example behind a proxy"))
    }

    @Test func doctorWarnsOfAPageThatIsNotThere() {
        let place = "Listen=127.0.0.1:8090 (Stream)\n"
        let off = Self.checks("ActiveState=inactive\n" + place, nil)
        #expect(off.map(\.verdict) == [.warning] && off[0].fix == PageUnit.enable)
        let failed = Self.checks("ActiveState=failed\n" + place, nil)
        #expect(failed.map(\.verdict) == [.warning])
        #expect(failed[0].fix == "eggctl page --open 127.0.0.1:8091")
        let silent = Self.checks("ActiveState=active\n" + place, nil)
        #expect(silent.map(\.verdict) == [.warning] && silent[0].finding.contains("does not answer"))
        let old = Self.checks("ActiveState=active\n" + place, .init(version: "0.0.1", hosts: []))
        #expect(old.map(\.verdict) == [.ok, .warning])
        #expect(old[1].fix?.hasSuffix("systemctl --user restart eggweb") == true)
    }
}

@Suite struct PageUnitTests {
    private let folder = TemporaryFolder()

    @Test func aPageThatWasOpenedIsClosedOnce() throws {
        try folder.writeProgram("exit 0\n", to: "systemctl")
        let path = folder.path
        let variables: [String: String?] = [
            "XDG_CONFIG_HOME": path, "XDG_RUNTIME_DIR": path, "PATH": pathBeginning(with: path),
        ]
        try withEnvironment(variables) {
            let dropIn = try #require(PageUnit.dropIn)
            try PageUnit.open(.standard)
            #expect(contents(of: dropIn) != nil)
            #expect(try PageUnit.close())
            #expect(contents(of: dropIn) == nil)
            #expect(try !PageUnit.close())
        }
    }
}

extension PageToken {
    /// A token that is always the same.
    fileprivate static var example: PageToken {
        guard let token = PageToken(String(repeating: "a", count: 43)) else { preconditionFailure("bad fixture") }
        return token
    }
}
