import EggTestSupport
import Glibc
import Testing

/// How services exit while a part of them hangs.
@Suite struct EndingTests {
    private let folder = TemporaryFolder()

    /// A service manager that reads nothing.
    private func stuckManager() throws -> Datagrams {
        let manager = try Datagrams(folder.path("notify"))
        try manager.fill()
        return manager
    }

    private static let report = "the message to systemd takes longer than 200 ms; exiting without it\n"

    @Test func eggdLeavesAPartThatHangs() throws {
        let manager = try stuckManager()
        let daemon = try RunningDaemon(folder: folder, environment: ["NOTIFY_SOCKET": manager.path])
        daemon.process.signal(SIGTERM)
        let end = try daemon.process.finish()
        // On a busy machine, other parts may be late as well.
        #expect(end.status == 0 && end.errors.hasSuffix("eggd: \(Self.report)"), "\(end)")
        #expect(access(daemon.socket, F_OK) == -1)
    }

    @Test func eggwebLeavesAPartThatHangs() throws {
        let manager = try stuckManager()
        let page = try RunningPage(
            socket: "/nonexistent", folder: folder, wrapper: ["/usr/bin/env", "NOTIFY_SOCKET=\(manager.path)"])
        page.process.signal(SIGTERM)
        let end = try page.process.finish()
        #expect(end.status == 0 && end.errors == "eggweb: \(Self.report)", "\(end)")
    }

    /// Starts a service whose standard error is this pipe.
    private func start(_ path: String, _ options: String..., errors pipe: String) throws -> Program {
        let places = ["--socket", folder.path("s"), "--state-dir", folder.path("state")]
        return try Program(
            "/bin/sh", ["-c", #"exec "$@" 2>"$0""#, pipe, path] + places + options,
            environment: ["ALSA_CONFIG_PATH": "/nonexistent"])
    }

    /// A pipe that nothing reads, perhaps full.
    private func pipe(isFull: Bool) -> (path: String, number: Int32) {
        let path = folder.path("errors")
        #expect(mkfifo(path, 0o600) == 0)
        let number = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        if isFull { while write(number, "x", 1) == 1 {} }
        return (path, number)
    }

    /// A sound is on a disk that does not answer, so the start hangs.
    @Test(arguments: [false, true])
    func eggdThatHangsIsGivenUp(isFull: Bool) throws {
        let sound = folder.write([], to: "bell.wav")
        let disk = try HangingFile(sound)
        let pipe = pipe(isFull: isFull)
        defer { close(pipe.number) }
        let configuration = folder.write("[alarm]\nsound = \(sound)\n".utf8, to: "eggd.conf")
        let process = try start(BuiltPrograms.eggd, "--config", configuration, errors: pipe.path)
        try disk.waitUntilOpened()
        process.signal(SIGTERM)
        #expect(try process.finish().status == 1)
        var said = [UInt8](repeating: 0, count: 200)
        let count = read(pipe.number, &said, said.count)
        let text = String(decoding: said.prefix(max(0, count)), as: UTF8.self)
        let sentence = "eggd: exiting took too long; all acknowledged changes are saved\n"
        #expect(isFull ? text.hasPrefix("xxx") : text == sentence, "\(text)")
    }

    /// The start hangs when it writes to standard error.
    @Test func eggwebThatHangsIsGivenUp() throws {
        let pipe = pipe(isFull: true)
        defer { close(pipe.number) }
        let configuration = folder.write("[page]\nhosts = kitchen.example\n".utf8, to: "eggd.conf")
        let process = try start(
            BuiltPrograms.eggweb, "--listen", "127.0.0.1:0", "--web", BuiltPrograms.sourceTree + "/web", "--config",
            configuration, errors: pipe.path)
        try waitUntil("it has made a token") { access(folder.path("state/token"), F_OK) == 0 }
        process.signal(SIGTERM)
        #expect(try process.finish().status == 1)
    }
}
