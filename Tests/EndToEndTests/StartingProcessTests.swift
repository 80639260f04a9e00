import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// A timer counts down and rings, and is dismissed, whatever the system lacks.
func expectAnEggRings(_ daemon: RunningDaemon) throws {
    let watch = try daemon.startEggctl("start", "1s", "--name", "witness", "--watch", "--json")
    try watch.line(with: #""kind":"rang""#)
    #expect(try daemon.eggctl("dismiss", "witness").status == 0)
    #expect(try watch.finish().status == 0)
}

/// eggd serves, rings and exits whatever it inherits from the process that starts it.
@Suite struct StartingProcessTests {
    /// A shell in front of eggd.
    private func shell(_ script: String) -> [String] {
        ["/bin/sh", "-c", "\(script) exec \"$@\"", "sh"]
    }

    /// An unread terminal takes some kilobytes, then a write blocks without end; poll(2) reports room as long as there is
    /// one byte of it.
    @Test func anUnreadTerminalDelaysNeitherRepliesNorAlarms() throws {
        let terminal = try Program(
            "/usr/bin/python3",
            [
                "-c",
                "import os, signal; _, end = os.openpty(); print(os.ttyname(end), flush=True); signal.pause()",
            ])
        let name = try #require(try terminal.line())
        let folder = TemporaryFolder()
        let socket = folder.path("eggd.sock")
        let environment = [
            "EGGD_SOCKET": socket, "PATH": "/usr/bin:/bin",
            "ALSA_CONFIG_PATH": folder.write("pcm.!default { type null }\n".utf8, to: "null.conf"),
        ]
        let process = try Program(
            "/bin/sh",
            ["-c", "exec \"$@\" 2>\(name)", "sh", BuiltPrograms.eggd, "--state-dir", folder.path("state")],
            environment: environment)
        var client: Client?
        try waitUntil("it listens") {
            client = try? Client(connectingTo: socket)
            return client != nil
        }
        let calls = try #require(client)
        // Together, the lines of the log are far more than a terminal takes.
        try startOften(1_500, calls)
        _ = try calls.call(Timers.Start.self, .init(egg: "soft", durationMs: 1_000, elapsedMs: 900))
        try waitUntil("it rings") { try calls.call(Timers.List.self, Nothing()).timers.first?.state == .ringing }
        process.signal(SIGTERM)
        #expect(try process.finish(within: .seconds(20)).status == 0)
    }

    /// Messages would be written into a file that was opened in place of a closed standard descriptor.
    @Test(arguments: ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
    func closedStandardDescriptorsAreReplaced(closing: String) throws {
        let folder = TemporaryFolder()
        let socket = folder.path("eggd.sock")
        let process = try Program(
            "/bin/sh",
            ["-c", "exec \"$@\" \(closing)", "sh", BuiltPrograms.eggd, "--state-dir", folder.path("state")],
            environment: ["EGGD_SOCKET": socket, "ALSA_CONFIG_PATH": "/nonexistent"])
        var client: Client?
        try waitUntil("it listens") {
            client = try? Client(connectingTo: socket)
            return client != nil
        }
        _ = try #require(client).call(Timers.Start.self, .init(egg: "soft"))
        for number in 0...2 {
            let path = descriptorPath(process.pid, number)
            // A descriptor that was not closed is a pipe of this test, which has no path.
            #expect(path == "/dev/null" || path.hasPrefix("pipe:"), "\(number): \(path)")
        }
        #expect(contents(of: socket + ".lock") == [])
        process.signal(SIGTERM)
        #expect(try process.finish().status == 0)
    }

    /// A write beyond a limit on file sizes would end the process by SIGXFSZ, at each start again.
    @Test(.enabled(if: !Build.isSanitized, "a sanitizer has files of its own, which are larger"))
    func aLimitOnFileSizesDoesNotEndTheProcess() throws {
        let folder = TemporaryFolder()
        for _ in 0..<2 {
            // Blocks of 512 bytes: enough for a database, and soon too little for its log.
            let daemon = try RunningDaemon(folder: folder, wrapper: shell("ulimit -f 64;"))
            let client = try daemon.client()
            for number in 0..<200 {
                _ = try client.call(Timers.Start.self, .init(egg: "hard", name: "pot \(number % 60)"))
            }
            try expectAnEggRings(daemon)
            #expect(try daemon.end() == 0)
        }
    }
}
