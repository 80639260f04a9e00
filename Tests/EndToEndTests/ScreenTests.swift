import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// What a person sees: `eggctl` in a real terminal, tmux, read back from its screen.
@Suite struct ScreenTests {
    private let daemon: RunningDaemon
    private let tmux: String

    init() throws {
        daemon = try RunningDaemon()
        tmux = daemon.folder.path("tmux")
    }

    @discardableResult
    private func tmux(_ arguments: String...) throws -> String {
        let result = try Program.run(
            "/usr/bin/tmux", ["-S", tmux, "-f", "/dev/null", "-u"] + arguments, environment: daemon.environment)
        try #require(result.status == 0, "tmux \(arguments): \(result.errors)")
        return result.output
    }

    /// A terminal of 60 by 8 with a shell in it, and these variables for what runs there.
    private func openTerminal(_ extra: String = "") throws {
        try tmux("new-session", "-d", "-x", "60", "-y", "8", "env PS1='$ ' \(extra) /bin/sh")
    }

    private func type(_ line: String) throws {
        try tmux("send-keys", line, "Enter")
    }

    /// The screen once something is to be seen on it.
    @discardableResult
    private func screen(showing text: String, escapes: Bool = false) throws -> String {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let screen = escapes ? try tmux("capture-pane", "-p", "-e") : try tmux("capture-pane", "-p")
            if screen.contains(text) { return screen }
            try #require(ContinuousClock.now < deadline, "'\(text)' never appeared; the screen:\n\(screen)")
            usleep(20_000)
        }
    }

    private func close() {
        _ = try? tmux("kill-server")
    }

    @Test func theBarFillsTheWindowAndRunsDownInItsPlace() throws {
        defer { close() }
        try openTerminal()
        try type("\(BuiltPrograms.eggctl) start soft --watch")
        let first = try screen(showing: " 4:58")
        let line = try #require(first.split(separator: "\n").first { $0.contains(" 4:58") })
        #expect(line.hasPrefix("soft egg  █") && line.contains("  4:58  done at "))
        #expect(line.count == 60)
        // In its place: a single line of it, seconds later.
        let later = try screen(showing: " 4:56")
        #expect(later.split(separator: "\n").count { $0.contains("█") } == 1)
        #expect(later.contains("soft egg: 5:00, done at "))
    }

    @Test func itFollowsTheWindowsSize() throws {
        defer { close() }
        try openTerminal()
        try type("\(BuiltPrograms.eggctl) start soft --watch")
        try screen(showing: " 4:59")
        for width in [100, 34, 70] {
            try tmux("resize-window", "-x", "\(width)", "-y", "8")
            // The next second is drawn at the new width. With its space: it may be done at 14:59.
            let remaining = try #require(
                try daemon.client().call(Timers.List.self, Nothing()).timers.first?.remainingMs)
            let clock = " 4:\((remaining - 1) / 1000 - 240 < 10 ? "0" : "")\((remaining - 1) / 1000 - 240)"
            let screen = try screen(showing: clock)
            let line = try #require(screen.split(separator: "\n").first { $0.contains(clock) })
            #expect(line.count == width, "at \(width): \(screen)")
            #expect(screen.split(separator: "\n").count { $0.contains("soft egg  ") } == 1, "at \(width): \(screen)")
        }
    }

    @Test func theTerminalsBellRingsAndItSaysHowToAnswer() throws {
        defer { close() }
        try openTerminal()
        try tmux("set-option", "-g", "monitor-bell", "on")
        try tmux("set-option", "-g", "bell-action", "any")
        // A bell is flagged only on a window that nobody looks at.
        try tmux("new-window", "-d")
        try type("\(BuiltPrograms.eggctl) start 1s --watch")
        try tmux("select-window", "-t", ":1")
        try tmux("list-windows")
        let deadline = ContinuousClock.now + .seconds(30)
        while try !tmux("list-windows", "-F", "#{window_index}:#{window_bell_flag}").contains("0:1") {
            try #require(ContinuousClock.now < deadline, "the bell never rang")
            usleep(20_000)
        }
        try tmux("select-window", "-t", ":0")
        let ringing = try screen(showing: "ringing since")
        #expect(ringing.contains("'eggctl dismiss' answers"))
        _ = try daemon.eggctl("dismiss")
        try type("echo over: $?")
        try screen(showing: "over: 0")
    }

    /// Whoever watches is the last who can still be told.
    @Test func anAlarmThatCantBeHeardRingsTheTerminalsBellEverySecond() throws {
        let silent = daemon.folder.write("# no device\n".utf8, to: "no-card.conf")
        let deaf = try RunningDaemon(environment: ["ALSA_CONFIG_PATH": silent])
        // A terminal of its own that keeps every byte, bells among them.
        let typescript = deaf.folder.path("typescript")
        let screen = try Program(
            "/usr/bin/script", ["--quiet", "--flush", "--command", "\(BuiltPrograms.eggctl) watch", typescript],
            environment: deaf.environment.merging(["TERM": "xterm"]) { $1 })
        func shown() -> String { String(decoding: contents(of: typescript) ?? [], as: UTF8.self) }
        func bells() -> Int { shown().count { $0 == "\u{7}" } }
        func wait(_ what: String, until isSo: () -> Bool) throws {
            let deadline = ContinuousClock.now + .seconds(30)
            while !isSo() {
                try #require(ContinuousClock.now < deadline, "\(what): \(shown())")
                usleep(20_000)
            }
        }
        #expect(try deaf.eggctl("start", "1s").status == 0)
        let begin = ContinuousClock.now
        try wait("four bells") { bells() >= 4 }
        // The ringing itself, and then one a second.
        #expect(ContinuousClock.now - begin > .seconds(2))
        #expect(shown().contains("No sound: there is no sound device 'default'"))
        #expect(try deaf.eggctl("dismiss").status == 0)
        try wait("the answer") { shown().contains("no timer is running") }
        let count = bells()
        // Longer than from one bell to the next.
        sleep(2)
        #expect(bells() == count)
        deaf.process.signal(SIGTERM)
        _ = try deaf.process.finish()
        #expect(try screen.finish().status == 0)
    }

    @Test func ctrlCLeavesTheTimerAndTheTerminalAsTheyWere() throws {
        defer { close() }
        try openTerminal()
        try type("\(BuiltPrograms.eggctl) start soft --watch")
        try screen(showing: " 4:59")
        try tmux("send-keys", "C-c")
        try type("echo status: $?; stty -a | grep -o ' echo '")
        let screen = try screen(showing: "status: 130\n echo")
        #expect(screen.contains("status: 130"))
        #expect(try daemon.eggctl("status").output.hasPrefix("soft egg: "))
        #expect(try tmux("display-message", "-p", "#{cursor_flag}") == "1\n")
    }

    /// With no terminal to be asked on standard input there is still one that is drawn on.
    @Test func theCursorComesBackWhateverStandardInputIs() throws {
        defer { close() }
        try openTerminal()
        try type("\(BuiltPrograms.eggctl) start 1s --watch </dev/null; echo over: $?")
        try screen(showing: "ringing since")
        _ = try daemon.eggctl("dismiss")
        try screen(showing: "over: 0")
        #expect(try tmux("display-message", "-p", "#{cursor_flag}") == "1\n")
    }

    @Test func coloursAreByState() throws {
        defer { close() }
        try openTerminal()
        try type("\(BuiltPrograms.eggctl) start soft --watch")
        #expect(try screen(showing: " 4:59", escapes: true).contains("\u{1b}[32m"))
    }

    @Test func noColorIsRespected() throws {
        defer { close() }
        try openTerminal("NO_COLOR=1")
        try type("\(BuiltPrograms.eggctl) start soft --watch")
        #expect(try !screen(showing: " 4:59", escapes: true).contains("\u{1b}[3"))
    }

    @Test func withoutUnicodeTheBarIsPlain() throws {
        defer { close() }
        try openTerminal("LANG=C LC_ALL=C")
        try type("\(BuiltPrograms.eggctl) start soft --watch")
        let screen = try screen(showing: " 4:59")
        #expect(screen.contains("soft egg  #####"))
    }
}
