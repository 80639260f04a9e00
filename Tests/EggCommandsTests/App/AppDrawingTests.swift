import EggTimers
import EggWire
import Terminal
import Testing

@testable import EggCommands

private let start = AppFixture.start
private let ascii = Style(colors: 0, hasUnicode: false)
private let basic = Style(colors: 8, hasUnicode: true)

/// The places and colours of everything in the app's picture.
@Suite struct AppDrawingTests {
    private let tea = Timers.Timer.example(.paused, name: "tea", egg: "custom").with {
        ($0.durationMs, $0.remainingMs, $0.progress) = (4_000_000, 3_700_000, 0.075)
    }

    /// The last rows of a picture.
    private func end(_ app: App, _ count: Int) -> String { app.lines().suffix(count).joined(separator: "\n") }

    // MARK: The large time

    @Test func theLargeTimeHasItsTextsBesideIt() {
        let warm = Timers.Timer.example(.cooking).with { ($0.yolkCelsius, $0.centreCelsius) = (61.5, 18.6) }
        let cooking = AppFixture.app([warm])
        #expect(cooking.painted(row: 15) == ["13 '██████' bold 114", "25 '██████' bold 114", "33 '██████' bold 114"])
        #expect(cooking.painted(row: 16).last == "42 'soft egg' bold")
        #expect(cooking.lines()[17].hasSuffix("██  ██   done at 08:33"))
        #expect(cooking.painted(row: 18).last == "42 'yolk 62 °C · centre 19 °C' faint")
        // Small digits leave no room for temperatures, and digits of one row only for one text.
        let small = AppFixture.app([warm], columns: 59, rows: 19)
        #expect(!small.lines().contains { $0.contains("yolk") && $0.contains("centre") })
        let smallest = AppFixture.app([warm], style: ascii, columns: 40, rows: 12)
        #expect(smallest.painted(row: 9) == ["10 '3:20' bold 114", "17 'soft egg  done at 08:33' bold"])
        // Other states have the colour of their digits.
        let missed = AppFixture.app([.example(.missed), tea, .example(.snoozed, name: "left")], soundOut: "no device")
        #expect(missed.painted(row: 16).last == "47 'missed at 08:18' 167")
    }

    @Test func theBarIsAsWideAsTheWindow() {
        let full = "██████████████████████████████████████████████████▋"
        let app = AppFixture.app([.example(.cooking)])
        #expect(app.painted(row: 21) == ["2 '\(full)' 114 on 237", "53 '                         ' on 237"])
        let fewColours = AppFixture.app([.example(.cooking)], style: basic)
        #expect(fewColours.painted(row: 21) == ["2 '\(full)' 114", "53 '░░░░░░░░░░░░░░░░░░░░░░░░░' faint"])
        let high = AppFixture.app([.example(.cooking)], rows: 36)
        #expect(high.painted(row: 32) == app.painted(row: 21) && high.painted(row: 33) == high.painted(row: 32))
    }

    @Test func withoutATimerItSaysHowToStartOne() {
        #expect(AppFixture.app().painted(row: 17) == ["24 'Tap an egg, or press s, m or h.' faint"])
        let connecting = App(style: .plain, flashes: true, columns: 80, rows: 24, now: start)
        #expect(connecting.lines().contains { $0.contains("connecting to eggd") })
    }

    // MARK: Further timers

    @Test func furtherTimersHaveARowEach() {
        let app = AppFixture.app([.example(.missed), tea, .example(.snoozed, name: "left")], soundOut: "no device")
        #expect(
            app.painted(row: 20) == [
                "0 '  tea              '", "19 '██████████████████████▎' 179 on 237", "42 ' ' on 237",
                "45 '1:01:40' 179",
                "54 'paused' 179",
            ])
        #expect(
            app.painted(row: 21) == [
                "0 '  left (soft egg)  '", "19 '                        ' on 237", "45 '   0:50' 176",
                "54 'rings again at 08:30' 176",
            ])
        #expect(app.painted(row: 22) == ["2 'No sound: no device' bold 203"])
    }

    private let pots: [Timers.Timer] = [
        .example(.cooking), .example(.paused, name: "pot 1"), .example(.missed, name: "pot 2"),
        .example(.snoozed, name: "pot 3"), .example(.ringing, name: "pot 4"), .example(.cooking, name: "pot 5"),
        .example(.cooking, name: "a long name of a pot that is cut"),
    ]

    @Test func ofTooManyTimersTheMostUrgentAreShown() {
        #expect(
            end(AppFixture.app(pots, columns: 40, rows: 12), 3) == """
                 pot 3 (soft …            0:50  snoozed
                 soft egg       ██▋    3:20  and 4 more
                 Enter or a tap: dismiss   z: snooze
                """)
        #expect(
            end(AppFixture.app(pots, columns: 69, rows: 24), 5) == """
                  pot 3 (soft egg)                                    0:50  snoozed
                  soft egg                 ██████████████████████              3:20
                  pot 5 (soft egg)         ██████████████████████              3:20
                  a long name of a pot t…  ██████████████          3:20  and 2 more
                  Enter or a tap: dismiss   z: snooze
                """)
        #expect(
            end(AppFixture.app(pots, columns: 70, rows: 24), 5) == """
                  pot 3 (soft egg)                    0:50  rings again at 08:30
                  soft egg                 █████▍     3:20  done at 08:33
                  pot 5 (soft egg)         █████▍     3:20  done at 08:33
                  a long name of a pot t…  █████▍     3:20  and 2 more
                  Enter or a tap: dismiss   z: snooze
                """)
    }

    @Test func theNumberOfHiddenTimersHasNoColour() {
        let app = AppFixture.app(
            [.example(.missed), tea, .example(.snoozed, name: "left")], columns: 40, rows: 12, soundOut: "no device")
        #expect(app.lines()[9] == " left (soft e…         0:50  and 1 more")
        #expect(app.painted(row: 9).last == "27 '  and 1 more '")
        let quiet = AppFixture.app(pots, columns: 70, rows: 24)
        #expect(quiet.painted(row: 20).last == "42 '  done at 08:33             '")
    }

    @Test func aTimeWithoutRoomForABarFollowsTheName() {
        let late = Timers.Timer.example(.ringing, name: "a long name").with { $0.overdueMs = 3_700_000 }
        let later = late.with {
            $0.name = "later"; $0.overdueMs += 1000
        }
        let timers = [later, late] + (1...14).map { .example(.cooking, name: "pot \($0)") }
        let app = AppFixture.app(timers, columns: 40, rows: 12, soundOut: "no device")
        #expect(app.lines()[9] == " a long name …  +1:01:40  and 14 more")
    }

    // MARK: The eggs

    @Test(arguments: [
        // An egg that is alone has all columns but two; one in a stack has those beside its picture.
        (1, 41, 30, "A yolk, as long as fits into forty cols", true),
        (1, 40, 30, "A yolk, as long as fits into forty cols", false),
        (3, 44, 60, "A yolk, and set white", true), (3, 44, 60, "A yolk, and firm white", false),
    ])
    func aDescriptionIsShownInFullWhereItFits(eggs: Int, columns: Int, rows: Int, text: String, fits: Bool) {
        var app = AppFixture.app(columns: columns, rows: rows)
        let names = ["soft", "medium", "hard"].prefix(eggs)
        _ = app.handle(.eggs(names.map { .init(name: $0, durationMs: 300_000, description: text) }), at: start)
        #expect(app.lines().count { $0.hasSuffix(" \(text)") } == (fits ? eggs : 0))
        #expect(app.lines().count { $0.hasSuffix(" A yolk") } == (fits ? 0 : eggs))
    }

    @Test func aNameIsCutSoThatItsTimeIsShown() {
        var app = AppFixture.app(columns: 40, rows: 12)
        let name = "an egg with a name of forty characters x"
        _ = app.handle(.eggs([.init(name: name, durationMs: 60_000, description: "")]), at: start)
        #expect(app.painted(row: 6) == ["1 'an egg with a name of forty char… 1:00' bold reversed"])
    }

    @Test func eggsWithoutRoomForTheirPicturesCanBeTapped() throws {
        var app = AppFixture.app(columns: 40, rows: 12)
        _ = app.handle(.eggs(Array(repeating: AppFixture.menu[0], count: 13)), at: start)
        #expect(app.press(try #require(app.place(of: .egg(12)))) == [.call(.start(egg: "soft"))])
        #expect(app.chosen == 12)
    }

    @Test func theChosenEggAndTheOneThatCooksAreMarked() {
        let app = AppFixture.app([.example(.cooking, egg: "medium")])
        #expect(
            app.painted(row: 11) == [
                "8 'soft  5:00' bold reversed", "33 'medium  7:00' bold 114", "59 'hard  12:00' bold",
            ]
        )
    }

    @Test func aTappedEggIsLit() {
        var app = AppFixture.app([.example(.cooking, egg: "medium")])
        _ = app.type("s")
        #expect(
            app.painted(row: 12).prefix(3) == [
                "0 '        ' on 240", "8 'Runny yolk' faint on 240", "18 '        ' on 240",
            ])
        var fewColours = AppFixture.app([.example(.cooking, egg: "medium")], style: basic)
        _ = fewColours.type("s")
        #expect(
            fewColours.painted(row: 12).prefix(3) == [
                "0 '        ' reversed", "8 'Runny yolk' faint reversed", "18 '        ' reversed",
            ])
        #expect(fewColours.painted(row: 11).dropFirst().first == "8 'soft  5:00' bold")
    }

    @Test func anAlarmAlsoFlashesInFewColours() {
        let app = AppFixture.app([.example(.ringing)], style: basic, columns: 40, rows: 12)
        #expect(
            app.painted(row: 11, after: .seconds(1)) == [
                "0 ' ' reversed", "1 'Enter or a tap: dismiss' bold reversed", "24 '   ' reversed",
                "27 'z: snooze' bold reversed", "36 '    ' reversed",
            ])
    }

    @Test func stackedEggsHaveTheirTextsBesideThem() {
        let app = AppFixture.app([.example(.cooking, egg: "medium")], columns: 44, rows: 60)
        let rows = [11, 12, 23, 24].map { app.painted(row: $0).last }
        #expect(
            rows == [
                "22 'soft  5:00' bold reversed", "22 'Runny yolk' faint", "22 'medium  7:00' bold 114",
                "22 'Jammy yolk' faint",
            ])
    }

    @Test func theNamesOfFurtherEggsMoveAlongWithTheChosenOne() {
        var app = AppFixture.app(columns: 40, rows: 12)
        let onsen: [Timers.Egg] = (1...3).map { .init(name: "onsen \($0)", durationMs: 60_000 * $0, description: "") }
        _ = app.handle(.eggs(AppFixture.menu + onsen), at: start)
        #expect(app.painted(row: 6) == ["5 'poached  3:30' bold", "21 'onsen 1  1:00' bold"])
        for _ in 1...5 { _ = app.press(.right) }
        #expect(app.painted(row: 6) == ["5 'onsen 1  1:00' bold", "21 'onsen 2  2:00' bold reversed"])
        _ = app.press(.right)
        #expect(app.painted(row: 6) == ["5 'onsen 2  2:00' bold", "21 'onsen 3  3:00' bold reversed"])
        for (column, egg) in [(5, "onsen 2"), (33, "onsen 3")] {
            var app = app
            #expect(app.press(.tap(column: column, row: 6)) == [.call(.start(egg: egg))])
        }
    }

    @Test(arguments: [("onsen in a glass", true), ("onsen in a glass!", false)])
    func namesTakeTheWholeRow(name: String, fits: Bool) {
        var app = AppFixture.app(columns: 40, rows: 12)
        let egg = Timers.Egg(name: name, durationMs: 60_000, description: "")
        _ = app.handle(.eggs(AppFixture.menu + [egg]), at: start)
        #expect(app.lines()[6].contains("onsen") == fits)
        for _ in 1...4 { _ = app.press(.right) }
        #expect(app.lines()[6].contains("onsen") && app.lines()[6].contains("poached") == fits)
    }

    // MARK: The last rows

    @Test func aTimeThatIsTypedHasACursor() {
        var app = AppFixture.app([.example(.cooking)], columns: 40, rows: 12)
        _ = app.type("t5m")
        #expect(
            app.painted(row: 11) == [
                "1 'How long: 5m' bold", "13 ' ' reversed", "14 '  7m30s, soft, at 18:30, …' faint",
            ])
        // Of a text that is too long, the end is shown.
        _ = app.type(" tea with a name like this one")
        #expect(
            app.painted(row: 11).prefix(2) == ["1 'How long: a with a name like this one' bold", "38 ' ' reversed"])
        _ = app.press(.backspace)
        #expect(
            app.painted(row: 11).prefix(2) == ["1 'How long: ea with a name like this on' bold", "38 ' ' reversed"])
    }

    @Test func anErrorInATimeIsShownAboveIt() {
        var app = AppFixture.app([.example(.cooking)])
        _ = app.type("t7")
        _ = app.press(.enter)
        _ = app.handle(.refused("'egg' is paused"), at: start)
        #expect(
            (20...22).map { app.painted(row: $0) } == [
                ["2 ''7' has no unit' bold 203"], ["2 'write 7m for minutes or 7s for seconds' bold 203"],
                ["2 ''egg' is paused' bold 203"],
            ])
        #expect(app.painted(row: 23).prefix(2) == ["2 'How long: 7' bold", "13 ' ' reversed"])
    }

    @Test func theKeysOfUseAreShownAsFarAsTheyFit() {
        func keys(_ timers: [Timers.Timer], _ columns: Int) -> String {
            end(AppFixture.app(timers, columns: columns), 1)
        }
        let cooking = [Timers.Timer.example(.cooking)]
        #expect(keys(cooking, 40) == " Space: pause   ?: help   q: leave")
        #expect(keys(cooking, 74) == "  Space: pause   c: cancel   t: another time   ?: help   q: leave")
        #expect(keys(cooking, 75) == "  Space: pause   c: cancel   t: another time   +30 s   ?: help   q: leave")
        #expect(
            keys(cooking, 83) == "  Space: pause   c: cancel   t: another time   +30 s   -30 s   ?: help   q: leave")
        #expect(keys([], 80) == "  Enter: start   t: another time   ?: help   q: leave")
        #expect(keys([.example(.paused)], 40) == " Space: resume   ?: help   q: leave")
        #expect(keys([.example(.missed)], 40) == " d: dismiss   ?: help   q: leave")
        #expect(
            AppFixture.app(cooking, columns: 40).painted(row: 23) == [
                "1 'Space: pause' faint", "16 '?: help' faint", "26 'q: leave' faint",
            ])
        #expect(
            AppFixture.app([.example(.ringing)], columns: 40).painted(row: 23) == [
                "1 'Enter or a tap: dismiss' bold", "27 'z: snooze' bold",
            ])
    }

    // MARK: Other pictures

    @Test func aWindowThatIsTooSmallHasTheTimersByUrgency() {
        let timers = [Timers.Timer.example(.missed), tea, .example(.snoozed, name: "left")]
        func rows(_ columns: Int, _ rows: Int) -> [[String]] {
            let app = AppFixture.app(timers, columns: columns, rows: rows, soundOut: "no device")
            return (0..<rows).map { app.painted(row: $0) }
        }
        let all = [
            ["0 '0:50 snoozed left (soft egg)' bold 176"], ["0 '0:00 missed soft egg' bold 167"],
            ["0 '1:01:40 paused tea' bold 179"], ["0 'No sound: no device' 203"],
        ]
        let (wide, size) = (["0 'the eggs need 40 columns and 12 rows' faint"], ["0 'too small for the eggs' faint"])
        #expect(rows(40, 11) == all + Array(repeating: [], count: 6) + [wide])
        #expect(rows(39, 12) == all + Array(repeating: [], count: 7) + [wide])
        #expect(rows(30, 5) == all + [size])
        #expect(rows(30, 2) == [all[0], size])
        #expect(rows(30, 1) == [all[0]])
        var typing = AppFixture.app(timers, columns: 30, rows: 2)
        _ = typing.type("t5m")
        #expect(typing.painted(row: 1) == ["0 'How long: 5m' faint"])
    }

    @Test func inASmallWindowEquallyUrgentTimersKeepTheirOrder() {
        let timers = ["a", "b", "c"].map { Timers.Timer.example(.paused, name: $0) }
        let lines = AppFixture.app(timers, columns: 30, rows: 5).lines()
        #expect(
            lines.prefix(3) == ["3:20 paused a (soft egg)", "3:20 paused b (soft egg)", "3:20 paused c (soft egg)"])
    }

    @Test func aSmallWindowWithoutATimerSaysSo() {
        var app = AppFixture.app(columns: 30, rows: 3)
        #expect(app.lines() == ["no timer; s m h start one", "", "too small for the eggs"])
        _ = app.handle(.lost(["eggd can't be reached"]), at: start)
        #expect(app.lines() == ["no eggd", "eggd can't be reached", "too small for the eggs"])
    }

    @Test func theHelpIsInTheMiddle() {
        var app = AppFixture.app([.example(.cooking)], columns: 40, rows: 12)
        _ = app.type("?")
        #expect(
            app.lines().joined(separator: "\n") == """
                   s m h        soft, medium, hard egg
                   ← → ↑ ↓      choose egg or timer
                   Enter        start the chosen egg
                   t            another time or egg
                   k            the kitchen's egg
                   Space        pause, resume
                   + -          30 s more, less
                   c u          cancel it; undo
                   d Enter tap  dismiss the alarm
                   z            snooze the alarm
                   q            leave; timers continue
                   any key or tap closes this
                """)
        #expect(app.painted(row: 1).first == "3 '← → ↑ ↓' bold")
        var large = AppFixture.app([.example(.cooking)])
        _ = large.type("?")
        #expect(large.lines()[6] == "                       s m h        soft, medium, hard egg")
        #expect(large.lines()[16] == "                       q            leave; timers continue")
    }
}
