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
