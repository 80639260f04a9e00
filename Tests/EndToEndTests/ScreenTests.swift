import EggTestSupport
import Glibc
import Testing
import Varlink

/// The screen of `eggctl` in a real terminal, tmux.
@Suite struct ScreenTests {
    private let daemon: RunningDaemon
    private let tmux: TmuxTerminal

    init() throws {
        daemon = try RunningDaemon()
        tmux = TmuxTerminal(for: daemon)
    }

    /// A terminal of 8 rows with a shell in it, and these variables for the programs in it.
    private func openTerminal(_ extra: String = "", columns: Int = 60) throws {
        try tmux.open("env PS1='$ ' \(extra) /bin/sh", columns: columns, rows: 8)
    }

    /// The line of the soft egg's bar, once there is one as wanted. On a busy machine a second may pass unseen.
    private func bar(_ isWanted: (Substring) -> Bool) throws -> Substring {
        var line: Substring = ""
        try tmux.wait(for: "a bar") {
            let lines = try tmux.screen().split(separator: "\n")
            line = lines.first { $0.hasPrefix("soft egg  ") } ?? ""
            return !line.isEmpty && isWanted(line)
        }
        return line
    }

    @Test func theBarFillsTheWindowAndRunsDownInItsPlace() throws {
        try openTerminal()
        try tmux.type("\(BuiltPrograms.eggctl) start soft --watch")
        let line = try bar { $0.contains(" 4:") }
        #expect(line.hasPrefix("soft egg  █") && line.contains(#/  4:\d\d  done at /#))
        #expect(line.count == 60)
        // It is drawn in place: there is a single line of it, seconds later.
        _ = try bar { $0 != line }
        let later = try tmux.screen()
        #expect(later.split(separator: "\n").count { $0.contains("█") } == 1)
        #expect(later.contains("soft egg: 5:00, done at "))
    }

    @Test func itFollowsTheWindowsSize() throws {
        try openTerminal()
        try tmux.type("\(BuiltPrograms.eggctl) start soft --watch")
        try tmux.screen(showing: " 4:")
        for width in [100, 34, 70] {
            try tmux("resize-window", "-x", "\(width)", "-y", "8")
            _ = try bar { $0.count == width }
            let screen = try tmux.screen()
            #expect(screen.split(separator: "\n").count { $0.contains("soft egg  ") } == 1, "at \(width): \(screen)")
        }
    }

    /// A window so narrow that the wrapped lines of the old picture don't fit into it.
    @Test func nothingOfAPictureIsLeftInAWindowThatWasNarrow() throws {
        try openTerminal(columns: 100)
        for name in ["left", "middle", "right"] { _ = try daemon.eggctl("start", "9m", "--name", name) }
        try tmux.type("seq 12; \(BuiltPrograms.eggctl) watch")
        try tmux.screen(showing: "done at")
        for (width, text) in [(12, " right\n"), (100, "done at")] {
            try tmux("resize-window", "-x", "\(width)", "-y", "6")
            try tmux.screen(showing: text)
        }
        let screen = try tmux.screen()
        #expect(screen.split(separator: "\n").count { $0.contains("█") } == 3, "\(screen)")
    }

    @Test func theTerminalsBellRingsAndTheScreenSaysHowToDismiss() throws {
        try openTerminal()
        try tmux("set-option", "-g", "monitor-bell", "on")
        try tmux("set-option", "-g", "bell-action", "any")
        // tmux flags a bell only on a window that is not shown.
        try tmux("new-window", "-d")
        try tmux.type("\(BuiltPrograms.eggctl) start 1s --watch; echo over: $?")
        try tmux("select-window", "-t", ":1")
        try tmux("list-windows")
        try tmux.wait(for: "the bell") {
            try tmux("list-windows", "-F", "#{window_index}:#{window_bell_flag}").contains("0:1")
        }
        try tmux("select-window", "-t", ":0")
        let ringing = try tmux.screen(showing: "ringing since")
        #expect(ringing.contains("Enter: dismiss   z: snooze"))
        _ = try daemon.eggctl("dismiss")
        try tmux.screen(showing: "over: 0")
    }

    /// The terminal with the watch is the last place where a person can be warned.
    @Test func anAlarmThatCantBeHeardRingsTheTerminalsBellEverySecond() throws {
        let silent = daemon.folder.write("# no device\n".utf8, to: "no-card.conf")
        let unheard = try RunningDaemon(environment: ["ALSA_CONFIG_PATH": silent])
        let screen = try RecordedTerminal("\(BuiltPrograms.eggctl) watch", term: "xterm", for: unheard)
        let begin = ContinuousClock.now
        #expect(try unheard.eggctl("start", "1s").status == 0)
        try waitUntil("four bells: \(screen.text)") { screen.bells >= 4 }
        // One bell for the start of the alarm, and then one a second.
        #expect(ContinuousClock.now - begin > .seconds(2))
        #expect(screen.text.contains("No sound: there is no sound device 'default'"))
        #expect(try unheard.eggctl("dismiss").status == 0)
        try waitUntil("the answer: \(screen.text)") { screen.text.contains("no timer is running") }
        let count = screen.bells
        // Longer than from one bell to the next.
        sleep(2)
        #expect(screen.bells == count)
        screen.process.signal(SIGTERM)
        _ = try screen.process.finish()
    }

    @Test func ctrlCLeavesTheTimerAndTheTerminalAsTheyWere() throws {
        try openTerminal()
        // Text typed while the watch runs is read by the watch.
        try tmux.type("\(BuiltPrograms.eggctl) start soft --watch; echo status: $?; stty -a | grep -o ' echo '")
        try tmux.screen(showing: " 4:")
        try tmux("send-keys", "C-c")
        let screen = try tmux.screen(showing: "status: 130\n echo")
        #expect(screen.contains("soft egg keeps cooking: 4:"))
        #expect(try daemon.eggctl("status").output.hasPrefix("soft egg: "))
        #expect(try tmux("display-message", "-p", "#{cursor_flag}") == "1\n")
    }

    @Test func aKeyDismissesTheAlarm() throws {
        try openTerminal()
        try tmux.type("\(BuiltPrograms.eggctl) start 1s --watch; echo over: $?")
        try tmux.screen(showing: "Enter: dismiss")
        try tmux("send-keys", "Enter")
        let over = try tmux.screen(showing: "over: 0")
        #expect(over.contains("timer: dismissed"))
        // Nothing was typed into the shell, and its terminal is as before.
        try tmux.type("stty -a | grep -o ' icanon'")
        #expect(try tmux.screen(showing: "\n icanon").split(separator: "\n").count { $0 == "$" } <= 1)
    }

    @Test func zSnoozesTheAlarmAndKeysBeforeItDoNothing() throws {
        try openTerminal()
        try tmux.type("\(BuiltPrograms.eggctl) start 8s --watch")
        try tmux.screen(showing: " 0:0")
        for key in ["Enter", "d", "z", "Space"] { try tmux("send-keys", key) }
        try tmux.screen(showing: "ringing since")
        try tmux("send-keys", "z")
        try tmux.screen(showing: "rings again at")
        #expect(try daemon.eggctl("status", "--format", "{state}").output == "snoozed\n")
    }

    @Test func aWatchBroughtToTheForegroundReadsKeys() throws {
        try openTerminal()
        try tmux.type("set -m; \(BuiltPrograms.eggctl) start 2s --watch & sleep 1; fg; echo over: $?")
        try tmux.screen(showing: "Enter: dismiss")
        try tmux("send-keys", "Enter")
        try tmux.screen(showing: "over: 0")
    }

    @Test func withoutEggdTheTimeContinuesToItsEnd() throws {
        try openTerminal()
        try tmux.type("\(BuiltPrograms.eggctl) start 8s --watch")
        try tmux.screen(showing: " 0:0")
        try daemon.kill()
        try tmux.screen(showing: "eggd can't be reached; reconnecting")
        let up = try tmux.screen(showing: "The time is up, and eggd doesn't answer")
        #expect(up.contains(" 0:00") && up.contains("start it with: "))
        let another = try RunningDaemon(folder: daemon.folder)
        try tmux.screen(showing: "ringing since")
        #expect(try another.eggctl("dismiss").status == 0)
    }

    /// As when `eggd &` runs in the same terminal.
    @Test func aLineOfAnotherProgramIsNotOverwritten() throws {
        try openTerminal()
        let go = daemon.folder.path("go")
        try #require(mkfifo(go, 0o600) == 0)
        try tmux.type("(read word <\(go); echo eggd: egg: paused) & clear; \(BuiltPrograms.eggctl) start soft --watch")
        try tmux.screen(showing: " 4:")
        let writer = open(go, O_WRONLY | O_CLOEXEC)
        try #require(writer >= 0 && write(writer, "go\n", 3) == 3)
        Glibc.close(writer)
        try tmux.screen(showing: "eggd: egg: paused")
        // The next picture is below it.
        var lines: [Substring] = []
        try tmux.wait(for: "a further picture") {
            lines = try tmux.screen().split(separator: "\n")
            return lines.count { $0.contains("█") } == 1 && lines.last?.contains("█") == true
        }
        #expect(lines.contains("eggd: egg: paused"))
        #expect(lines.last?.hasPrefix("soft egg  █") == true && lines.last?.count == 60)
    }

    @Test func aDumbTerminalGetsLinesWithoutEscapes() throws {
        let screen = try RecordedTerminal(
            "\(BuiltPrograms.eggctl) start soft --watch", term: "dumb", for: daemon)
        try waitUntil("the start: \(screen.text)") { screen.text.contains("started, soft egg") }
        #expect(try daemon.eggctl("cancel").status == 0)
        _ = try screen.process.finish()
        #expect(!screen.text.contains("\u{1b}"))
    }

    @Test(arguments: [("Enter", "dismissed, timer"), ("z", "snoozed, timer: ")])
    func aLineAnswersTheAlarmOnADumbTerminal(key: String, answer: String) throws {
        try openTerminal("TERM=dumb", columns: 100)
        try tmux.type("\(BuiltPrograms.eggctl) start 1s --watch")
        try tmux.screen(showing: "Enter: dismiss   z and Enter: snooze")
        try tmux("send-keys", key, "Enter")
        try tmux.screen(showing: answer)
    }

    /// Standard input is not a terminal, but standard output is.
    @Test func theCursorIsRestoredWhateverStandardInputIs() throws {
        try openTerminal()
        try tmux.type("\(BuiltPrograms.eggctl) start 1s --watch </dev/null; echo over: $?")
        try tmux.screen(showing: "ringing since")
        _ = try daemon.eggctl("dismiss")
        try tmux.screen(showing: "over: 0")
        #expect(try tmux("display-message", "-p", "#{cursor_flag}") == "1\n")
    }
}
