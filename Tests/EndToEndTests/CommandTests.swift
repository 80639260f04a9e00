import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// Commands of the user's own: what eggd asks for, and the program that runs them.
@Suite struct CommandTests {
    private let folder = TemporaryFolder()

    private static let all = "[alarm]\non-start = id\non-ring = id\non-dismissed = id\non-missed = id\n"

    private var variables: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path] }

    private func daemon(_ configuration: String) throws -> RunningDaemon {
        configure(configuration)
        folder.makeFolder("systemd")
        return try RunningDaemon(folder: folder, environment: variables)
    }

    private func configure(_ text: String) {
        folder.write(text.utf8, to: "eggtimer/eggd.conf")
    }

    private func openService() throws -> Datagrams {
        try Datagrams(folder.path("eggd-commands.sock"))
    }

    /// The next request, as "event name egg overdue".
    private func next(_ service: Datagrams) throws -> String {
        let text = try service.next()
        let request = try decodeJSON(CommandRequest.self, from: Array(text.utf8))
        return "\(request.event) \(request.name) \(request.egg) \(request.overdue)"
    }

    // MARK: The requests of eggd

    @Test func eachEventWithACommandIsRequested() throws {
        let service = try openService()
        let daemon = try daemon(Self.all)
        _ = try daemon.eggctl("start", "1s", "--name", "left pot")
        #expect(try next(service) == "start left pot custom 0")
        #expect(try next(service) == "ring left pot custom 0")
        _ = try daemon.eggctl("snooze", "1s")
        #expect(try next(service).hasPrefix("dismissed left pot custom "))
        #expect(try next(service).hasPrefix("ring left pot custom "))
        _ = try daemon.eggctl("dismiss")
        #expect(try next(service).hasPrefix("dismissed left pot custom "))
        _ = try daemon.eggctl("start", "soft")
        #expect(try next(service) == "start egg soft 0")
        // There is no command for this event.
        _ = try daemon.eggctl("cancel")
        _ = try daemon.eggctl("start", "hard")
        #expect(try next(service) == "start egg hard 0")
        #expect(service.isEmpty)
    }

    @Test func whatHappenedWhileNoDaemonRanIsRequestedAtItsStart() throws {
        let service = try openService()
        let first = try daemon("[alarm]\non-ring = id\non-dismissed = id\n")
        _ = try first.eggctl("start", "1s")
        try first.kill()
        // The deadline passes, either before or after the start.
        let second = try RunningDaemon(folder: folder, environment: variables)
        #expect(try next(service).hasPrefix("ring timer custom "))
        // The answer comes when everything until now is saved.
        #expect(try second.eggctl("rename", "pan").status == 0)
        try second.kill()
        // It rings again after another restart, but that is no new event.
        let third = try RunningDaemon(folder: folder, environment: variables)
        #expect(try third.eggctl("status").output.hasPrefix("pan: ringing"))
        #expect(service.isEmpty)
        _ = try third.eggctl("extend", "1m")
        #expect(try next(service).hasPrefix("dismissed pan custom "))
    }

    @Test func withoutAServiceEggsRingAndTheLogSaysItOnce() throws {
        let daemon = try daemon("[alarm]\non-start = id\non-ring = id\n")
        _ = try daemon.eggctl("start", "1s", "--name", "a")
        _ = try daemon.eggctl("start", "2s", "--name", "b")
        let log = try daemon.process.errorLines { $0.contains("b (custom, 0:02): rang") }
        let socket = folder.path("eggd-commands.sock")
        #expect(
            log.filter { $0.contains("not run") } == [
                "eggd: the command on-start of 'a' is not run: nothing listens at \(socket); "
                    + "systemctl --user start eggd-commands.socket"
            ])
        #expect(try daemon.eggctl("status").output.contains("ringing"))
        let service = try openService()
        _ = try daemon.eggctl("start", "soft")
        #expect(try next(service) == "start egg soft 0")
        try daemon.process.errorLine(with: "commands are run again")
    }

    /// Its socket takes a number of requests, and then no more.
    @Test func aServiceThatReadsNothingDelaysNothing() throws {
        let service = try openService()
        let daemon = try daemon("[alarm]\non-start = id\n")
        let limit = try #require(text(of: "/proc/sys/net/unix/max_dgram_qlen")).dropLast()
        let most = try #require(Int(limit))
        let client = try daemon.client()
        // The socket's buffer may be full earlier.
        for _ in 0...most + 1 {
            _ = try client.call(Timers.Start.self, .init(egg: "soft"))
        }
        for line in try daemon.process.errorLines(before: { $0.contains("not run") }) {
            #expect(!line.contains("commands"), "\(line)")
        }
        #expect(try next(service) == "start egg soft 0")
    }

    // MARK: The program that runs them

    private func startManager(_ extra: [String: String] = [:]) throws -> Program {
        try Program.commandManager(
            in: folder,
            environment: variables.merging(["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]) { $1 }.merging(extra) { $1 })
    }

    @Test func aCommandRunsWhenAnEggRings() throws {
        let manager = try startManager()
        let daemon = try daemon(
            """
            [alarm]
            on-ring = sh -c 'echo "$0, $EGG_NAME ($EGG_EGG) $EGG_EVENT $EGG_OVERDUE"; env | grep -c LISTEN' "Hello eggs"
            on-dismissed = ls /proc/self/fd
            """)
        _ = try daemon.eggctl("start", "1s", "--name", "left pot")
        #expect(try manager.line() == "Hello eggs, left pot (custom) ring 0")
        #expect(try manager.line() == "0")
        // Its exit status is that of grep.
        let end = "' \"Hello eggs\"' exited with 1"
        #expect(try manager.errorLine()?.hasSuffix(end) == true)
        // It ends by itself.
        #expect(try manager.line() == "ended 0")
        _ = try daemon.eggctl("dismiss")
        // Three streams, and the folder itself.
        for number in ["0", "1", "2", "3"] { #expect(try manager.line() == number) }
        #expect(try manager.line() == "ended 0")
    }

    /// The box runs it with the real program of that name.
    @Test func theExampleOfTheManualRuns() throws {
        let page = try #require(text(of: BuiltPrograms.sourceTree + "/man/eggd.conf.5"))
            .replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "\\(dq", with: "\"")
        let line = try #require(page.split(separator: "\n").first { $0.hasPrefix("on-ring = systemd-cat ") })
        try folder.writeProgram("printf '<%s>' \"$@\"; echo", to: "systemd-cat")
        let manager = try startManager(["PATH": "\(folder.path):/usr/bin:/bin"])
        let daemon = try daemon("[alarm]\n\(line)\n")
        _ = try daemon.eggctl("start", "1s")
        #expect(try manager.line() == "<echo><Poached eggs are done>")
    }

    @Test func withoutASocketItSaysWhatStartsIt() throws {
        let result = try Program.run(BuiltPrograms.eggrun)
        #expect(result.status == EX_USAGE)
        #expect(
            result.errors == "eggrun: eggd-commands.socket starts this program, when eggd has a command to run\n")
    }

    // MARK: eggctl doctor

    @Test func doctorFindsCommandsThatWouldNotRun() throws {
        let home = BuiltPrograms.sourceTree
        let daemon = try daemon("[alarm]\non-ring = no-such-program on\n[egg soft]\non-start = /etc/passwd\n")
        let socket = folder.path("eggd-commands.sock")
        var output = try daemon.eggctl("doctor").output
        for line in [
            "warn  commands in the configuration are not run: nothing listens at \(socket)",
            "      fix: \(home)/script/install && systemctl --user start eggd-commands.socket",
            "warn  the program of 'on-ring' in [alarm] can't be run: 'no-such-program' is in no folder of PATH "
                + "(/usr/bin:/bin)",
            "warn  the program of 'on-start' in [egg soft] can't be run: /etc/passwd: not executable",
        ] {
            #expect(output.contains(line + "\n"), "\(line) is not in:\n\(output)")
        }
        let service = try openService()
        configure("[alarm]\non-ring = echo rang\n[egg soft]\non-ring = /bin/echo rang\n")
        try daemon.reload()
        output = try daemon.eggctl("doctor").output
        #expect(output.contains("ok    commands in the configuration are run\n"), "\(output)")
        // Looking starts nothing.
        #expect(service.isEmpty)
    }

    @Test func aTestRunsTheCommandsThatCallTheCookAndDoctorNamesThoseThatFail() throws {
        let state = ["XDG_STATE_HOME": folder.path("home")]
        let manager = try startManager(state)
        let note = #"sh -c 'echo "$EGG_EVENT $EGG_NAME ($EGG_EGG) $EGG_TEST"'"#
        configure(
            """
            [alarm]
            on-start = \(note)
            on-warning = \(note)
            on-ring = \(note)
            on-dismissed = eggctl again
            on-missed = sh -c 'sleep 0.5; exit 7'
            [egg soft]
            on-ring = \(note)
            [egg hard]
            on-ring = sh -c 'echo hard; exit 3'
            """)
        let daemon = try RunningDaemon(folder: folder, environment: variables.merging(state) { $1 })
        let output = try daemon.eggctl("doctor", "--ring").output
        let lines = try manager.lines { $0 == "ended 0" }
        // The soft egg's own command is that of the alarm, and runs once.
        #expect(lines.sorted() == ["hard", "ring test (custom) 1", "warning test (custom) 1"])
        #expect(output.contains("ok    4 commands were run as a test, with EGG_TEST=1\n"), "\(output)")
        #expect(output.contains(": on-missed of 'test': 'sh -c 'sleep 0.5; exit 7'' exited with 7\n"), "\(output)")
        #expect(output.contains(": on-ring of 'hard': 'sh -c 'echo hard; exit 3'' exited with 3\n"), "\(output)")
        #expect(try daemon.timers().isEmpty)
        _ = try daemon.eggctl("start", "soft")
        #expect(try manager.line() == "start egg (soft) ")
    }

    @Test func aTestDoesNotWaitForACommandThatHangs() throws {
        // The request waits in the socket.
        let service = try openService()
        let daemon = try daemon("[alarm]\non-ring = id\n")
        let reply = try daemon.client().call(Timers.TryCommands.self, Nothing())
        #expect(reply.count == 1 && reply.problem == "some are still running")
        #expect(try next(service) == "ring test custom 0")
    }

    @Test func aTestSaysWhenNothingRunsTheCommands() throws {
        let daemon = try daemon(Self.all)
        let output = try daemon.eggctl("doctor", "--ring").output
        let socket = folder.path("eggd-commands.sock")
        #expect(
            output.contains("warn  the test of the commands is incomplete: nothing listens at \(socket)"), "\(output)")
        configure("[alarm]\non-start = id\n")
        try daemon.reload()
        // There is nothing to test.
        #expect(try !daemon.eggctl("doctor", "--ring").output.contains("test, with"))
    }
}
