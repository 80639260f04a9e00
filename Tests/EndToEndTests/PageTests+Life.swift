import EggTestSupport
import Glibc
import Testing

/// How it starts, and how it ends.
extension PageTests {
    @Test func aPortThatIsTakenIsNamed() throws {
        let page = try RunningPage(socket: "/nonexistent")
        let result = try Program.run(
            BuiltPrograms.eggweb,
            ["--listen", "\(page.port)", "--socket", "/nonexistent", "--web", page.folder.path("web")])
        #expect(result.status == 1)
        #expect(
            result.errors.contains("another program already listens at 127.0.0.1:\(page.port); choose another port"))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsItEvenWithAPageOpen(signal: Int32) throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        let client = try page.client()
        try client.watch()
        _ = try client.event()
        page.process.signal(signal)
        #expect(try page.process.finish(within: .seconds(20)).status == 0)
    }

    /// Opens sockets as a service manager does, prints their ports, and executes the program; each is `NAME:KIND`.
    private func start(withSockets sockets: String..., in folder: TemporaryFolder) throws -> Program {
        folder.write("<html></html>".utf8, to: "web/index.html")
        let script = """
            import os, socket, sys
            words = [word.split(":") for word in sys.argv[1].split(",")]
            for number, (name, kind) in enumerate(words):
                made = socket.socket(socket.AF_INET, socket.SOCK_STREAM if kind == "tcp" else socket.SOCK_DGRAM)
                made.bind(("127.0.0.1", 0))
                if kind == "tcp": made.listen()
                print(made.getsockname()[1], flush=True)
                os.dup2(made.fileno(), 30 + number)
            for number in range(len(words)): os.dup2(30 + number, 3 + number)
            os.closerange(3 + len(words), 64)
            names = ":".join(name for name, _ in words)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(words)), LISTEN_FDNAMES=names)
            os.execv(sys.argv[2], sys.argv[2:])
            """
        return try Program(
            "/usr/bin/python3",
            [
                "-c", script, sockets.joined(separator: ","), BuiltPrograms.eggweb, "--socket", "/nonexistent",
                "--state-dir", folder.path("state"), "--web", folder.path("web"),
            ])
    }

    private func ports(_ count: Int, of process: Program) throws -> [UInt16] {
        try (0..<count).map { _ in try #require(try process.line().flatMap { UInt16($0) }) }
    }

    @Test func ofThePassedSocketsThoseOfItsNameAreServedAndOthersClosed() throws {
        let folder = TemporaryFolder()
        let process = try start(withSockets: "other:tcp", "eggweb:udp", "eggweb:tcp", in: folder)
        let ports = try ports(3, of: process)
        #expect(try process.errorLine() == "eggweb: http://127.0.0.1:\(ports[2])/")
        #expect(try WebClient(port: ports[2]).request("GET", "/").status == 200)
        #expect(throws: ProgramError.self) { try WebClient(port: ports[0]) }
        process.signal(SIGTERM)
        let end = try process.finish()
        #expect(end.status == 0 && end.errors == "", "\(end)")
    }

    @Test func withAPassedSocketItExitsWhenNobodyUsesIt() throws {
        let folder = TemporaryFolder()
        let process = try start(withSockets: "eggweb:tcp", in: folder)
        let port = try #require(try process.line().flatMap { UInt16($0) })
        #expect(try process.errorLine() == "eggweb: http://127.0.0.1:\(port)/")
        #expect(try WebClient(port: port).request("GET", "/").status == 200)
        #expect(try process.finish(within: .seconds(90)).status == 0)
        // The socket belonged to the test's process only while it was passed.
        #expect(throws: ProgramError.self) { try WebClient(port: port) }
    }
}
