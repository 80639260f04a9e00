import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// The examples of eggd.conf(5) for eggs that start again, as they stand.
@Suite struct RoundsTests {
    private let folder = TemporaryFolder()
    private let manager: Program
    private let daemon: RunningDaemon

    init() throws {
        let examples = try ManualPage("man/eggd.conf.5").examples(of: "AGAIN AND AGAIN")
        #expect(examples.count == 2)
        folder.write(examples.joined().utf8, to: "eggtimer/eggd.conf")
        let programs = URL(fileURLWithPath: BuiltPrograms.eggctl).deletingLastPathComponent().path
        let variables = [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "LANG": "C.UTF-8",
            "XDG_STATE_HOME": folder.path("home"), "PATH": "\(programs):/usr/bin:/bin",
        ]
        manager = try Program.commandManager(in: folder, environment: variables)
        daemon = try RunningDaemon(folder: folder, environment: variables)
    }

    private func timers() throws -> [String] {
        try daemon.timers().map { "\($0.name) \($0.state) \($0.durationMs)" }
    }

    /// Waits until a countdown has ended that has more time than a test.
    private func ring(_ name: String) throws {
        let client = try daemon.client()
        let timer = try #require(try client.call(Timers.List.self, Nothing()).timers.first { $0.name == name })
        _ = try client.call(Timers.Extend.self, .init(name: name, byMs: 1_500 - timer.remainingMs))
        _ = try daemon.eggctl("wait", name)
    }

    /// Answers, and waits until the command has ended.
    private func answer(_ words: String...) throws {
        _ = try Program.run(BuiltPrograms.eggctl, words, environment: daemon.environment)
        try manager.line(with: "ended 0")
    }

    @Test func aSteakIsTurnedAgainAndAgain() throws {
        for word in ["dismiss", "snooze", "dismiss"] {
            _ = try daemon.eggctl("start", "steak", "--name", "steak", "--since", "119s")
            _ = try daemon.eggctl("wait", "steak")
            try answer(word)
            let found = try timers()
            #expect(found == ["steak cooking 120000"], "after \(word)")
            _ = try daemon.eggctl("cancel", "steak")
            #expect(try timers() == [])
        }
        _ = try daemon.eggctl("start", "steak", "--name", "steak")
        try ring("steak")
        try answer("dismiss")
        // A round is as long as the one before it, which was shortened.
        #expect(try timers().map { $0.hasPrefix("steak ") } == [true])
    }

    @Test func aRisottoIsStirredAgainBesideAnAlarm() throws {
        _ = try daemon.eggctl("start", "risotto", "--name", "the pan")
        try ring("the pan")
        _ = try daemon.eggctl("start", "1s", "--name", "pasta")
        _ = try daemon.eggctl("wait", "pasta")
        try answer("dismiss", "the pan")
        #expect(try timers().sorted() == ["pasta ringing 1000", "the pan cooking 90000"])
    }

    @Test func squatsAreCountedToFour() throws {
        _ = try daemon.eggctl("start", "squats", "--name", "round 1")
        for round in 1...4 {
            #expect(try timers() == ["round \(round) cooking 45000"])
            try ring("round \(round)")
            try answer("dismiss")
        }
        #expect(try timers() == [])
        #expect(try daemon.eggctl("doctor").output.contains("ok    commands in the configuration are run\n"))
    }
}
