import EggTestSupport
import Foundation
import Glibc
import Testing

/// Status bars and scripts: `watch --waybar`, `watch --i3bar`, `wait`, several timers, `--at`, `again`, JSON errors.
@Suite struct SurfaceTests {
    private let folder = TemporaryFolder()
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon(folder: folder)
    }

    private func object(_ line: String?) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data((line ?? "").utf8)) as? [String: Any])
    }

    // MARK: Status bars

    /// The fields and their types are those of waybar-custom(5), and no others.
    private func checkSchema(_ line: String) throws {
        let object = try object(line)
        #expect(Set(object.keys) == ["text", "alt", "tooltip", "class", "percentage"])
        for key in ["text", "alt", "tooltip"] { #expect(object[key] is String, "\(key)") }
        #expect(object["class"] is [String] && object["percentage"] is Int)
    }

    @Test func waybarGetsAnObjectALine() throws {
        let watch = try daemon.startEggctl("watch", "--waybar")
        let idle = try #require(try watch.line())
        try checkSchema(idle)
        #expect(idle.contains(#""alt":"idle""#))
        _ = try daemon.eggctl("start", "soft", "--name", "<b>&'\"")
        let cooking = try watch.line(with: #""alt":"cooking""#)
        try checkSchema(cooking)
        let text = try #require(try object(cooking)["text"] as? String)
        #expect(text.wholeMatch(of: /&lt;b&gt;&amp;&#39;&quot; [45]:\d\d/) != nil, "\(text)")
        _ = try daemon.eggctl("cancel")
        try checkSchema(try watch.line(with: #""alt":"idle""#))
        watch.signal(SIGTERM)
        #expect(try watch.finish().status == 128 + SIGTERM)
    }

    @Test func aBarThatStartsFirstWaitsForEggd() throws {
        let other = TemporaryFolder()
        let watch = try Program(
            BuiltPrograms.eggctl, ["watch", "left", "--waybar"], environment: ["EGGD_SOCKET": other.path("eggd.sock")])
        try checkSchema(try watch.line(with: #""alt":"offline""#))
        let late = try RunningDaemon(folder: other)
        try watch.line(with: #""alt":"idle""#)
        try late.kill()
        try watch.line(with: #""alt":"offline""#)
    }

    @Test func clicksInI3barAreAnswered() throws {
        let fifo = folder.path("clicks")
        #expect(mkfifo(fifo, 0o600) == 0)
        let watch = try Program(
            "/bin/sh", ["-c", #"exec "$0" watch --i3bar <"$1""#, BuiltPrograms.eggctl, fifo],
            environment: daemon.environment)
        let clicks = open(fifo, O_WRONLY)
        defer { close(clicks) }
        func click(_ button: Int, _ separator: String, on timer: String = "egg") {
            let block = #"{"name":"eggtimer","instance":"\#(timer)","button":\#(button),"x":1,"y":2}"#
            let line = "\(separator)\(block)\n"
            #expect(write(clicks, line, line.utf8.count) == line.utf8.count)
        }
        #expect(try watch.line() == #"{"version":1,"click_events":true}"#)
        #expect(try watch.line() == "[")
        #expect(try watch.line() == "[],")
        _ = try daemon.eggctl("start", "soft")
        try watch.line(with: "soft ")
        click(1, "[\n")
        try watch.line(with: "soft paused")
        click(1, ",")
        try watch.line(with: #""full_text":"soft 4:"#)
        _ = try daemon.eggctl("cancel")
        _ = try daemon.eggctl("start", "1s")
        let ringing = try watch.line(with: #""urgent":true"#)
        #expect(ringing.hasPrefix("[{") && ringing.hasSuffix("}],"))
        click(3, ",", on: "timer")
        try watch.line(with: "timer snoozed")
        click(1, ",", on: "timer")
        try watch.line(with: "[],")
        // A stopped bar continues with the newest state, without another header.
        watch.signal(SIGSTOP)
        _ = try daemon.eggctl("start", "hard")
        watch.signal(SIGCONT)
        #expect(try watch.line()?.hasPrefix(#"[{"full_text":"hard "#) == true)
    }

    // MARK: Waiting

    @Test func aWaitEndsWhenTheAlarmBegins() throws {
        _ = try daemon.eggctl("start", "1s")
        let result = try daemon.eggctl("wait")
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
        #expect(try daemon.eggctl("status", "--format", "{state}").output == "ringing\n")
        // It is done already.
        #expect(try daemon.eggctl("wait", "timer").status == 0)
        #expect(try object(daemon.eggctl("wait", "--json").output)["timer"] != nil)
    }

    @Test func aWaitForNothingIsRefused() throws {
        #expect(try daemon.eggctl("wait").errors == "eggctl: no timer is running\n")
        #expect(try daemon.eggctl("wait").status == 1)
        #expect(try daemon.eggctl("wait", "--all").status == 0)
        for name in ["a", "b"] { _ = try daemon.eggctl("start", "1h", "--name", name) }
        let several = try daemon.eggctl("wait")
        #expect(several.status == 1)
        #expect(several.errors == "eggctl: several timers are running; name one of them: a, b\n")
    }

    @Test func aWaitSurvivesARestartOfEggd() throws {
        _ = try daemon.eggctl("start", "soft", "--name", "left")
        _ = try daemon.eggctl("start", "2s", "--name", "right")
        let wait = try daemon.startEggctl("wait", "left", "right", "--json")
        #expect(try wait.line()?.contains(#""name":"right""#) == true)
        try daemon.kill()
        #expect(try wait.errorLine()?.contains("; reconnecting") == true)
        let another = try RunningDaemon(folder: folder)
        #expect(try wait.errorLine() == "eggctl: eggd can be reached again")
        _ = try another.eggctl("start", "1s", "--name", "left")
        let result = try wait.finish()
        #expect(result.status == 0 && result.output.contains(#""name":"left""#))
    }

    // MARK: Several timers

    @Test func severalTimersAreChangedAtOnce() throws {
        for name in ["a", "b", "c"] { _ = try daemon.eggctl("start", "1h", "--name", name) }
        #expect(try daemon.eggctl("pause", "a", "b").output.split(separator: "\n").count == 2)
        #expect(try daemon.eggctl("status", "--format", "{name} {state}").output == "a paused\nb paused\nc cooking\n")
        #expect(try daemon.eggctl("pause", "--all").output.hasPrefix("c: paused with "))
        #expect(try daemon.eggctl("pause", "--all").output == "nothing to pause: no timer is cooking\n")
        #expect(try daemon.eggctl("resume", "--all", "--json").output.split(separator: "\n").count == 3)
        #expect(try daemon.eggctl("extend", "1h", "a", "c").status == 0)
        #expect(
            try daemon.eggctl("status", "a", "c", "--format", "{name} {duration}").output == "a 2:00:00\nc 2:00:00\n")
        #expect(try daemon.eggctl("dismiss", "a", "b").output.split(separator: "\n").count == 2)
        #expect(try daemon.eggctl("cancel", "--all").output.split(separator: "\n").count == 3)
        #expect(try daemon.eggctl("snooze", "--all").output == "nothing to snooze: no alarm is ringing\n")
    }

    @Test func anUnknownNameAmongSeveralChangesNothing() throws {
        for name in ["a", "b"] { _ = try daemon.eggctl("start", "1h", "--name", name) }
        let result = try daemon.eggctl("cancel", "a", "nobody", "b")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors == "eggctl: there is no timer 'nobody'; the timers are a, b\n")
        #expect(try daemon.eggctl("status", "--format", "{name}").output == "a\nb\n")
    }

    @Test func aRefusalAmongSeveralIsReportedAndTheOthersAreChanged() throws {
        for name in ["a", "b", "c"] { _ = try daemon.eggctl("start", "1h", "--name", name) }
        _ = try daemon.eggctl("pause", "b")
        let result = try daemon.eggctl("pause", "a", "b", "c")
        #expect(result.status == 1 && result.output.split(separator: "\n").count == 2)
        #expect(result.errors == "eggctl: 'b' is paused; to resume it: eggctl resume b\n")
        let extended = try daemon.eggctl("extend", "-59m59s", "a", "b")
        #expect(extended.status == 1 && extended.errors.contains("eggctl: a: -59:59 is too much; "))
    }

    // MARK: Errors as JSON

    @Test func errorsAreObjectsWithJSON() throws {
        let refused = try daemon.eggctl("pause", "--json")
        #expect(refused.status == 1 && refused.output.isEmpty)
        let error = try object(refused.errors)
        #expect(Set(error.keys) == ["error", "fix", "refusal", "status"])
        #expect(error["error"] as? String == "no timer is running" && error["status"] as? Int == 1)
        #expect(error["refusal"] as? String == "io.eggtimer.Timers.NoSuchTimer" && error["fix"] is NSNull)
        let unreachable = try object(
            daemon.eggctl("status", "--json", "--socket", folder.path("nobody.sock")).errors)
        #expect(unreachable["status"] as? Int == Int(EX_UNAVAILABLE) && unreachable["fix"] is String)
        for words in [["start", "5", "--json"], ["boil", "--json"], ["--js", "--unknown"]] {
            let wrong = try Program.run(BuiltPrograms.eggctl, words, environment: daemon.environment)
            #expect(wrong.status == EX_USAGE)
            #expect(try object(wrong.errors)["status"] as? Int == Int(EX_USAGE), "\(words)")
        }
        #expect(try daemon.eggctl("--", "--json").errors.hasPrefix("eggctl: '--json' isn't a valid time"))
    }

    // MARK: At a time of day, and once more

    @Test func aStartAtATimeOfDayEndsThen() throws {
        // Ten minutes from now; when the next minute begins meanwhile, nine.
        let clock = NoonZone.clock(unixMilliseconds: Int64(time(nil) + 600) * 1000)
        let result = try daemon.eggctl("start", "--at", clock)
        #expect(result.status == 0 && result.output.hasPrefix("timer: ") && result.output.contains("at \(clock)"))
        #expect(try daemon.eggctl("status", "--format", "{ends}").output == "\(clock)\n")
    }

    @Test func theLastEggIsStartedOnceMore() throws {
        let none = try daemon.eggctl("again")
        #expect(none.status == 1)
        #expect(
            none.errors == "eggctl: there is no past countdown to start again; start one with: eggctl start soft\n")
        _ = try daemon.eggctl("start", "soft", "--size", "L", "--name", "left")
        let duration = try daemon.eggctl("status", "--format", "{duration}").output
        let running = try daemon.eggctl("again")
        #expect(running.status == 1 && running.errors.contains("there is no past countdown"))
        _ = try daemon.eggctl("cancel")
        #expect(try daemon.eggctl("again").output.hasPrefix("left (soft egg): "))
        #expect(try daemon.eggctl("status", "--format", "{name} {egg} {duration}").output == "left soft \(duration)")
        let cooking = try daemon.eggctl("again")
        #expect(cooking.status == 1 && cooking.output.isEmpty)
        #expect(cooking.errors.contains("left (soft egg): ") && cooking.errors.contains("'again' does not reset it"))
        #expect(try daemon.eggctl("again", "--name", "right").output.hasPrefix("right (soft egg): "))
    }
}
