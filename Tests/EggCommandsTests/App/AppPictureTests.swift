import EggTimers
import EggWire
import Terminal
import Testing
import Text

@testable import EggCommands

private let start = AppFixture.start

@Suite struct AppPictureTests {
    @Test func theSmallestWindowHasEverything() {
        let app = AppFixture.app(
            [.example(.cooking), .example(.paused, name: "tea", egg: "custom")],
            style: .init(colors: 0, hasUnicode: true), columns: 40, rows: 12)
        #expect(app.lines().joined(separator: "\n") == Self.small)
    }

    private static let small = """
            ▓▓▓▓▓        ▓▓▓▓▓        ▓▓▓▓▓
            ▓░░░▓        ▓▒▒▒▓        ▓███▓
           ▓▓░░░▓▓      ▓▓▒░▒▓▓      ▓▓███▓▓
            ▓▓▓▓▓        ▓▓▓▓▓        ▓▓▓▓▓
         soft  5:00   medium 7:00  hard  12:00
                     poached  3:30
             ▀▀█ ▄ ▀▀█ █▀█   soft egg
             ▀▀█ ▄ █▀▀ █ █   done at 08:33
             ▀▀▀   ▀▀▀ ▀▀▀
         █████████████████████████▍░░░░░░░░░░░░
         tea  ████████████░░░░░░   3:20  paused
         Space: pause   ?: help   q: leave
        """

    @Test func inTheSmallestWindowTheWholeReasonForSilenceIsShown() {
        let reason = "there is no sound device 'default'; is a sound card connected?"
        let lines = AppFixture.app([.example(.cooking)], columns: 40, rows: 12, soundOut: reason).lines()
        #expect(lines.contains(" No sound: there is no sound device"))
        #expect(lines.contains(" 'default'; is a sound card connected?"))
    }

    @Test func withoutUnicodeItIsASCII() {
        let style = Style(colors: 0, hasUnicode: false)
        for (columns, rows) in [(40, 12), (80, 24), (132, 43), (30, 5)] {
            let app = AppFixture.app(
                [.example(.cooking, name: "Frühstück"), .example(.ringing)], style: style, columns: columns, rows: rows)
            for line in app.lines() + [app.drawing().canvas.painted.map(\.text).joined()] {
                #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
            }
        }
    }

    @Test func everyPictureFitsIntoItsWindow() {
        let long = String(repeating: "ein langer Name 🥚", count: 3)
        let timers: [Timers.Timer] =
            Timers.State.allCases.map { .example($0, name: "\($0) \(long)") } + [.example(.cooking)]
        for columns in [1, 2, 5, 20, 39, 40, 41, 59, 60, 80, 132, 300] {
            for rows in [1, 2, 5, 11, 12, 13, 19, 20, 24, 36, 43, 100] {
                for count in [0, 1, 2, 6] {
                    var app = AppFixture.app(
                        Array(timers.suffix(count)), columns: columns, rows: rows, soundOut: "no device")
                    let drawing = app.drawing()
                    #expect(drawing.canvas.rows == rows && drawing.canvas.columns == columns)
                    for line in drawing.canvas.lines { #expect(TextWidth.of(line) <= columns) }
                    for (columns, rows, _) in drawing.targets {
                        #expect(columns.lowerBound >= 0 && rows.lowerBound >= 0)
                    }
                    // The time is always there.
                    if count > 0, columns >= 40 {
                        let text = drawing.canvas.lines.joined()
                        #expect(
                            text.contains(count == 6 ? "ringing" : "egg"),
                            "\(columns)×\(rows), \(count) timers:\n\(drawing.canvas.lines.joined(separator: "\n"))")
                    }
                    _ = app.press(.tap(column: columns / 2, row: rows / 2))
                }
            }
        }
    }

    @Test(arguments: [0, 2, 4])
    func aLargerWindowHasEggsAsLarge(others: Int) {
        let timers = [Timers.Timer.example(.cooking)] + (0..<others).map { .example(.paused, name: "pot \($0)") }
        func eggRows(_ columns: Int, _ rows: Int) -> Int {
            let app = AppFixture.app(timers, columns: columns, rows: rows)
            return AppLayout(app: app, time: "3:20", others: others, warnings: []).eggRows
        }
        #expect(eggRows(40, 12) >= 3)
        #expect(eggRows(80, 20) >= 8 && eggRows(100, 20) >= eggRows(60, 16))
        for rows in 18...60 { #expect(eggRows(100, rows) >= 8, "\(rows)") }
    }

    @Test func textFromOutsideHasNoControlCharacters() {
        let hostile = "\u{1b}[2J\u{7}\u{9b}31m\u{202e}egg"
        var app = AppFixture.app([.example(.cooking, name: hostile, egg: hostile)], soundOut: hostile)
        _ = app.handle(.eggs(AppFixture.menu + [.init(name: hostile, durationMs: 1, description: hostile)]), at: start)
        _ = app.handle(.refused(hostile), at: start)
        let drawing = app.drawing()
        for text in drawing.canvas.lines + [drawing.title] {
            #expect(!text.unicodeScalars.contains(where: PrintableText.isUnprintable), "\(text.debugDescription)")
        }
        #expect(drawing.canvas.lines.joined().contains("\u{fffd}"))
    }

    @Test func hostileNumbersAreDrawn() {
        for number in [Int64.min, -1, 0, 1, .max] {
            let timers = Timers.State.allCases.map { state in
                Timers.Timer.example(state, name: "\(state)").with {
                    $0.remainingMs = number
                    $0.durationMs = number
                    $0.overdueMs = number
                    $0.progress = Double(number)
                    $0.endsAtUnixMs = number
                }
            }
            let app = AppFixture.app(timers)
            #expect(app.lines(after: .seconds(5)).count == 24)
            _ = app.wake(at: start + .seconds(5))
        }
    }
}
