import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// `eggctl` as people and scripts use it.
@Suite struct EggctlTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon()
    }

    @Test func aBreakfast() throws {
        #expect(try daemon.eggctl("status").output == "no timer is running; start one with: eggctl start soft\n")
        #expect(try daemon.eggctl("start", "hard").output.hasPrefix("hard egg: 12:00, done at "))
        #expect(try daemon.eggctl("start", "soft").output == "hard egg was at 12:00, now soft egg: 5:00\n")
        #expect(try daemon.eggctl("pause").output.hasPrefix("soft egg: paused with "))
        #expect(try daemon.eggctl("resume").output.hasPrefix("soft egg: "))
        #expect(try daemon.eggctl("extend", "-30s").output.hasPrefix("soft egg: 4:30 left, done at "))
        #expect(try daemon.eggctl("start", "7m30s", "--name", "left-pot").output.hasPrefix("left-pot: 7:30, done at "))
        #expect(try daemon.eggctl("status").output.split(separator: "\n").count == 2)
        #expect(try daemon.eggctl("cancel", "left-pot").output == "left-pot: cancelled with 7:30 left\n")
        #expect(try daemon.eggctl("dismiss").output == "nothing to dismiss: no alarm is ringing\n")
    }

    @Test func refusalsExitWithOneAndSayWhatToDo() throws {
        let nobody = try daemon.eggctl("pause")
        #expect(nobody.status == 1 && nobody.errors == "eggctl: no timer is running\n" && nobody.output.isEmpty)
        _ = try daemon.eggctl("start", "soft", "--name", "left-pot")
        let wrong = try daemon.eggctl("resume", "left-pto")
        #expect(wrong.status == 1 && wrong.errors == "eggctl: there is no timer 'left-pto'; did you mean 'left-pot'?\n")
    }

    @Test func wrongUsageExitsWithSixtyFourAndChangesNothing() throws {
        for words in [
            ["start", "5"], ["start", "sotf"], ["boil"], ["start", "soft", "--name", "a\tb"], ["start", "25h"],
        ] {
            let result = try Program.run(BuiltPrograms.eggctl, words, environment: daemon.environment)
            #expect(result.status == EX_USAGE && !result.errors.isEmpty && result.output.isEmpty, "\(words)")
        }
        #expect(try daemon.eggctl("start", "sotf").errors == "eggctl: there is no egg 'sotf'; did you mean 'soft'?\n")
        #expect(try daemon.eggctl("status", "--json").output == "{\"timers\":[]}\n")
    }

    @Test func withoutADaemonItSaysHowToStartOne() throws {
        let result = try Program.run(BuiltPrograms.eggctl, ["status", "--socket", daemon.folder.path("other.sock")])
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors.contains("No such file or directory; start it with: \(BuiltPrograms.eggd) --socket"))
        let nowhere = try Program.run(BuiltPrograms.eggctl, ["status"], environment: ["XDG_RUNTIME_DIR": ""])
        #expect(nowhere.status == EX_UNAVAILABLE)
    }

    @Test func jsonHasTheWiresOwnFieldNames() throws {
        let result = try daemon.eggctl("start", "soft", "--json")
        #expect(result.output.hasPrefix(#"{"replaced":null,"timer":{"durationMs":300000,"egg":"soft","endsAtUnixMs":"#))
        #expect(try daemon.eggctl("pause", "--json").output.contains(#""endsAtUnixMs":null"#))
        #expect(try daemon.eggctl("eggs", "--json").output.contains(#"{"description":"#))
    }

    @Test func aWatchOfOneRunEndsWhenItIsAnswered() throws {
        let watch = try daemon.startEggctl("start", "1s", "--watch")
        while let line = try watch.line(), !line.contains("rang") {}
        #expect(try daemon.eggctl("dismiss").status == 0)
        let result = try watch.finish()
        #expect(result.status == 0 && result.output.contains("dismissed, timer"))
    }

    @Test(arguments: [["cancel"], ["start", "hard"]])
    func aWatchOfOneRunFailsWhenItIsTakenAway(command: [String]) throws {
        let watch = try daemon.startEggctl("start", "soft", "--watch", "--json")
        while let line = try watch.line(), !line.contains(#""kind":"started""#) {}
        #expect(try Program.run(BuiltPrograms.eggctl, command, environment: daemon.environment).status == 0)
        #expect(try watch.finish().status == 1)
    }

    @Test func aWatchOfOneRunMindsItsOwnTimerOnly() throws {
        let watch = try daemon.startEggctl("start", "soft", "--name", "left", "--watch", "--json")
        while let line = try watch.line(), !line.contains(#""kind":"started""#) {}
        _ = try daemon.eggctl("start", "hard")
        _ = try daemon.eggctl("cancel", "egg")
        _ = try daemon.eggctl("pause", "left")
        while let line = try watch.line(), !line.contains(#""kind":"paused""#) {
            #expect(!line.contains("hard"))
        }
        _ = try daemon.eggctl("cancel", "left")
        #expect(try watch.finish().status == 1)
    }

    @Test func interruptedItLeavesTheTimerRunning() throws {
        let watch = try daemon.startEggctl("start", "soft", "--watch")
        while let line = try watch.line(), !line.contains("started") {}
        watch.signal(SIGINT)
        #expect(try watch.finish().status == 130)
        #expect(try daemon.eggctl("status").output.hasPrefix("soft egg: "))
    }

    @Test func aFormatOfOnesOwnIsPrintedWheneverItChanges() throws {
        let watch = try daemon.startEggctl("watch", "--format", "{name}|{egg}|{remaining}|{state}|{percent}%")
        #expect(try watch.line() == "")
        _ = try daemon.eggctl("start", "soft")
        #expect(try watch.line() == "egg|soft|5:00|cooking|0%")
        #expect(try watch.line() == "egg|soft|4:59|cooking|0%")
        _ = try daemon.eggctl("cancel")
        #expect(try watch.line() == "")
    }

    @Test func aStatusOfOnesOwnIsALineForEachTimerAndNothingElse() throws {
        #expect(try daemon.eggctl("status", "--format", "{name}").output == "")
        _ = try daemon.eggctl("start", "soft")
        _ = try daemon.eggctl("start", "hard", "--name", "left pot")
        #expect(try daemon.eggctl("status", "--format", "{name}: {egg}").output == "egg: soft\nleft pot: hard\n")
        #expect(try daemon.eggctl("status", "left pot", "--format", "{egg}").output == "hard\n")
    }

    @Test func noColourGoesIntoAPipe() throws {
        _ = try daemon.eggctl("start", "soft")
        #expect(try !daemon.eggctl("status", environment: ["TERM": "xterm-256color"]).output.contains("\u{1b}"))
    }
}
