import EggTestSupport
import Testing

@Suite struct PassedSocketsTests {
    private let folder = TemporaryFolder()

    /// Runs the probe as a service manager does, with sockets that are each `NAME:KIND`, and returns what it prints.
    private func probe(_ arguments: String..., sockets: String) throws -> String {
        let script = """
            import os, socket, sys
            words = [word.split(":") for word in sys.argv[1].split()]
            for number, (name, kind) in enumerate(words):
                family = socket.AF_INET if kind in ("tcp", "udp") else socket.AF_UNIX
                made = socket.socket(family, socket.SOCK_DGRAM if kind in ("udp", "datagram") else socket.SOCK_STREAM)
                made.bind(("127.0.0.1", 0) if family == socket.AF_INET else "\(folder.path)/%d" % number)
                if kind in ("tcp", "stream"): made.listen()
                os.dup2(made.fileno(), 30 + number)
            for number in range(len(words)): os.dup2(30 + number, 3 + number)
            os.closerange(3 + len(words), 64)
            if words:
                names = ":".join(name for name, _ in words)
                os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(words)), LISTEN_FDNAMES=names)
            os.execv(sys.argv[2], sys.argv[2:])
            """
        let result = try Program.run(
            "/usr/bin/python3", ["-c", script, sockets, BuiltPrograms.systemdProbe] + arguments)
        #expect(result.status == 0 && result.errors == "", "\(result)")
        return String(result.output.dropLast())
    }

    @Test(arguments: [
        ("", "took [], closed [], open "),
        ("other:stream eggd:stream", #"took [4], closed ["other"], open 4"#),
        ("eggd:bound eggd:stream", #"took [4], closed ["eggd"], open 4"#),
        ("renamed:stream", "took [3], closed [], open 3"),
    ])
    func theListeningSocketOfItsNameIsTaken(sockets: String, result: String) throws {
        #expect(try probe("stream", "eggd", sockets: sockets) == result)
    }

    @Test(arguments: [
        ("a:stream b:stream", "a, b"), ("eggd:datagram", "eggd"), ("eggd:bound", "eggd"), ("eggd:tcp", "eggd"),
    ])
    func socketsThatCannotBeServedAreNamed(sockets: String, names: String) throws {
        #expect(
            try probe("stream", "eggd", sockets: sockets)
                == "none of the sockets that were passed (\(names)) is a listening stream socket")
    }

    @Test(arguments: [
        ("", "took [], closed [], open "),
        ("eggweb:udp other:tcp eggweb:tcp eggweb:tcp", "took [5, 6], closed [], open 5 6"),
        ("a:tcp b:udp c:tcp", "took [3, 5], closed [], open 3 5"),
        ("eggweb:udp", "none of the sockets that were passed (eggweb) is a listening stream socket"),
    ])
    func allListeningSocketsOfANameAreTaken(sockets: String, result: String) throws {
        #expect(try probe("listening", "eggweb", sockets: sockets) == result)
    }

    @Test(arguments: [
        ("", "took [], closed [], open "),
        ("a:stream b:datagram c:datagram", "took [4], closed [], open 4!"),
        ("a:stream b:udp", "none of the sockets that were passed (a, b) is a Unix datagram socket"),
    ])
    func theFirstDatagramSocketIsTaken(sockets: String, result: String) throws {
        #expect(try probe("datagram", sockets: sockets) == result)
    }

    @Test func variablesThatSayNothingUsefulAreNamed() throws {
        let result = try Program.run(
            "/bin/sh", ["-c", "LISTEN_PID=$$ LISTEN_FDS=many exec \"$0\" stream eggd", BuiltPrograms.systemdProbe])
        #expect(result.output == "LISTEN_FDS, LISTEN_PID or LISTEN_FDNAMES can't be used: Invalid argument\n")
    }
}
