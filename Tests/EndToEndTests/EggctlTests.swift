import EggLoop
import EggTestSupport
import EggWire
import Glibc
import Testing

/// `eggctl` as users and scripts call it.
@Suite struct EggctlTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon()
    }

    @Test func theUsualCommandsReportWhatTheyDid() throws {
        #expect(try daemon.eggctl("status").output == "no timer is running; start one with: eggctl start soft\n")
        #expect(try daemon.eggctl("start", "hard").output.hasPrefix("hard egg: 12:00, done at "))
        let reset = try daemon.eggctl("start", "soft").output
        #expect(reset.hasPrefix("soft egg: 5:00, done at "))
        #expect(reset.contains(#/ \(replaces hard egg with (12:00|11:5\d) left; bring it back: eggctl undo\)\n$/#))
        #expect(try daemon.eggctl("pause").output.hasPrefix("soft egg: paused with "))
        #expect(try daemon.eggctl("resume").output.hasPrefix("soft egg: "))
        #expect(try daemon.eggctl("extend", "-30s").output.contains(#/^soft egg: 4:(30|2\d) left, done at /#))
        #expect(try daemon.eggctl("start", "7m30s", "--name", "left-pot").output.hasPrefix("left-pot: 7:30, done at "))
        #expect(try daemon.eggctl("status").output.split(separator: "\n").count == 2)
        let cancelled = try daemon.eggctl("cancel", "left-pot").output
        #expect(cancelled.contains(#/^left-pot: cancelled with 7:(30|2\d) left\n$/#))
        #expect(try daemon.eggctl("dismiss").output.hasPrefix("nothing to dismiss: no alarm is ringing; "))
    }

    /// Another kitchen and its egg each have the longest name, and the egg is called by both.
    @Test func aCopyWithALongNameIsMeantByIt() throws {
        let (kitchen, egg) = (String(repeating: "k", count: 64), String(repeating: "e", count: 64))
        let now = Int64(SystemClock().now().sinceBoot / .milliseconds(1))
        let copy = Timers.Copy(
            run: "a", alarm: 1, name: egg, egg: "custom", state: .ringing, durationMs: 1000, deadlineBootMs: now,
            snoozedUntilBootMs: nil, remainingMs: nil, group: nil, isEstimated: false)
        _ = try daemon.client().call(
            Timers.SetCopies.self,
            .init(
                kitchen: "1", name: kitchen, isReachable: true, rings: true, ringMs: 60_000, snoozeMs: 30_000,
                warningMs: 0, copies: [copy], ended: []))
        for (words, sentence) in [
            (["status", "\(kitchen): \(egg)"], "\(kitchen): \(egg): "),
            (["snooze", "\(kitchen)/\(egg)"], "rings again"),
            (["dismiss", "\(kitchen): \(egg)".uppercased()], "\(kitchen): \(egg): dismissed"),
        ] {
            let result = try daemon.eggctl(words[0], words[1])
            #expect(result.status == 0 && result.output.contains(sentence), "\(result)")
        }
        #expect(try daemon.eggctl("start", "soft", "--name", "\(kitchen)/\(egg)").errors.contains("it is too long"))
    }

    @Test func refusalsExitWithOneAndSayWhatToDo() throws {
        let nobody = try daemon.eggctl("pause")
        #expect(nobody.status == 1 && nobody.errors == "eggctl: no timer is running\n" && nobody.output.isEmpty)
        _ = try daemon.eggctl("start", "soft", "--name", "left-pot")
        for command in ["resume", "dismiss", "snooze"] {
            let wrong = try daemon.eggctl(command, "left-pto")
            #expect(wrong.status == 1 && wrong.output.isEmpty)
            #expect(wrong.errors == "eggctl: there is no timer 'left-pto'; did you mean 'left-pot'?\n")
        }
    }

    @Test func wrongUsageExitsWithSixtyFourAndChangesNothing() throws {
        for words in [
            ["start", "5"], ["start", "sotf"], ["boil"], ["start", "soft", "--name", "a\tb"], ["start", "100h"],
        ] {
            let result = try Program.run(BuiltPrograms.eggctl, words, environment: daemon.environment)
            #expect(result.status == EX_USAGE && !result.errors.isEmpty && result.output.isEmpty, "\(words)")
        }
        #expect(try daemon.eggctl("start", "sotf").errors == "eggctl: unknown egg 'sotf'; did you mean 'soft'?\n")
        #expect(
            try daemon.eggctl("status", "--json").output
                == #"{"configOut":null,"soundOut":null,"storeNotice":null,"storeOut":null,"timers":[]}"# + "\n")
    }

    @Test func withoutADaemonItSaysHowToStartOne() throws {
        let result = try Program.run(BuiltPrograms.eggctl, ["status", "--socket", daemon.folder.path("other.sock")])
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors.contains("No such file or directory; start it with: \(BuiltPrograms.eggd) --socket"))
        let nowhere = try Program.run(BuiltPrograms.eggctl, ["status"], environment: ["XDG_RUNTIME_DIR": ""])
        #expect(nowhere.status == EX_UNAVAILABLE)
    }

    /// As in a container with the packages, or after they were installed on a system without systemd.
    @Test func withoutAServiceManagerItNamesEggdThoughItsUnitIsInstalled() throws {
        let folder = TemporaryFolder()
        folder.write("".utf8, to: "config/systemd/user/eggd.socket")
        let environment = [
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path("config"), "PATH": "/usr/bin:/bin",
        ]
        let result = try Program.run(BuiltPrograms.eggctl, ["status"], environment: environment)
        #expect(
            result.status == EX_UNAVAILABLE && result.errors.hasSuffix("; start it with: \(BuiltPrograms.eggd) &\n"))
    }

    /// `doctor` says nothing of devices before eggkeys is enabled.
    @Test(.enabled(if: access("/dev/input", F_OK) != 0, "this machine has devices, which may be readable"))
    func withoutADeviceKeysSaysWhatAllowsOne() throws {
        let keys = try Program(BuiltPrograms.eggctl, ["keys"], environment: ["HOME": daemon.folder.path])
        let said = try keys.lines { $0.hasPrefix("Press a key") }
        #expect(said.contains("No device can be read yet; to allow one, see: man eggtimer-keys"), "\(said)")
    }

    @Test func jsonHasTheWiresOwnFieldNames() throws {
        let result = try daemon.eggctl("start", "soft", "--json")
        let actions = Timers.State.cooking.offeredMethods.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(
            result.output.hasPrefix(
                #"{"rawEgg":{"altitudeM":0.0,"fromCelsius":4.0,"massG":58.0},"replaced":null,"soundOut":null,"#
                    + #""storeOut":null,"timer":{"actions":[\#(actions)],"alarm":1,"centreCelsius":4.0,"#
                    + #""count":null,"cue":null,"durationMs":300000,"#))
        #expect(result.output.contains(#""endsAtUnixMs":1"#) && result.output.contains(#""yolkCelsius":4.0"#))
        #expect(try daemon.eggctl("pause", "--json").output.contains(#""endsAtUnixMs":null"#))
        #expect(try daemon.eggctl("eggs", "--json").output.contains(#""description":"#))
    }

    @Test func theKitchensEggIsSetAndShown() throws {
        let watch = try daemon.startEggctl("watch")
        #expect(try watch.line()?.hasSuffix("no timer is running") == true)
        #expect(try daemon.eggctl("kitchen").output == "the kitchen's egg: M, fridge\n")
        let text = "the kitchen's egg: L, room temperature, 1,600 m\n"
        let other = "eggd.conf has: M, fridge; to use that again: eggctl kitchen --reset\n"
        let set = try daemon.eggctl("kitchen", "--size", "L", "--from", "room", "--altitude", "1600m")
        #expect(set.status == 0 && set.output == text + other)
        #expect(try watch.line()?.hasSuffix("the eggs or their times have changed; see them with: eggctl eggs") == true)
        #expect(try daemon.eggctl("eggs").output.hasSuffix("\nthese times are for: L, room temperature, 1,600 m\n"))
        #expect(try daemon.eggctl("start", "soft").output.contains(" (L, room temperature, 1,600 m), done at "))
        let doctor = try daemon.eggctl("doctor").output
        #expect(
            doctor.contains(
                "\nok    the kitchen's egg was set to L, room temperature, 1,600 m; eggd.conf has M, fridge; "))
        #expect(
            try daemon.eggctl("kitchen", "--mass", "62g", "--json").output.hasPrefix(
                #"{"configured":{"altitudeM":0.0,"fromCelsius":4.0,"massG":58.0},"isSet":true,"rawEgg":{"#))
        #expect(try daemon.eggctl("kitchen", "--reset").output == "the kitchen's egg: M, fridge\n")
        // An egg of its own has its own time.
        #expect(try daemon.eggctl("soft", "--size", "S").output.contains(" (S, fridge), done at "))
        #expect(try daemon.eggctl("eggs", "--size", "S").output.hasSuffix("\nthese times are for: S, fridge\n"))
        let wrong = try daemon.eggctl("kitchen", "--size", "huge")
        #expect(wrong.status == EX_USAGE && wrong.errors.contains("'huge' isn't a size"))
    }

    @Test func everyShownNameIsAcceptedAsAName() throws {
        _ = try daemon.eggctl("5m")
        #expect(try daemon.eggctl("status", "timer").output.hasPrefix("timer: "))
        #expect(try daemon.eggctl("extend", "1m", "timer").output.contains(#/^timer: (6:00|5:\d\d) left/#))
        #expect(try daemon.eggctl("cancel", "timer").output.contains(#/^timer: cancelled with (6:00|5:\d\d) left\n$/#))
        #expect(try daemon.eggctl("SOFT").output.hasPrefix("soft egg: 5:00, done at "))
        #expect(try daemon.eggctl("pause", "soft egg").output.hasPrefix("soft egg: paused"))
        #expect(try daemon.eggctl("cancel", "soft").output.hasPrefix("soft egg: cancelled"))
        let watch = try daemon.startEggctl("start", "1s", "--watch")
        try watch.line(with: "rang")
        #expect(try daemon.eggctl("stop", "timer").output.hasPrefix("timer: dismissed "))
        #expect(try watch.finish().status == 0)
    }

    @Test func inAnASCIILocaleTheOutputIsASCII() throws {
        _ = try daemon.eggctl("start", "soft")
        for command in ["status", "eggs"] {
            let result = try daemon.eggctl(command, environment: ["LC_ALL": "C"])
            #expect(result.output.contains(" C") && result.output.utf8.allSatisfy { $0 < 0x80 }, "\(result)")
        }
    }

    /// eggd could not be started at such a path, so the message does not advise it.
    @Test func aPathThatIsTooLongForASocketIsRefused() throws {
        let path = "/tmp/" + String(repeating: "x", count: 103)
        let result = try daemon.eggctl("status", "--socket", path)
        #expect(result.status == EX_UNAVAILABLE)
        let sentence = "the path of a socket can have at most 107 bytes, and this one has more"
        #expect(result.errors == "eggctl: \(sentence): \(path)\n")
    }

    @Test func aStoppedDaemonIsNotWaitedFor() throws {
        daemon.process.signal(SIGSTOP)
        let result = try daemon.eggctl("start", "soft")
        let pid = daemon.process.pid
        // There is no other output: a daemon that is waited for is announced first.
        #expect(result.status == EX_UNAVAILABLE)
        let reason = "eggd is stopped (process \(pid)), and may have carried out the command"
        #expect(result.errors == "eggctl: \(reason); resume it with: kill -CONT \(pid)\n")
        daemon.process.signal(SIGCONT)
    }

    /// The service manager has the socket and can't start eggd, so the connection will never be accepted.
    @Test func aServiceThatCantBeStartedIsNotWaitedFor() throws {
        let folder = TemporaryFolder()
        let listener = try PlayedEggd(folder.path("eggd.sock"))
        defer { withExtendedLifetime(listener) {} }
        folder.write("".utf8, to: "systemd/user/eggd.socket")
        let manager = """
            echo "$*" >\(folder.path("asked"))
            printf 'Id=eggd.service\\nResult=resources\\nActiveState=activating\\nSubState=auto-restart\\n\\n'
            printf 'Id=eggd.socket\\nResult=success\\nActiveState=active\\nSubState=running\\n'
            """
        try folder.writeProgram(manager, to: "bin/systemctl")
        let environment = [
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path,
            "PATH": folder.path("bin") + ":/usr/bin:/bin",
        ]
        let why = "eggd can't be started (Result=resources)"
        let result = try Program.run(BuiltPrograms.eggctl, ["start", "soft"], environment: environment)
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors == "eggctl: \(why); see why with: journalctl --user -u eggd -n 20\n")
        #expect(contents(of: folder.path("asked"))?.starts(with: "--user show eggd.service".utf8) == true)
        let doctor = try Program.run(BuiltPrograms.eggctl, ["doctor"], environment: environment)
        #expect(doctor.status == 1)
        #expect(doctor.output == "FAIL  \(why)\n      fix: journalctl --user -u eggd -n 20\n")
    }

    @Test func outputToAPipeHasNoColour() throws {
        _ = try daemon.eggctl("start", "soft")
        #expect(try !daemon.eggctl("status", environment: ["TERM": "xterm-256color"]).output.contains("\u{1b}"))
    }
}

/// Calls that get no reply, from a server that this process is.
@Suite struct MissingReplyTests {
    private let folder = TemporaryFolder()
    private let environment: [String: String]

    /// The variables make `eggctl` ask a service manager of the test.
    init() throws {
        folder.write("".utf8, to: "systemd/user/eggd.socket")
        try folder.writeProgram("", to: "bin/systemctl")
        environment = [
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "TZ": "UTC",
            "PATH": folder.path("bin") + ":/usr/bin:/bin",
        ]
    }

    @Test(arguments: ["start soft", "cancel", "status"])
    func onlyACommandThatMayHaveBeenCarriedOutIsCalledSo(command: String) throws {
        let eggd = try PlayedEggd(folder.path("eggd.sock"))
        let program = try Program(
            BuiltPrograms.eggctl, command.split(separator: " ").map(String.init), environment: environment)
        #expect(try eggd.accept().receive() != nil)
        let result = try program.finish()
        let end = command == "status" ? "" : ", and may have carried out the command"
        let fix = "start it with: systemctl --user enable --now eggd.socket"
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors == "eggctl: eggd at \(eggd.path) closed the connection\(end); \(fix)\n")
    }

    @Test func whenNoReplyComesTheStatusTellsWhatWasDone() throws {
        let eggd = try PlayedEggd(folder.path("other.sock"))
        let result = try Program.run(
            BuiltPrograms.eggctl, ["start", "soft", "--socket", eggd.path], environment: environment)
        let failure = "eggd at \(eggd.path) does not answer, and may have carried out the command"
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors.hasSuffix("eggctl: \(failure); see with: eggctl status\n"), "\(result)")
    }
}
