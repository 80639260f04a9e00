import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// Whatever the process that starts eggd hands on, eggd serves, rings and ends.
@Suite struct StartingProcessTests {
    private func expectAnEggRings(_ daemon: RunningDaemon) throws {
        let watch = try daemon.startEggctl("start", "1s", "--watch", "--json")
        while let line = try watch.line(), !line.contains(#""kind":"rang""#) {}
        #expect(try daemon.eggctl("dismiss").status == 0)
        #expect(try watch.finish().status == 0)
    }

    /// A shell in front of eggd.
    private func shell(_ script: String) -> [String] {
        ["/bin/sh", "-c", "\(script) exec \"$@\"", "sh"]
    }

    /// A terminal takes some kilobytes when nobody reads it, then a write waits without end; poll(2) says that there is
    /// room as long as there is one byte of it.
    @Test func aTerminalThatIsNotReadSilencesNothing() throws {
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
        for _ in 0..<20_000 where client == nil {
            client = try? Client(connectingTo: socket)
            if client == nil { usleep(1_000) }
        }
        let calls = try #require(client)
        // Each is a line of the log, and together far more than a terminal takes.
        for _ in 0..<1_500 { _ = try calls.call(Timers.Start.self, .init(egg: "soft")) }
        _ = try calls.call(Timers.Start.self, .init(durationMs: 1_000, elapsedMs: 900))
        var state = Timers.State.cooking
        for _ in 0..<20_000 where state != .ringing {
            state = try calls.call(Timers.List.self, Nothing()).timers.first?.state ?? .cooking
            usleep(1_000)
        }
        #expect(state == .ringing)
        process.signal(SIGTERM)
        #expect(try process.finish(within: .seconds(20)).status == 0)
    }

    /// A file that was opened in place of a closed standard descriptor would have messages written into it.
    @Test(arguments: ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
    func closedStandardDescriptorsAreOpenedOnNothing(closing: String) throws {
        let folder = TemporaryFolder()
        let socket = folder.path("eggd.sock")
        let process = try Program(
            "/bin/sh",
            ["-c", "exec \"$@\" \(closing)", "sh", BuiltPrograms.eggd, "--state-dir", folder.path("state")],
            environment: ["EGGD_SOCKET": socket, "ALSA_CONFIG_PATH": "/nonexistent"])
        var client: Client?
        for _ in 0..<20_000 where client == nil {
            client = try? Client(connectingTo: socket)
            if client == nil { usleep(1_000) }
        }
        _ = try #require(client).call(Timers.Start.self, .init(egg: "soft"))
        for number in 0...2 {
            var target = [CChar](repeating: 0, count: 256)
            let count = readlink("/proc/\(process.pid)/fd/\(number)", &target, target.count)
            let path = String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // What was not closed is a pipe of this test, which has no path.
            #expect(path == "/dev/null" || path.hasPrefix("pipe:"), "\(number): \(path)")
        }
        #expect(contents(of: socket + ".lock") == [])
        process.signal(SIGTERM)
        #expect(try process.finish().status == 0)
    }

    /// Beyond a limit on the size of files a write would end the process by SIGXFSZ, at each start anew.
    @Test func aLimitOnTheSizeOfFilesEndsNothing() throws {
        let folder = TemporaryFolder()
        for _ in 0..<2 {
            // Blocks of 512 bytes: enough for a database, and soon too little for its log.
            let daemon = try RunningDaemon(folder: folder, wrapper: shell("ulimit -f 64;"))
            let client = try daemon.client()
            for number in 0..<200 {
                _ = try client.call(Timers.Start.self, .init(egg: "hard", name: "pot \(number % 60)"))
            }
            try expectAnEggRings(daemon)
            daemon.process.signal(SIGTERM)
            #expect(try daemon.process.finish().status == 0)
        }
    }

    /// A passed socket is not dropped without a word.
    @Test(arguments: ["LISTEN_FDS=many", "LISTEN_FDS=-1", "LISTEN_FDS=1 LISTEN_FDNAMES=a:b:c"])
    func aBadDescriptionOfPassedSocketsIsReported(variables: String) throws {
        let folder = TemporaryFolder()
        let script = "export LISTEN_PID=$$ \(variables); exec \"$@\" 3</dev/null"
        let result = try Program.run(
            "/bin/sh", ["-c", script, "sh", BuiltPrograms.eggd, "--state-dir", folder.path("state")],
            environment: ["EGGD_SOCKET": folder.path("eggd.sock"), "ALSA_CONFIG_PATH": "/nonexistent"])
        #expect(result.status == 1)
        #expect(
            result.errors.contains("LISTEN_FDS, LISTEN_PID or LISTEN_FDNAMES can't be used")
                || result.errors.contains("none of the sockets that were passed"), "\(result.errors)")
    }

    /// A service manager that passes a socket of its own besides is told what became of it.
    @Test func refusedConnectionsOfAnotherUserFillNoLog() throws {
        guard geteuid() == 0 else { return }
        let daemon = try RunningDaemon()
        #expect(chmod(daemon.folder.path, 0o755) == 0 && chmod(daemon.socket, 0o666) == 0)
        let connect = """
            import socket
            for _ in range(200):
                s = socket.socket(socket.AF_UNIX); s.settimeout(20)
                s.connect('\(daemon.socket)'); s.recv(1); s.close()
            """
        let other = try Program.run(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", connect],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(other.status == 0, "\(other.errors)")
        daemon.process.signal(SIGTERM)
        let errors = try daemon.process.finish().errors
        #expect(errors.split(separator: "\n").count { $0.contains("user 65534") } == 1, "\(errors)")
    }
}
