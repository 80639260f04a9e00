import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// How `eggd` starts and exits.
@Suite struct DaemonLifeTests {
    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test func aSecondDaemonOnTheSameSocketRefuses() throws {
        let daemon = try RunningDaemon()
        let second = try Program.run(
            BuiltPrograms.eggd, ["--state-dir", daemon.folder.path("other")], environment: daemon.environment)
        #expect(second.status == 1)
        #expect(second.errors.contains("another eggd already serves \(daemon.socket)"))
        #expect(try daemon.eggctl("status").status == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsItCleanlyEvenWhileRinging(signal: Int32) throws {
        let daemon = try RunningDaemon()
        let watch = try daemon.startEggctl("start", "1s", "--watch")
        try watch.line(with: "rang")
        daemon.process.signal(signal)
        #expect(try daemon.process.finish().status == 0)
        #expect(!exists(daemon.socket) && !exists(daemon.socket + ".lock"))
        #expect(try watch.errorLine()?.contains("; reconnecting") == true)
    }

    /// Trap 5: SIGTERM during the start. The daemon exits either before it serves or cleanly.
    @Test func aSignalDuringTheStartAlsoEndsIt() throws {
        let folder = TemporaryFolder()
        var random = SeededGenerator(seed: 5)
        let environment = [
            "EGGD_SOCKET": folder.path("eggd.sock"), "ALSA_CONFIG_PATH": "/nonexistent",
            "STATE_DIRECTORY": folder.path("state"),
        ]
        for _ in 0..<60 {
            let process = try Program(BuiltPrograms.eggd, environment: environment)
            usleep(UInt32.random(in: 0...20_000, using: &random))
            process.signal(SIGTERM)
            let result = try process.finish(within: .seconds(20))
            #expect(result.status == 0 || result.status == 128 + SIGTERM, "\(result.errors)")
            #expect(!exists(folder.path("eggd.sock")) && (result.status != 0 || !exists(folder.path("eggd.sock.lock"))))
        }
    }

    /// Its log is not read here, and a pipe holds 64 KiB: what does not fit is lost, and nothing waits for it.
    @Test func anUnreadLogDelaysNothing() throws {
        let daemon = try RunningDaemon()
        try startOften(2_000, daemon.client())
        try expectAnEggRings(daemon)
        #expect(try daemon.end() == 0)
    }

    @Test func aFailureToServeIsReported() throws {
        let nowhere = try Program.run(BuiltPrograms.eggd, ["--socket", "/nonexistent/eggd.sock"])
        #expect(nowhere.status == 1)
        #expect(nowhere.errors == "eggd: can't listen: open /nonexistent/eggd.sock.lock: No such file or directory\n")
        let option = try Program.run(BuiltPrograms.eggd, ["--sokcet", "/tmp/x"])
        #expect(option.status == EX_USAGE && option.errors.contains("did you mean '--socket'?"))
        for words in [["start", "soft"], ["start", "soft", "--watch"]] {
            let word = try Program.run(BuiltPrograms.eggd, words)
            let advice = "'start' is no option of eggd; eggctl controls it, as in: eggctl start soft"
            #expect(word.status == EX_USAGE && word.errors == "eggd: \(advice)\nTry 'eggd --help'.\n", "\(word)")
        }
    }

    /// Only the same user and root may connect. The socket's mode ensures this already, so here the socket is opened to
    /// all. The log says it once.
    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func anotherUserIsRefused() throws {
        let daemon = try RunningDaemon()
        #expect(chmod(daemon.folder.path, 0o755) == 0 && chmod(daemon.socket, 0o666) == 0)
        let connect = """
            import socket
            for _ in range(200):
                s = socket.socket(socket.AF_UNIX); s.settimeout(20)
                s.connect('\(daemon.socket)'); assert s.recv(1) == b""; s.close()
            """
        let other = try Program.run(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", connect],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(other.status == 0, "\(other.errors)")
        let line = "eggd: refused a connection: it belongs to user 65534, and only the same user and root may connect"
        #expect(try daemon.process.errorLine() == line)
        #expect(try daemon.eggctl("status").status == 0)
        daemon.process.signal(SIGTERM)
        #expect(try !daemon.process.finish().errors.contains("user 65534"))
    }

    /// Trap 8: the end of a half-closed client's input stays readable, and a source that watches it would run all the
    /// time.
    @Test func aHalfClosedClientCausesNoWakeups() throws {
        let daemon = try RunningDaemon()
        let peers = try (0..<10).map { _ in try RawPeer(daemon.socket) }
        for peer in peers {
            peer.send(message: #"{"method":"io.eggtimer.Timers.Watch","more":true}"#)
            peer.closeSending()
            #expect(peer.receive()?.contains("snapshot") == true)
        }
        let before = try cpuTicks(of: daemon.process.pid)
        sleep(2)
        #expect(try cpuTicks(of: daemon.process.pid) - before < 20)
        withExtendedLifetime(peers) {}
    }
}

/// Promise three: it costs nothing while nothing happens. The kernel counts the wakeups of each thread, after
/// Dispatch's pool has become idle.
@Suite struct RestTests {
    /// Trap 4.
    @Test(.enabled(if: !Build.isSanitized, "a sanitizer has a thread of its own, which wakes up"))
    func thereIsNoWakeupWhileNothingHappens() throws {
        let (idle, cooking, watched) = (try RunningDaemon(), try RunningDaemon(), try RunningDaemon())
        for daemon in [cooking, watched] { #expect(try daemon.eggctl("start", "20h").status == 0) }
        let clients = try [idle, cooking, watched].map { try $0.client() }
        try clients[2].send(Timers.Watch.self, .init(ticks: false), more: true)
        #expect(try clients[2].receive(Timers.Watch.self).value.timers.count == 1)
        try expectNoWakeup(of: idle.process.pid, cooking.process.pid, watched.process.pid)
        withExtendedLifetime(clients) {}
    }

    @Test func oneSubscriberCausesOneTickASecond() throws {
        let daemon = try RunningDaemon()
        let client = try daemon.client()
        try client.send(Timers.Watch.self, .init(), more: true)
        #expect(try client.receive(Timers.Watch.self).value.event.kind == .snapshot)
        #expect(try daemon.eggctl("start", "soft").status == 0)
        #expect(try client.receive(Timers.Watch.self).value.event.kind == .started)
        let log = try #require(contents(of: daemon.state + "/eggtimer.db-wal"))
        // Each tick falls on a whole second of the countdown, and none is missing.
        for second in 1...4 {
            let tick = try client.receive(Timers.Watch.self).value
            #expect(tick.event.kind == .tick)
            let remaining = try #require(tick.timers.first?.remainingMs)
            #expect((remaining + 999) / 1000 == 300 - Int64(second))
        }
        // Nothing is written for the ticks.
        #expect(contents(of: daemon.state + "/eggtimer.db-wal") == log)
    }
}

/// Starts an egg so many times, by calls that are sent at once; each is a line of eggd's log.
func startOften(_ count: Int, _ client: Client) throws {
    let start = Timers.Start.Parameters(egg: "soft")
    for _ in 1..<count { try client.send(Timers.Start.self, start, oneway: true) }
    _ = try client.call(Timers.Start.self, start)
}

/// Waits until processes rest, and expects that nothing wakes them up in ten seconds.
///
/// Dispatch ends the idle threads of its pool after five seconds.
func expectNoWakeup(of processes: pid_t...) throws {
    var before: [[String: Int]] = []
    for _ in 0..<10 {
        let now = try processes.map { try contextSwitches(of: $0) }
        if now == before { break }
        before = now
        sleep(6)
    }
    sleep(10)
    #expect(try processes.map { try contextSwitches(of: $0) } == before)
    #expect(before.allSatisfy { !$0.isEmpty })
}

/// The number of context switches so far, by thread.
func contextSwitches(of pid: pid_t, kinds: [String] = ["voluntary", "nonvoluntary"]) throws -> [String: Int] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
    return threads.reduce(into: [:]) { counts, thread in
        for kind in kinds {
            let count = statusField("\(kind)_ctxt_switches", of: pid, thread: thread).flatMap { Int($0) }
            if let count { counts[thread, default: 0] += count }
        }
    }
}

/// Many clients, including malicious ones, against the real daemon. `script/soak` has them for longer.
@Suite struct LoadTests {
    /// Deadlines pass, eggctl is answered, and nothing of the clients remains. They are the same each time.
    @Test func underLoadDeadlinesComeAndEggctlIsAnswered() throws {
        let result = try Program(BuiltPrograms.load, ["0.2", "7"]).finish(within: .seconds(900))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("all held\n"))
    }
}
