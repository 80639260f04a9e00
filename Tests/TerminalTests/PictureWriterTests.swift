import EggTestSupport
import Testing

@testable import Terminal

@Suite struct PictureWriterTests {
    private let writer = PictureWriter(colors: 8)
    private let loud = Paint(ink: Ink(203, basic: 1))

    private func canvas(_ lines: [String], columns: Int = 12) -> Canvas {
        var canvas = Canvas(columns: columns, rows: lines.count)
        for (row, line) in lines.enumerated() { canvas.put(line, column: 0, row: row) }
        return canvas
    }

    // MARK: A window

    @Test func theFirstPictureIsWrittenInFullWithoutBlanks() {
        var picture = canvas(["", "  soft", ""])
        picture.put("5:00", column: 8, row: 1, paint: loud)
        #expect(
            writer.changes(from: nil, to: picture)
                == "\u{1b}[H\u{1b}[2J\u{1b}[2;3Hsoft  \u{1b}[31m5:00\u{1b}[0m")
    }

    @Test func onlyWhatDiffersIsWritten() {
        let (old, new) = (canvas(["soft  5:00", "hard"]), canvas(["soft  4:59", "hard"]))
        #expect(writer.changes(from: old, to: new) == "\u{1b}[1;7H4:59")
        #expect(writer.changes(from: new, to: new) == "")
        #expect(writer.changes(from: canvas(["soft egg"]), to: canvas(["soft"])) == "\u{1b}[1;6H   ")
    }

    @Test func paintAloneIsADifference() {
        var new = canvas(["soft"])
        new.put("o", column: 1, row: 0, paint: loud)
        #expect(writer.changes(from: canvas(["soft"]), to: new) == "\u{1b}[1;2H\u{1b}[31mo\u{1b}[0m")
    }

    @Test func aPictureOfAnotherSizeIsWrittenInFull() {
        let new = canvas(["soft"], columns: 11)
        #expect(writer.changes(from: canvas(["soft"]), to: new) == writer.changes(from: nil, to: new))
    }

    /// Random pictures with wide characters, on a terminal that is told the differences only.
    @Test func theTerminalShowsEachPictureAfterTheOther() {
        var random = SeededGenerator(seed: 26)
        var terminal = SmallTerminal(columns: 9, rows: 3)
        var shown: Canvas?
        for _ in 0..<2_000 {
            var next = Canvas(columns: 9, rows: 3)
            for _ in 0..<Int.random(in: 0..<8, using: &random) {
                let text = ["a", "bc", "鍋", "x🥚y", "e\u{301}", "鍋鍋鍋鍋", "123456789"].randomElement(using: &random) ?? ""
                next.put(
                    text, column: .random(in: 0..<9, using: &random), row: .random(in: 0..<3, using: &random),
                    paint: [Paint(), loud].randomElement(using: &random) ?? loud)
            }
            terminal.read(writer.changes(from: shown, to: next))
            #expect(terminal.lines == next.lines)
            shown = next
        }
    }

    @Test func whatFollowsATextOfUncertainWidthIsPlacedByItsColumn() {
        let (old, new) = (canvas(["🇹🇷 egg 9:00"], columns: 14), canvas(["🇹🇷 egg 8:59"], columns: 14))
        #expect(
            writer.changes(from: nil, to: old)
                == "\u{1b}[H\u{1b}[2J\u{1b}[1;1H    \u{1b}[1G🇹🇷\u{1b}[5G egg 9:00")
        #expect(writer.changes(from: old, to: new) == "\u{1b}[1;10H8:59")
        // The old text may have been wider, so that what followed it was cut.
        let other = canvas(["hard egg 9:00"], columns: 14)
        #expect(writer.changes(from: old, to: other) == "\u{1b}[1;1Hhard egg 9:00")
        #expect(writer.lines(of: old, hasMargin: false) == "\r    \u{1b}[1G🇹🇷\u{1b}[5G egg 9:00\u{1b}[J\r")
    }

    /// Random pictures on a terminal that joins emoji, like tmux, and on one that takes two cells for each.
    @Test(arguments: [false, true]) func widthsOnWhichTerminalsDisagreeDoNotMatter(joinsEmoji: Bool) {
        var random = SeededGenerator(seed: 7)
        var terminal = SmallTerminal(columns: 24, rows: 2, joinsEmoji: joinsEmoji)
        var shown: Canvas?
        let names = ["🇹🇷", "👍🏽", "🏳️‍🌈", "👨‍👩‍👧", "❤️", "👨‍👩‍👧x🇹🇷", "tea", "鍋"]
        for _ in 0..<2_000 {
            var next = Canvas(columns: 24, rows: 2)
            for row in 0..<2 {
                let name = names.randomElement(using: &random) ?? ""
                let end = next.put(name, column: .random(in: 0..<6, using: &random), row: row)
                let digits = "\(Int.random(in: 0..<10, using: &random)):00"
                next.put(digits, column: end + .random(in: 0..<3, using: &random), row: row)
            }
            terminal.read(writer.changes(from: shown, to: next))
            for row in 0..<2 {
                for column in 0..<24 where next.isCertain(column, row: row) {
                    #expect(terminal[column, row] == next[column, row].text)
                }
            }
            shown = next
        }
    }

    // MARK: Below other lines

    @Test func aPictureIsDrawnBelowAnEmptyLine() {
        #expect(
            writer.lines(of: canvas(["soft", "hard"]), hasMargin: true)
                == "\r\u{1b}[K\r\nsoft\u{1b}[K\r\nhard\u{1b}[J\r\u{1b}[2A")
        #expect(writer.lines(of: canvas(["soft"]), hasMargin: false) == "\rsoft\u{1b}[J\r")
    }

    @Test func aLineThatFillsTheWindowIsNotErasedAfterIt() {
        #expect(writer.lines(of: canvas(["soft"], columns: 4), hasMargin: false) == "\r\u{1b}[Jsoft\r")
        #expect(writer.lines(of: canvas(["鍋鍋"], columns: 4), hasMargin: false) == "\r\u{1b}[J鍋鍋\r")
    }
}

/// A terminal that understands CUP, CHA, ED 2 and SGR.
private struct SmallTerminal {
    private var cells: [[String]]
    private var (column, row) = (0, 0)
    private let joinsEmoji: Bool

    init(columns: Int, rows: Int, joinsEmoji: Bool = false) {
        cells = Array(repeating: Array(repeating: "?", count: columns), count: rows)
        self.joinsEmoji = joinsEmoji
    }

    subscript(column: Int, row: Int) -> String { cells[row][column] }

    /// Whether a character joins the one before the cursor, of which a wide one has two cells.
    private func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        guard joinsEmoji, column > 0 else { return false }
        let before = cells[row][column - 1].isEmpty ? cells[row][max(0, column - 2)] : cells[row][column - 1]
        return before != " " && "\(before)\(scalar)".count == before.count
    }

    var lines: [String] {
        cells.map { line in line.reversed().drop { $0 == " " }.reversed().joined() }
    }

    mutating func read(_ text: String) {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1b}" {
                let parameters = rest.dropFirst().prefix { !$0.properties.isAlphabetic }
                let final = rest.dropFirst(1 + parameters.count).first
                rest = rest.dropFirst(parameters.count + 2)
                let numbers = String(parameters).split(separator: ";").compactMap { Int($0) }
                switch final {
                case "H": (row, column) = numbers.count == 2 ? (numbers[0] - 1, numbers[1] - 1) : (0, 0)
                case "G": column = (numbers.first ?? 1) - 1
                case "J": cells = cells.map { $0.map { _ in " " } }
                default: break
                }
            } else if TextWidth.of(scalar) == 0 || isJoined(scalar) {
                let place = cells[row][column - 1].isEmpty ? column - 2 : column - 1
                cells[row][place].unicodeScalars.append(scalar)
            } else {
                let width = TextWidth.of(scalar)
                // As terminals do, half of a wide character becomes a blank.
                if cells[row][column].isEmpty { cells[row][column - 1] = " " }
                if column + width < cells[row].count, cells[row][column + width].isEmpty {
                    cells[row][column + width] = " "
                }
                cells[row][column] = String(scalar)
                if width == 2 { cells[row][column + 1] = "" }
                column += width
            }
        }
    }
}
