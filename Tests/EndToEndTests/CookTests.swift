import EggTestSupport
import EggTimers
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// Eggs that are done at the same moment, with the real programs and short times.
@Suite struct CookTests {
    private let folder = TemporaryFolder()

    init() throws {
        folder.write(
            """
            [egg quick]
            duration = 8s
            [egg slow]
            duration = 12s
            [egg tiny]
            duration = 1s
            [egg small]
            duration = 2s

            """.utf8, to: "eggtimer/eggd.conf")
    }

    private func daemon() throws -> RunningDaemon {
        try RunningDaemon(folder: folder, environment: ["XDG_CONFIG_HOME": folder.path])
    }

    /// Killed before the cue and after it, the eggs are done at the same moment all the same.
    @Test func aGroupSurvivesKillsAndRingsOnce() throws {
        var daemon = try daemon()
        let said = try daemon.eggctl("cook", "quick:2", "slow:1").output.split(separator: "\n")
        #expect(said.count >= 3 && said.first == "now: 1 slow egg in")
        #expect(said.dropFirst().first?.wholeMatch(of: /2 quick eggs in at \d\d:\d\d \(in 0:04\)/) != nil)
        #expect(said.dropFirst(2).first?.wholeMatch(of: /all done at \d\d:\d\d, in 0:12/) != nil)
        let started = try daemon.timers()
        let end = try #require(started.last?.endsAtUnixMs)
        #expect(started.map { $0.cue == nil } == [false, true])
        try daemon.kill()

        daemon = try self.daemon()
        try waitUntil("the second egg is in") { try daemon.timers().allSatisfy { $0.cue == nil } }
        for timer in try daemon.timers() {
            #expect(isSameMoment(timer.endsAtUnixMs, end), "\(timer.name) is done at another moment")
            #expect(timer.cue == nil && timer.group == "pot")
        }
        try daemon.kill()

        daemon = try self.daemon()
        #expect(try daemon.timers().map(\.durationMs) == [8_000, 12_000])
        try waitUntil("they ring") { try daemon.timers().allSatisfy { $0.state == .ringing } }
        let dismissed = try daemon.eggctl("dismiss").output.split(separator: "\n")
        #expect(dismissed.map { $0.prefix { $0 != ":" } } == ["2 quick eggs", "1 slow egg"])
        #expect(try daemon.timers().isEmpty)
        let runs = try daemon.client().call(Timers.History.self, .init()).runs
        #expect(Set(runs.map(\.egg)) == ["quick", "slow"] && runs.allSatisfy { $0.ending == .dismissed })
        #expect(runs.allSatisfy { isSameMoment($0.startedAtUnixMs + $0.durationMs, end) })
        #expect(try daemon.eggctl("history").output.contains("  2 quick eggs  "))
    }

    @Test func aWatchedGroupIsOverWhenItIsDismissed() throws {
        let daemon = try daemon()
        let watch = try daemon.startEggctl("cook", "tiny:2", "small:1", "--watch")
        let lines = try watch.lines { $0.contains(" rang, ") }
        // The first event already has both of them ringing.
        #expect(try daemon.eggctl("dismiss", "pot").output.split(separator: "\n").count == 2)
        #expect(lines.contains { $0.contains(" cued, now: 2 tiny eggs in (") })
        #expect(try watch.finish().status == 0)
    }

    @Test func aGroupIsPausedExtendedAndCancelledByItsName() throws {
        let daemon = try daemon()
        _ = try daemon.eggctl("cook", "soft:2", "hard:4", "--name", "left")
        let paused = try daemon.eggctl("pause", "left").output.split(separator: "\n")
        #expect(paused.count == 2)
        #expect(paused.first?.wholeMatch(of: /left: 2 soft eggs: paused \d:\d\d before going in/) != nil)
        #expect(try daemon.eggctl("pause").errors.contains("to resume it: eggctl resume "))
        _ = try daemon.eggctl("resume", "left")
        #expect(try daemon.eggctl("extend", "1m", "left").output.split(separator: "\n").count == 2)
        #expect(try daemon.eggctl("status", "left").output.split(separator: "\n").count == 2)
        #expect(try daemon.eggctl("dismiss", "left").output.hasPrefix("nothing to dismiss"))
        #expect(try daemon.eggctl("status", "--format", "{cue}").output == "2 soft eggs in\n\n")
        let taken = try daemon.eggctl("start", "soft", "--name", "left")
        #expect(taken.status == 1 && taken.errors == "eggctl: the name 'left' is taken; choose another with --name\n")
        let renamed = try daemon.eggctl("rename", "left", "right")
        #expect(renamed.status == 1 && renamed.errors == "eggctl: 'left' is a pot, which can't be renamed\n")
        #expect(try daemon.eggctl("cancel", "left").output.split(separator: "\n").count == 2)
        #expect(try daemon.timers().isEmpty)
        let again = try daemon.eggctl("again")
        #expect(again.status == 1 && again.errors.contains("was part of a pot, which 'again' does not start; "))
        #expect(try daemon.eggctl("again", "--name", "right").status == 0)
    }

    @Test func severalNamesChangeAGroupOnce() throws {
        let daemon = try daemon()
        _ = try daemon.eggctl("cook", "soft:2", "hard:4")
        for names in [["--all"], ["pot"], ["2 soft eggs", "4 hard eggs"]] {
            for command in ["pause", "resume"] {
                let result = try Program.run(BuiltPrograms.eggctl, [command] + names, environment: daemon.environment)
                #expect(result.status == 0 && result.errors.isEmpty, "\(command) \(names): \(result.errors)")
                #expect(result.output.split(separator: "\n").count == 2, "\(command) \(names): \(result.output)")
            }
        }
        #expect(try daemon.eggctl("cancel", "pot", "2 soft eggs").output.split(separator: "\n").count == 2)
        #expect(try daemon.timers().isEmpty)
    }
}
