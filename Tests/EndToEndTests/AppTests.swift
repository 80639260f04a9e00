import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

@testable import EggCommands

/// `eggctl ui` in a real terminal, tmux, with keys that are typed and taps as a terminal reports them.
@Suite struct AppTests {
    private let daemon: RunningDaemon
    private let tmux: TmuxTerminal

    /// The sizes at which the screen is compared.
    static let sizes = [(40, 12), (80, 24), (132, 43)]

    init() throws {
        daemon = try RunningDaemon()
        tmux = TmuxTerminal(for: daemon)
    }

    /// A terminal of this size whose only program is the app.
    private func openApp(_ arguments: String = "ui", _ extra: String = "", columns: Int = 80, rows: Int = 24) throws {
        let command = "exec env TERM=tmux-256color \(extra) \(BuiltPrograms.eggctl) \(arguments)"
        try tmux.open(command, columns: columns, rows: rows)
    }

    /// A shell that shows a word, and has started the app.
    private func openAppInShell(_ after: String = "") throws {
        try tmux.open("env TERM=tmux-256color PS1='$ ' /bin/sh", columns: 80, rows: 24)
        try tmux.type("echo beforehand; \(BuiltPrograms.eggctl); echo over: $?; stty -a | grep -o ' icanon'")
        try tmux.wait(for: "the app") { try tmux.screen().contains("12:00") }
    }

    private func tap(_ column: Int, _ row: Int) throws {
        try tmux("send-keys", "-l", "\u{1b}[<0;\(column + 1);\(row + 1)M\u{1b}[<0;\(column + 1);\(row + 1)m")
    }

    /// The picture that the app should show of the daemon's timers now.
    private func picture(columns: Int, rows: Int, style: Style) throws -> AppPicture.Drawing {
        var app = App(style: style, flashes: true, columns: columns, rows: rows, now: .now)
        let event = Timers.Event(kind: .tick, timer: nil, sequence: 0)
        _ = app.handle(.event(.init(event: event, timers: try daemon.timers(), soundOut: nil)), at: .now)
        _ = app.handle(.eggs(try daemon.client().call(Timers.Eggs.self, .init()).eggs), at: .now)
        return AppPicture(app: app, now: .now).draw()
    }

    private static func lines(_ screen: String) -> [String] {
        screen.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    // MARK: The screen

    @Test(arguments: zip(sizes, [("LC_ALL=C.UTF-8", 256), ("NO_COLOR=1 LC_ALL=C.UTF-8", 0), ("LC_ALL=C", 256)]))
    func theTerminalShowsThePicture(size: (Int, Int), environment: (String, Int)) throws {
        let (columns, rows) = size
        // Paused, so that the picture doesn't change.
        for words in [["start", "medium"], ["start", "9m", "--name", "Frühstück 🥚"]] {
            #expect(try Program.run(BuiltPrograms.eggctl, words, environment: daemon.environment).status == 0)
        }
        #expect(try daemon.eggctl("pause", "egg").status == 0)
        #expect(try daemon.eggctl("pause", "Frühstück 🥚").status == 0)
        try openApp("ui", environment.0, columns: columns, rows: rows)
        let style = Style(colors: environment.1, hasUnicode: environment.0.contains("UTF-8"))
        let expected = try picture(columns: columns, rows: rows, style: style).canvas.lines
        try tmux.wait(for: "the picture\n\(expected.joined(separator: "\n"))\nat \(size)") {
            Self.lines(try tmux.screen()).prefix(rows).elementsEqual(expected)
        }
        #expect(try tmux.screen(escapes: true).contains("\u{1b}[38;5;") == (environment.1 > 0))
    }

    @Test func aTapStartsAnEggAndAnotherTapResetsIt() throws {
        try openApp()
        try tmux.wait(for: "the eggs") { try tmux.screen().contains("12:00") }
        let style = Style(colors: 256, hasUnicode: true)
        for (index, egg) in ["soft", "medium", "hard"].enumerated() {
            let drawing = try picture(columns: 80, rows: 24, style: style)
            let place = try #require(drawing.targets.first { $0.target == .egg(index) })
            try tap(place.columns.lowerBound + place.columns.count / 2, place.rows.lowerBound + 1)
            try tmux.wait(for: "the \(egg) egg") { try daemon.timers().map(\.egg) == [egg] }
            try tmux.wait(for: "its name") { try tmux.screen().contains("\(egg) egg") }
        }
        #expect(try daemon.timers().map(\.name) == ["egg"])
    }

    @Test func escapeEndsWhatIsTyped() throws {
        try openApp()
        try tmux.wait(for: "the eggs") { try tmux.screen().contains("12:00") }
        try tmux("send-keys", "t", "5")
        try tmux.wait(for: "the text") { try tmux.screen().contains("How long: 5") }
        // Nothing else arrives after it.
        try tmux("send-keys", "Escape")
        try tmux.wait(for: "the keys") { try tmux.screen().contains("Enter: start") }
    }

    @Test func theWindowHasATitleAndAnotherSizeIsFollowed() throws {
        try openApp()
        #expect(try daemon.eggctl("start", "soft").status == 0)
        try tmux.wait(for: "a title") { try tmux("display-message", "-p", "#{pane_title}").contains(" soft egg") }
        for (columns, rows) in [(132, 43), (30, 6), (60, 30)] {
            try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
            try tmux.wait(for: "\(columns)×\(rows)") {
                let lines = Self.lines(try tmux.screen())
                return lines.contains { $0.contains("soft egg") }
                    && lines.contains { $0.contains("q: leave") || $0.contains("too small for the eggs") }
                    && (columns < 40
                        || lines.contains { $0.hasSuffix("█") && $0.count > columns - 6 || $0.contains("█▏") })
            }
        }
    }

    @Test func theTerminalsBellRingsWhenTheTimeIsUpWithoutEggd() throws {
        #expect(try daemon.eggctl("start", "8s").status == 0)
        let terminal = try RecordedTerminal("\(BuiltPrograms.eggctl) ui", term: "xterm-256color", for: daemon)
        // Before the first event of eggd, the app has no timer to ring for.
        try waitUntil("the timer") { terminal.text.contains("done at") }
        try daemon.kill()
        #expect(terminal.bells == 0)
        try waitUntil("two bells") { terminal.bells >= 2 }
        terminal.process.signal(SIGTERM)
        _ = try terminal.process.finish()
    }

    // MARK: The terminal

    @Test(arguments: ["q", "C-c", "TERM", "HUP", "SEGV", "ABRT"])
    func theTerminalIsLeftAsItWas(by way: String) throws {
        #expect(try daemon.eggctl("start", "soft").status == 0)
        try openAppInShell()
        #expect(
            try tmux("display-message", "-p", "#{alternate_on} #{mouse_standard_flag} #{mouse_sgr_flag}") == "1 1 1\n")
        if way == "q" || way == "C-c" {
            try tmux("send-keys", way)
        } else {
            let shell = pid_t(try tmux("display-message", "-p", "#{pane_pid}").filter { $0.isNumber }) ?? 0
            let child = try #require(childProcess(of: shell))
            let signals = ["TERM": SIGTERM, "HUP": SIGHUP, "SEGV": SIGSEGV, "ABRT": SIGABRT]
            kill(child, try #require(signals[way]))
        }
        let status = ["q": 0, "C-c": 130, "TERM": 143, "HUP": 129, "SEGV": 139, "ABRT": 134]
        try tmux.wait(for: "the shell") {
            let screen = try tmux.screen()
            return screen.contains("beforehand") && screen.contains("over: \(status[way] ?? -1)")
                && screen.contains(" icanon")
        }
        let flags = "#{alternate_on} #{mouse_standard_flag} #{mouse_sgr_flag} #{cursor_flag}"
        #expect(try tmux("display-message", "-p", flags) == "0 0 0 1\n")
        #expect(try tmux.screen().contains("soft egg keeps cooking") == ["q", "C-c"].contains(way))
    }

    @Test func aStoppedAppGivesTheTerminalBackAndComesAgain() throws {
        try openAppInShell()
        try tmux("send-keys", "C-z")
        try tmux.wait(for: "the shell") {
            try tmux.screen().contains("beforehand") && tmux("display-message", "-p", "#{mouse_sgr_flag}") == "0\n"
        }
        #expect(try daemon.eggctl("start", "hard").status == 0)
        try tmux.type("fg")
        try tmux.wait(for: "the app") { try tmux.screen().contains("hard egg") }
        #expect(try tmux("display-message", "-p", "#{alternate_on} #{mouse_sgr_flag}") == "1 1\n")
        try tmux("send-keys", "q")
        try tmux.wait(for: "the end") { try tmux.screen().contains("hard egg keeps cooking") }
    }

    /// The shell may have changed the terminal's settings meanwhile.
    @Test func aContinuedAppTakesTheScreenAgain() throws {
        let terminal = try RecordedTerminal("exec \(BuiltPrograms.eggctl) ui", term: "xterm-256color", for: daemon)
        func taken() -> Int { terminal.text.ranges(of: "\u{1b}[?1049h").count }
        try waitUntil("the eggs") { terminal.text.contains("12:00") }
        #expect(taken() == 1)
        let app = try #require(terminal.program)
        kill(app, SIGCONT)
        try waitUntil("the screen") { taken() == 2 }
        terminal.process.signal(SIGTERM)
        _ = try terminal.process.finish()
    }

    /// Without a terminal that controls the app, no signal tells it.
    @Test func aTerminalThatHangsUpEndsTheApp() throws {
        let script = """
            import os, subprocess, sys
            terminal, end = os.openpty()
            app = subprocess.Popen(sys.argv[1:], stdin=end, stdout=end, stderr=end, start_new_session=True)
            os.close(end)
            picture = b""
            while b"q: leave" not in picture: picture += os.read(terminal, 65536)
            os.close(terminal)
            print(app.wait())
            """
        let result = try Program.run(
            "/usr/bin/python3", ["-c", script, BuiltPrograms.eggctl, "ui"],
            environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(result.output == "\(128 + SIGHUP)\n")
    }

    @Test(arguments: [true, false])
    func controlZIsIgnoredWhereNoShellCouldContinueTheApp(controls: Bool) throws {
        // The app draws its picture again after Ctrl-Z.
        let terminal = try LoneTerminal(
            controls: controls,
            pressing: controls ? [("12:00", "\u{1a}"), ("12:00", "m")] : [("12:00", "\u{1a}m")], daemon)
        defer { terminal.close() }
        try waitUntil("medium", within: .seconds(30)) { try daemon.timers().map(\.egg) == ["medium"] }
    }

    @Test func anEggThatWasStartedJustBeforeTheEndIsStarted() throws {
        try openAppInShell()
        daemon.process.signal(SIGSTOP)
        try tmux("send-keys", "s", "q")
        try tmux.wait(for: "the shell's screen") { try tmux("display-message", "-p", "#{alternate_on}") == "0\n" }
        daemon.process.signal(SIGCONT)
        try tmux.wait(for: "the end") { try tmux.screen().contains("over: 0") }
        #expect(try daemon.timers().map(\.egg) == ["soft"])
        #expect(try tmux.screen().contains("soft egg keeps cooking"))
    }

    @Test func controlCEndsTheWaitForTheLastReply() throws {
        try openAppInShell()
        daemon.process.signal(SIGSTOP)
        defer { daemon.process.signal(SIGCONT) }
        let begin = ContinuousClock.now
        try tmux("send-keys", "s", "q")
        try tmux.wait(for: "the shell's screen") { try tmux("display-message", "-p", "#{alternate_on}") == "0\n" }
        try tmux.wait(for: "the reason") { try tmux.screen().contains("eggd hasn't answered for 3 s; still waiting") }
        #expect(ContinuousClock.now - begin >= .seconds(3))
        try tmux("send-keys", "C-c")
        try tmux.wait(for: "the end") { try tmux.screen().contains("over: 130") }
        #expect(try tmux.screen().contains("eggd hasn't answered the last key"))
    }

    @Test func itStaysWithoutEggdAndContinuesWithTheNextOne() throws {
        #expect(try daemon.eggctl("start", "soft").status == 0)
        try openApp()
        try tmux.wait(for: "the egg") { try tmux.screen().contains("soft egg") }
        try daemon.kill()
        try tmux.wait(for: "the message") { try tmux.screen().contains("eggd can't be reached; reconnecting") }
        #expect(try tmux.screen().contains("start it with: "))
        // The bar continues meanwhile.
        let before = try tmux.screen()
        try tmux.wait(for: "the next second") { try tmux.screen() != before }
        try tmux("send-keys", "s")
        try tmux.wait(for: "the reason") { try tmux.screen().contains("eggd can't be reached") }
        let another = try RunningDaemon(folder: daemon.folder)
        try tmux.wait(for: "the connection") { try !tmux.screen().contains("eggd can't be reached") }
        try tmux("send-keys", "h")
        try tmux.wait(for: "hard") {
            try another.timers().map(\.egg) == ["hard"]
        }
    }

    @Test func anIdleAppDoesNotWakeUp() throws {
        try openApp()
        try tmux.wait(for: "the eggs") { try tmux.screen().contains("12:00") }
        let app = try #require(pid_t(try tmux("display-message", "-p", "#{pane_pid}").filter { $0.isNumber }))
        #expect(contents(of: "/proc/\(app)/comm") == Array("eggctl\n".utf8))
        try expectNoWakeup(of: app)
        #expect(try contextSwitches(of: app).count == 1)
    }

    @Test func offATerminalTheStatusIsPrintedAndTheAppRefuses() throws {
        #expect(try daemon.eggctl().output == daemon.eggctl("status").output)
        #expect(try daemon.eggctl("--json").output == daemon.eggctl("status", "--json").output)
        let refusal = try daemon.eggctl("ui")
        #expect(refusal.status == EX_USAGE && refusal.errors.contains("'ui' needs a terminal"))
    }

    @Test(arguments: ["dumb", ""])
    func aTerminalThatCannotRedrawHasNoApp(type: String) throws {
        try tmux.open("env TERM=\(type) PS1='$ ' /bin/sh", columns: 80, rows: 24)
        try tmux.type("\(BuiltPrograms.eggctl) ui; echo over: $?")
        try tmux.screen(showing: "over: 64")
        #expect(try tmux.screen().contains("'ui' needs a terminal that can draw"))
    }
}
