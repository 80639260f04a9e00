import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// `eggctl watch` and `start --watch` when eggd, the reader of their output, or their terminal fails.
@Suite struct WatchTests {
    private let folder = TemporaryFolder()

    @Test func aPipedWatchSaysThatEggdCannotBeReachedAndContinuesAfterARestart() throws {
        let daemon = try RunningDaemon(folder: folder)
        _ = try daemon.eggctl("start", "soft")
        let watch = try daemon.startEggctl("watch")
        #expect(try watch.line()?.contains(/soft egg: [45]:\d\d left/) == true)
        try daemon.kill()
        let complaint = try #require(try watch.errorLine())
        #expect(complaint.contains("; reconnecting; start it with: "))
        let another = try RunningDaemon(folder: folder)
        #expect(try watch.errorLine() == "eggctl: eggd can be reached again")
        _ = try another.eggctl("cancel")
        try watch.line(with: "cancelled, soft egg")
        watch.signal(SIGINT)
        #expect(try watch.finish().status == 130)
    }

    @Test func aTimerThatEndedWhileEggdWasDownIsReported() throws {
        let daemon = try RunningDaemon(folder: folder)
        let run = try daemon.startEggctl("start", "soft", "--watch")
        try run.line(with: "started, soft egg")
        let watch = try daemon.startEggctl("watch")
        _ = try watch.line()
        try daemon.kill()
        // A daemon with the same timers on another socket, which neither of the two clients uses.
        let elsewhere = folder.path("other.sock")
        let hidden = try RunningDaemon(folder: folder, options: ["--socket", elsewhere])
        #expect(try hidden.eggctl("cancel", "--socket", elsewhere).status == 0)
        _ = try hidden.end()
        let another = try RunningDaemon(folder: folder)
        try watch.line(with: "soft egg: cancelled while eggd could not be reached")
        let result = try run.finish()
        #expect(result.status == 1 && result.output.contains("soft egg: cancelled while eggd could not be reached"))
        withExtendedLifetime(another) {}
    }

    @Test func anEggdThatCantBeReachedAtTheStartEndsTheWatch() throws {
        for words in [["watch"], ["start", "soft", "--watch"]] {
            let result = try Program.run(BuiltPrograms.eggctl, words + ["--socket", folder.path("eggd.sock")])
            #expect(result.status == EX_UNAVAILABLE && result.errors.contains("start it with: "), "\(words)")
        }
    }

    @Test func aStoppedEggdGetsTheSameTimeoutAsWithOtherCommands() throws {
        let daemon = try RunningDaemon(folder: folder)
        daemon.process.signal(SIGSTOP)
        defer { daemon.process.signal(SIGCONT) }
        // Both run at once, and each waits for its timeout.
        let programs = try [["watch"], ["start", "soft", "--watch"]].map {
            try Program(BuiltPrograms.eggctl, $0, environment: daemon.environment)
        }
        for program in programs {
            let result = try program.finish()
            #expect(result.status == EX_UNAVAILABLE && result.errors.contains("eggd is stopped (process "), "\(result)")
        }
    }

    @Test func aServerThatDoesNotAnswerIsReportedBeforeAWatchGivesUp() throws {
        let eggd = try PlayedEggd()
        for words in [["watch"], ["start", "soft", "--watch"]] {
            let begin = ContinuousClock.now
            let watch = try Program(BuiltPrograms.eggctl, words + ["--socket", eggd.path])
            #expect(try watch.errorLine() == "eggctl: eggd hasn't answered for 3 s; still waiting")
            #expect(ContinuousClock.now - begin >= .seconds(3))
            watch.signal(SIGINT)
            #expect(try watch.finish().status == 130)
        }
    }

    @Test func missingTicksAreReported() throws {
        let daemon = try RunningDaemon(folder: folder)
        _ = try daemon.eggctl("start", "soft")
        let watch = try daemon.startEggctl("watch", "--json")
        _ = try watch.line()
        daemon.process.signal(SIGSTOP)
        #expect(try watch.errorLine() == "eggctl: eggd does not answer; the times shown are the last known")
        daemon.process.signal(SIGCONT)
        watch.signal(SIGINT)
        #expect(try watch.finish().status == 130)
    }

    @Test func subscribersThatStopReadingAreDisconnectedAndAWatchSaysHowMuchIsMissing() throws {
        let daemon = try RunningDaemon(folder: folder)
        let client = try daemon.client()
        for number in 1...60 { _ = try client.call(Timers.Start.self, .init(egg: "soft", name: "pot \(number)")) }
        let watch = try daemon.startEggctl("watch")
        _ = try watch.line()
        let peer = try RawPeer(daemon.socket)
        peer.send(message: #"{"method":"io.eggtimer.Timers.Watch","more":true}"#)
        #expect(peer.receive()?.contains("snapshot") == true)
        let before = try Self.sockets(daemon.process.pid)
        watch.signal(SIGSTOP)
        // Each event has all timers, some 15 kB: 256 KiB are soon unread, and allowed until they are old.
        try waitUntil("the stalled watch is disconnected") {
            guard (try? client.call(Timers.Pause.self, .init("pot 1"))) != nil,
                (try? client.call(Timers.Resume.self, .init("pot 1"))) != nil,
                let now = try? Self.sockets(daemon.process.pid)
            else { return false }
            return now <= before - 2
        }
        #expect(peer.waitForClose())
        watch.signal(SIGCONT)
        let complaint = try #require(try watch.errorLine())
        let parts = complaint.components(separatedBy: "read too slowly; ")
        #expect(parts.first == "eggctl: eggd closed the connection because this watch ")
        #expect(parts.last?.hasSuffix(" events are missing") == true)
        _ = try client.call(Timers.Cancel.self, .init("pot 2"))
        try watch.line(with: "cancelled, pot 2")
    }

    private static func sockets(_ process: pid_t) throws -> Int {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))?.hasPrefix("socket:")
                == true
        }
    }

    @Test func aPipedWatchHasALineForEachEventAndNoneForTicks() throws {
        let daemon = try RunningDaemon(folder: folder)
        _ = try daemon.eggctl("start", "soft")
        let watch = try daemon.startEggctl("watch")
        let other = try daemon.startEggctl("watch", "--json")
        #expect(try watch.line()?.contains(" soft egg: ") == true)
        for _ in 0..<3 { _ = try other.line() }
        _ = try daemon.eggctl("pause")
        #expect(try watch.line()?.contains("paused, soft egg: ") == true)
    }

    // MARK: Signals before the snapshot

    @Test(arguments: [SIGWINCH, SIGTSTP])
    func aTerminalsSignalsBeforeTheSnapshotEndNothing(signal: Int32) throws {
        let daemon = try RunningDaemon(folder: folder)
        daemon.process.signal(SIGSTOP)
        let watch = try Program(
            BuiltPrograms.eggctl, ["start", "soft", "--watch"], environment: daemon.environment, hasOwnGroup: true)
        // Once its signals are blocked, its call is on its way.
        try waitUntil("\(signal) is blocked") { Self.signalsBlocked(watch.pid).contains(signal) }
        watch.signal(signal)
        if signal == SIGTSTP {
            try waitUntil("it is stopped") { statusField("State", of: watch.pid) == "T" }
            watch.signal(SIGCONT)
        }
        daemon.process.signal(SIGCONT)
        try watch.line(with: "started, soft egg")
        watch.signal(SIGINT)
        #expect(try watch.finish().status == 130)
        #expect(try daemon.eggctl("status", "--format", "{egg}").output == "soft\n")
    }

    private static func signalsBlocked(_ process: pid_t) -> Set<Int32> {
        let mask = statusField("SigBlk", of: process).flatMap { UInt64($0, radix: 16) } ?? 0
        return Set((1...64).filter { mask & (1 << UInt64($0 - 1)) != 0 })
    }

    // MARK: The reader of the output

    private func shell(_ script: String, _ daemon: RunningDaemon) throws -> Program.Result {
        try Program.run(
            "/bin/bash", ["-c", script],
            environment: daemon.environment.merging(["EGGCTL": BuiltPrograms.eggctl]) { $1 })
    }

    @Test func aFailedWriteIsAFailure() throws {
        let daemon = try RunningDaemon(folder: folder)
        for command in ["status", "status --json", "eggs", "watch --json", "start soft", "--help"] {
            let result = try shell("$EGGCTL \(command) >/dev/full", daemon)
            #expect(result.status == EX_IOERR, "\(command)")
            #expect(result.errors == "eggctl: can't write to standard output: No space left on device\n", "\(command)")
        }
        #expect(try shell("$EGGCTL status >&-", daemon).status == EX_IOERR)
        // Nothing was written to eggd by mistake, which would have closed the connection.
        #expect(try shell("$EGGCTL status <&- 2>&-", daemon).status == 0)
    }

    @Test(arguments: ["", "trap '' PIPE;"])
    func aWatchEndsWithItsReader(trap: String) throws {
        let daemon = try RunningDaemon(folder: folder)
        // No event happens here, so no second write would fail.
        let result = try shell("(\(trap) $EGGCTL watch --json; echo $? >&2) | head -1", daemon)
        #expect(result.output.contains(#""kind":"snapshot""#))
        let errors = result.errors.split(separator: "\n").map(String.init)
        #expect(
            trap.isEmpty
                ? errors.last == "141" : errors == ["eggctl: can't write to standard output: Broken pipe", "74"])
    }

    // MARK: Servers that are not eggd

    /// The result of `eggctl` with a server that answers the calls of each connection with these messages.
    private func eggctl(_ arguments: [String], against replies: [[String]]) throws -> Program.Result {
        let eggd = try PlayedEggd()
        let program = try Program(
            BuiltPrograms.eggctl, arguments + ["--socket", eggd.path], environment: ["LANG": "C.UTF-8", "TZ": "UTC"])
        // A connection that is closed before its input was read loses its replies.
        var peers: [RawPeer] = []
        for messages in replies {
            let peer = try eggd.accept()
            peers.append(peer)
            for message in messages {
                _ = peer.receive()
                peer.send(message: message)
            }
        }
        return try withExtendedLifetime(peers) { try program.finish() }
    }

    private static let hostile = #"\u001b]0;x\u0007\u009b2J\u202e\u007f"#

    private static let timer =
        #"{"name":"\#(hostile)","egg":"\#(hostile)","state":"cooking","durationMs":300000,"remainingMs":200000,"#
        + #""overdueMs":0,"progress":0.3,"endsAtUnixMs":null,"actions":[],"id":"1"}"#

    @Test func nothingFromAServerControlsTheTerminal() throws {
        let list = #"{"parameters":{"timers":[\#(Self.timer)]}}"#
        let health =
            #"{"parameters":{"version":"\#(Self.hostile)","soundOut":"\#(Self.hostile)","storeOut":null,"configOut":null}}"#
        let event =
            #"{"parameters":{"event":{"kind":"snapshot","timer":null,"sequence":0},"timers":[\#(Self.timer)],"#
            + #""soundOut":"\#(Self.hostile)"}}"#
        let unknown = #"{"error":"io.eggtimer.Timers.NoSuchEgg","parameters":{"egg":"x","known":["\#(Self.hostile)"]}}"#
        let foreign = #"{"error":"org.example.\#(Self.hostile)"}"#
        let eggs =
            #"{"parameters":{"eggs":[{"name":"soft","durationMs":1000,"description":"\#(Self.hostile)"}],"#
            + #""rawEgg":{"massG":58,"fromCelsius":4,"altitudeM":0}}}"#
        let cases: [([String], [[String]])] = [
            (["status"], [[list, health]]), (["status", "--format", "{name} {egg}"], [[list]]), (["eggs"], [[eggs]]),
            (["start", "x"], [[unknown]]), (["pause"], [[foreign]]), (["watch"], [[event]]),
            (["watch", "--json"], [[event]]), (["eggs", "--json"], [[eggs]]),
        ]
        for (arguments, replies) in cases {
            // A watch would reconnect to the server.
            let shown: String
            if arguments.first == "watch" {
                shown = try firstLine(of: arguments, event)
            } else {
                let result = try eggctl(arguments, against: replies)
                shown = result.output + result.errors
            }
            #expect(
                shown.contains("\u{fffd}") || shown.contains(#"\u001B]0;x\u0007\u009B2J\u202E\u007F"#),
                "\(arguments): \(shown)")
            for scalar in shown.unicodeScalars where scalar != "\n" {
                switch scalar.properties.generalCategory {
                case .control, .format: Issue.record("\(arguments): \(shown.debugDescription)")
                default: break
                }
            }
        }
    }

    /// The first line of a watch.
    private func firstLine(of arguments: [String], _ event: String) throws -> String {
        let eggd = try PlayedEggd()
        let program = try Program(
            BuiltPrograms.eggctl, arguments + ["--socket", eggd.path], environment: ["LANG": "C.UTF-8", "TZ": "UTC"])
        let peer = try eggd.accept()
        _ = peer.receive()
        peer.send(message: event)
        return try program.line() ?? ""
    }

    /// After an upgrade, eggctl may call a method that the running eggd lacks.
    @Test func anEggdThatLacksAMethodIsToBeRestarted() throws {
        let health = #"{"parameters":{"version":"0.1.0"}}"#
        let missing = #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"Examine"}}"#
        let result = try eggctl(["doctor"], against: [[health, missing]])
        #expect(result.status == 1)
        #expect(result.output.contains("FAIL  the running eggd is too old for this command\n      fix: "), "\(result)")
    }

    @Test func aServerWithContradictoryRepliesIsNotCalledWithoutEnd() throws {
        let refusal = #"{"error":"io.eggtimer.Timers.NoSuchTimer","parameters":{"name":"egg"}}"#
        let result = try eggctl(["status"], against: [[refusal], [refusal]])
        #expect(result.status == 1 && result.errors == "eggctl: no timer is running\n")
    }

    /// Only root can act as several users.
    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func aServerOfAnotherUserIsNotUsed() throws {
        let path = folder.path("foreign.sock")
        chmod(folder.path, 0o777)
        let script =
            "import os, socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); "
            + "os.chmod(sys.argv[1], 0o666); s.listen(); print('ready', flush=True)\nwhile True: s.accept()[0].recv(1)"
        let server = try Program(
            "/usr/bin/setpriv", ["--reuid=1", "--clear-groups", "/usr/bin/python3", "-c", script, path])
        #expect(try server.line() == "ready")
        let client = ["--reuid=65534", "--clear-groups", BuiltPrograms.eggctl]
        for words in [["status"], ["watch"]] {
            let result = try Program.run("/usr/bin/setpriv", client + words + ["--socket", path])
            #expect(result.status == EX_UNAVAILABLE)
            #expect(result.errors.contains("is served by user 1, neither by you nor by root"), "\(result)")
        }
    }
}
