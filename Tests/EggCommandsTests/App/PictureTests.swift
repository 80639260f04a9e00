import EggWire
import Terminal
import Testing
import Text

@testable import EggCommands

private func picture(_ style: Style = .plain, columns: Int = 60, rows: Int = 24) -> Picture {
    Picture(style: style, columns: columns, rows: rows, now: Kitchen.now)
}

extension Picture {
    /// The lines, with the sequences that paint them if there are colours.
    fileprivate func lines(_ timers: [Timers.Timer], soundOut: String?) -> [String] {
        let canvas = draw(timers, soundOut: soundOut)
        return (0..<canvas.rows).map { row in
            canvas.runs(row: row, columns: canvas.used(row: row)).map { run in
                style.colors > 0 ? run.paint.applied(to: run.text, colors: Style.basicColors) : run.text
            }.joined()
        }
    }
}

/// A line without its escape sequences.
private func bare(_ line: String) -> String {
    let parts = line.split(separator: "\u{1b}", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.drop { $0 != "m" }.dropFirst() }
}

@Suite struct PictureTests {
    // MARK: Lines

    @Test func aCueShowsWhenItsEggsGoIn() {
        let waiting = picture().lines([.goingIn], soundOut: nil).first
        #expect(waiting == "2 soft eggs  ██████████████████░░░░░░░░░   3:20  in at 08:33")
        let paused = picture().lines([.goingIn.with { $0.state = .paused }], soundOut: nil).first
        #expect(paused?.hasSuffix("   3:20  paused, not in yet") == true)
    }

    @Test func whatHasToBeDoneNowIsShown() {
        var shown = picture()
        shown.cue = "Now: 2 soft eggs in"
        #expect(shown.lines([.example(.cooking)], soundOut: nil).last == "Now: 2 soft eggs in")
    }

    @Test(arguments: [
        (
            Timers.State.cooking,
            "soft egg  \u{1b}[32m████▋\u{1b}[0m\u{1b}[2m░░\u{1b}[0m  \u{1b}[32m 3:20\u{1b}[0m  done at 08:33"
        ),
        (
            .missed,
            "soft egg  \u{1b}[2m░░░░░\u{1b}[0m  \u{1b}[31m 0:00\u{1b}[0m  \u{1b}[31mmissed at 08:18\u{1b}[0m"
        ),
    ])
    func coloursMarkUrgentStates(state: Timers.State, line: String) {
        let coloured = Style(colors: 256, hasUnicode: true)
        #expect(picture(coloured, columns: 39).lines([.example(state)], soundOut: nil).first == line)
    }

    @Test(arguments: [
        (80, "soft egg  ██████████████░░░░░░░   3:20  done at 08:33  yolk 62 °C · centre 19 °C"),
        (71, "soft egg  ████████░░░░   3:20  done at 08:33  yolk 62 °C · centre 19 °C"),
        (70, "soft egg  █████████████████████████▍░░░░░░░░░░░░   3:20  done at 08:33"),
    ])
    func temperaturesAreShownIfThereIsRoom(columns: Int, line: String) {
        let timer = Timers.Timer.example(.cooking).with { ($0.yolkCelsius, $0.centreCelsius) = (61.5, 18.6) }
        #expect(picture(columns: columns).lines([timer], soundOut: nil).first == line)
        #expect(TextWidth.of(line) == columns)
    }

    @Test func temperaturesAreAligned() {
        let inside = { (timer: inout Timers.Timer) in (timer.yolkCelsius, timer.centreCelsius) = (61.5, 18.6) }
        let timers = [
            Timers.Timer.example(.cooking).with(inside), .example(.paused).with(inside), .example(.missed),
        ]
        #expect(
            picture(Style(colors: 0, hasUnicode: false), columns: 74).lines(timers, soundOut: nil) == [
                "soft egg  ###########-----   3:20  done at 08:33    yolk 62 C, centre 19 C",
                "soft egg  ###########-----   3:20  paused           yolk 62 C, centre 19 C",
                "soft egg  ----------------   0:00  missed at 08:18",
            ])
    }

    @Test func labelsAreAligned() {
        let timers = [
            Timers.Timer.example(.paused), .example(.paused, name: "鍋", egg: "custom"),
            .example(.paused, name: "timer", egg: "custom").with { $0.remainingMs = 3_600_000 },
        ]
        #expect(
            picture(columns: 40).lines(timers, soundOut: nil) == [
                "soft egg  ████████▋░░░░     3:20  paused",
                "鍋        ████████▋░░░░     3:20  paused",
                "timer     ████████▋░░░░  1:00:00  paused",
            ])
    }

    @Test func aLongLabelIsCutToAThirdOfTheWidth() {
        let timer = Timers.Timer.example(.paused, name: "the big copper pot at the back")
        #expect(
            picture(columns: 60).lines([timer], soundOut: nil) == [
                "the big copper pot …  ███████████████▍░░░░░░░   3:20  paused"
            ])
    }

    @Test func aNarrowWindowKeepsTheTime() {
        let timer = Timers.Timer.example(.cooking)
        #expect(picture(columns: 35).lines([timer], soundOut: nil) == ["soft egg  ████████████░░░░░░   3:20"])
        #expect(picture(columns: 19).lines([timer], soundOut: nil) == ["soft …  ██▋░   3:20"])
        #expect(picture(columns: 14).lines([timer], soundOut: nil) == ["3:20 soft egg"])
        #expect(picture(columns: 8).lines([timer], soundOut: nil) == ["3:20 so…"])
        #expect(picture(columns: 4).lines([timer], soundOut: nil) == ["3:2…"])
    }

    @Test func barsAndTimesOfAllRowsAreAligned() {
        let timers = Timers.State.allCases.map { Timers.Timer.example($0, name: "\($0)") }
        #expect(
            picture(columns: 64).lines(timers, soundOut: nil).prefix(5) == [
                "cooking (soft egg)  ██████████░░░░░   3:20  done at 08:33",
                "paused (soft egg)   ██████████░░░░░   3:20  paused",
                "ringing (soft egg)  ░░░░░░░░░░░░░░░  +0:20  ringing since 08:29",
                "snoozed (soft egg)  ░░░░░░░░░░░░░░░   0:50  rings again at 08:30",
                "missed (soft egg)   ░░░░░░░░░░░░░░░   0:00  missed at 08:18",
            ])
        #expect(
            picture(columns: 40).lines(timers, soundOut: nil).prefix(5) == [
                "cooking (sof…  ██████░░░   3:20",
                "paused (soft…  ██████░░░   3:20  paused",
                "ringing (sof…  ░░░░░░░░░  +0:20  ringing",
                "snoozed (sof…  ░░░░░░░░░   0:50  snoozed",
                "missed (soft…  ░░░░░░░░░   0:00  missed",
            ])
    }

    @Test func twentyColumnsStillShowTheState() {
        let timers = [
            Timers.Timer.example(.ringing), .example(.cooking, name: "left"), .example(.snoozed, name: "pot"),
        ]
        #expect(
            picture(columns: 20).lines(timers, soundOut: nil).prefix(3) == [
                "+0:20 ringing soft …",
                " 3:20 left (soft eg…",
                " 0:50 snoozed pot (…",
            ])
    }

    /// Estimates look as in `status`, because it isn't known how long a power cut lasted.
    @Test(arguments: [
        (Timers.State.cooking, "soft egg  #####################-----------  at most 3:20"),
        (.paused, "soft egg  ################--------  at most 3:20  paused"),
        (.ringing, "soft egg  ---------------------  at least +0:20  ringing"),
        (.snoozed, "soft egg  -----------------------  at most 0:50  snoozed"),
        (.missed, "soft egg  -------------------------------   0:00  missed"),
    ])
    func estimatesSayAtMostOrAtLeast(state: Timers.State, line: String) {
        let old = Style(colors: 0, hasUnicode: false)
        let timer = Timers.Timer.example(state).with { $0.isEstimated = true }
        #expect(picture(old, columns: 56).lines([timer], soundOut: nil).first == line)
        let exact = timer.with { $0.isEstimated = false }
        #expect(picture().lines([exact], soundOut: nil) == picture().lines([.example(state)], soundOut: nil))
    }

    @Test func estimatesKeepBarsAlignedAndTheTimeInNarrowWindows() {
        let timers = [Timers.Timer.example(.cooking).with { $0.isEstimated = true }, .example(.paused, name: "left")]
        #expect(
            picture(columns: 50).lines(timers, soundOut: nil) == [
                "soft egg         ███████▍░░░  at most 3:20",
                "left (soft egg)  ███████▍░░░          3:20  paused",
            ])
        #expect(picture(columns: 14).lines(timers, soundOut: nil) == ["3:20 at most …", "3:20 paused l…"])
    }

    @Test func theTimeOfARingingTimerCountsUp() {
        let timer = Timers.Timer.example(.ringing)
        #expect(timer.aged(by: .milliseconds(39_999)).overdueMs == 59_999)
        #expect(
            picture().lines([timer.aged(by: .seconds(40))], soundOut: nil).first
                == "soft egg  ░░░░░░░░░░░░░░░░░░░░░░  +1:00  ringing since 08:29")
        // Other timers get ticks, or don't count.
        for state in Timers.State.allCases where state != .ringing {
            #expect(Timers.Timer.example(state).aged(by: .seconds(40)) == .example(state))
        }
        #expect(timer.with { $0.overdueMs = .max }.aged(by: .seconds(1)).state == .ringing)
    }

    // MARK: The bar

    @Test(arguments: [(0.0, 28, 0), (0.5, 14, 14), (1, 0, 28), (-1, 28, 0), (2, 0, 28)])
    func theBarShowsTheRemainingTime(progress: Double, full: Int, empty: Int) {
        let timer = Timers.Timer.example(.cooking).with { $0.progress = progress }
        for (style, cells) in [(true, ("█", "░")), (false, ("#", "-"))] {
            let line = picture(Style(colors: 0, hasUnicode: style)).lines([timer], soundOut: nil).first ?? ""
            let bar = String(repeating: cells.0, count: full) + String(repeating: cells.1, count: empty)
            #expect(line == "soft egg  \(bar)   3:20  done at 08:33")
        }
    }

    @Test func theBarNeverGrowsAndHasAConstantWidth() {
        func cells(_ thousandth: Int) -> (weight: Int, width: Int) {
            let timer = Timers.Timer.example(.cooking).with { $0.progress = Double(thousandth) / 1000 }
            let bar = (picture().lines([timer], soundOut: nil).first ?? "").dropFirst(10).prefix { $0 != " " }
            // The eighths of a block in the order of their code points, from full to thinnest.
            let weight = bar.unicodeScalars.reduce(0) { $0 + ($1 == "░" ? 0 : 0x2590 - Int($1.value)) }
            return (weight, bar.count)
        }
        let bars = (0...1000).map(cells)
        #expect(bars.allSatisfy { $0.width == 28 })
        #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.weight >= $1.weight })
        #expect(Set(bars.map(\.weight)).count == 28 * 8 + 1)
    }

    // MARK: Size

    private static let names = [
        "egg", "left-pot", String(repeating: "x", count: 64), String(repeating: "鍋", count: 21),
        String(repeating: "🥚", count: 16), String(repeating: "e\u{301}", count: 21), "a鍋🥚b鍋🥚c鍋🥚d鍋🥚e鍋",
    ]

    /// No colours: `colourChangesNothingButColour` shows that they change no width.
    @Test(arguments: [true, false])
    func noLineIsWiderThanTheWindow(hasUnicode: Bool) {
        let timers = Self.names.flatMap { name in Timers.State.allCases.map { Timers.Timer.example($0, name: name) } }
        let soundOut = "there is no sound card, and 鍋 has no bell of its own either"
        // Those between two widths have the same columns, and a wider bar.
        for columns in Array(1...60) + [80, 100, 132, 200] {
            let picture = picture(Style(colors: 0, hasUnicode: hasUnicode), columns: columns, rows: 100)
            // All states together, with a common label width, and each state alone.
            let pictures =
                [picture.lines(timers, soundOut: soundOut)] + timers.map { picture.lines([$0], soundOut: nil) }
            let tooWide = pictures.joined().filter { TextWidth.of($0) > columns }
            #expect(tooWide.isEmpty, "in \(columns) columns")
        }
    }

    @Test(arguments: Timers.State.allCases)
    func colourChangesNothingButColour(state: Timers.State) {
        let timers = [Timers.Timer.example(state), .example(state, name: "left")]
        for (columns, rows) in [(60, 24), (20, 24), (60, 1), (60, 2), (3, 3)] {
            for unicode in [true, false] {
                let (plain, coloured) = (
                    Style(colors: 0, hasUnicode: unicode), Style(colors: 256, hasUnicode: unicode)
                )
                let lines = picture(coloured, columns: columns, rows: rows).lines(timers, soundOut: "no card")
                #expect(
                    lines.map(bare)
                        == picture(plain, columns: columns, rows: rows).lines(timers, soundOut: "no card"))
                // A prompt may follow on the screen.
                let endings = lines.compactMap {
                    $0.split(separator: "\u{1b}", omittingEmptySubsequences: false).dropFirst().last
                }
                #expect(!endings.isEmpty && endings.allSatisfy { $0.hasPrefix("[0m") })
            }
        }
    }

    @Test func withoutUnicodeAllWidthsAreASCII() {
        let old = Style(colors: 256, hasUnicode: false)
        let timers = Timers.State.allCases.map { Timers.Timer.example($0, name: "a rather long name") }
        for columns in 1...100 {
            let lines = picture(old, columns: columns, rows: 4).lines(timers, soundOut: "no card")
            #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } }, "in \(columns) columns")
        }
    }

    @Test(arguments: [(Timers.State.cooking, nil), (.ringing, nil), (.cooking, "no card"), (.ringing, "no card")])
    func thereAreNeverMoreLinesThanRows(state: Timers.State, soundOut: String?) {
        let all = (0..<64).map { Timers.Timer.example(state, name: "pot \($0)") }
        for count in [0, 1, 2, 3, 4, 5, 9, 10, 11, 64] {
            for rows in [1, 2, 3, 4, 5, 10, 64, 65, 66, 70] {
                let timers = Array(all.prefix(count))
                let lines = picture(rows: rows).lines(timers, soundOut: soundOut)
                #expect(!lines.isEmpty && lines.count <= rows, "\(count) timers in \(rows) rows")
                let shown = lines.filter { $0.hasPrefix("pot ") }.count
                #expect(shown >= min(1, count), "\(count) timers in \(rows) rows")
                if let more = lines.first(where: { $0.hasPrefix("and ") }) {
                    #expect(more == "and \(count - shown) more" && shown < count)
                }
            }
        }
    }

    // MARK: Notes

    @Test func keysAreShownIfThereAreAny() {
        var picture = picture(columns: 40)
        picture.hasKeys = true
        #expect(picture.lines([.example(.ringing)], soundOut: nil).dropFirst() == ["Enter: dismiss   z: snooze"])
        #expect(picture.lines([.example(.cooking)], soundOut: nil).count == 1)
        picture.columns = 20
        #expect(picture.lines([.example(.ringing)], soundOut: nil).dropFirst() == ["Enter: dismiss", "z: snooze"])
    }

    @Test func aWarningRemovesTheColourOfTimers() {
        var picture = picture(Style(colors: 256, hasUnicode: true))
        picture.warnings = ["eggd can't be reached"]
        let lines = picture.lines([.example(.ringing)], soundOut: nil)
        #expect(lines.map(bare).dropFirst().first == "eggd can't be reached")
        #expect(lines.first?.contains("\u{1b}[2m+0:20") == true && lines[1].hasPrefix("\u{1b}[1;31m"))
        // Without eggd, it isn't known whether a timer is running.
        #expect(picture.lines([], soundOut: nil).map(bare) == ["eggd can't be reached"])
    }

    @Test func aWatchedTimerThatIsNotRunningIsNamed() {
        var picture = picture()
        picture.name = name("left")
        #expect(picture.lines([], soundOut: nil) == ["no timer 'left' is running; waiting for it"])
    }

    @Test func theLinuxConsoleGetsOnlyCharactersInItsFonts() {
        let console = Style(terminal: TerminalType("linux"), locale: "C.UTF-8", refusesColor: true)
        let timer = Timers.Timer.example(.cooking, name: "the big copper pot at the back")
        let line = picture(console).lines([timer], soundOut: nil).first ?? ""
        #expect(line == "the big copper pot .  ███████████░░░░░   3:20  done at 08:33")
    }

    @Test func textThatCouldControlATerminalIsReplaced() {
        var picture = picture(Style(colors: 256, hasUnicode: true), columns: 100)
        picture.warnings = ["\u{1b}]0;warning\u{7}"]
        let hostile = Timers.Timer.example(.ringing, name: "\u{1b}[31m\u{9b}2J\u{202e}x", egg: "\u{7}egg")
        for line in picture.lines([hostile, .example(.paused, name: "\u{1b}c")], soundOut: "\u{1b}[2J\nno card") {
            #expect(!bare(line).unicodeScalars.contains(where: PrintableText.isUnprintable), "\(line.debugDescription)")
        }
    }

    @Test func missingSoundIsShownEvenWithoutTimers() {
        let note = "No sound: no card"
        #expect(picture().lines([], soundOut: "no card").last == note)
        #expect(picture().lines([.example(.paused)], soundOut: "no card").last == note)
    }

    @Test(arguments: Timers.State.allCases)
    func aRingingTimerShowsHowToAnswer(state: Timers.State) {
        let note = "'eggctl dismiss' stops it, 'eggctl snooze' delays it."
        #expect(picture().lines([.example(state)], soundOut: nil).contains(note) == (state == .ringing))
    }
}
