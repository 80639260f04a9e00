import Curses
import Testing

@testable import EggCommands

@Suite struct CanvasTests {
    private let loud = Paint(ink: .loud)

    @Test func wideCharactersTakeTwoCells() {
        var canvas = Canvas(columns: 6, rows: 1)
        canvas.put("a🥚b", column: 0, row: 0)
        #expect(
            canvas[1, 0].text.elementsEqual("🥚".unicodeScalars) && canvas[3, 0].text.elementsEqual("b".unicodeScalars))
        #expect(canvas.lines == ["a🥚b"])
        canvas.put("xxxxx🥚", column: 0, row: 0)
        #expect(canvas.lines == ["xxxxx"])
    }

    @Test func bothHalvesOfAWideCharacterArePainted() {
        var canvas = Canvas(columns: 6, rows: 1)
        canvas.put("🥚", column: 2, row: 0, paint: loud)
        #expect((0..<6).map { canvas[$0, 0].paint == loud } == [false, false, true, true, false, false])
    }

    @Test func aMarkSharesTheCellOfItsCharacter() {
        var canvas = Canvas(columns: 6, rows: 1)
        canvas.put("e\u{301}x", column: 0, row: 0)
        #expect(canvas[0, 0].text.elementsEqual("e\u{301}".unicodeScalars))
        #expect(canvas[1, 0].text.elementsEqual("x".unicodeScalars))
    }

    @Test func textEndsAtTheEdge() {
        var canvas = Canvas(columns: 4, rows: 2)
        canvas.put("abcd", column: 0, row: 0)
        canvas.put("abc", column: 2, row: 1)
        canvas.put("abc", column: -1, row: 1)
        canvas.put("abc", column: 0, row: 2)
        #expect(canvas.lines == ["abcd", "  ab"])
    }

    @Test func aRunOfCellsOfOnePaintIsOneText() {
        var canvas = Canvas(columns: 8, rows: 2)
        canvas.put("ab", column: 1, row: 0)
        canvas.put(" c ", column: 3, row: 0, paint: loud)
        canvas.put("d", column: 7, row: 0)
        canvas.put("  ", column: 2, row: 1, paint: loud)
        #expect(
            canvas.texts == [
                PaintedText(row: 0, column: 0, text: " ab", paint: Paint()),
                PaintedText(row: 0, column: 3, text: " c ", paint: loud),
                PaintedText(row: 0, column: 6, text: " d", paint: Paint()),
                PaintedText(row: 1, column: 2, text: "  ", paint: loud),
            ])
        // A row without a blank.
        canvas.put("abcdefgh", column: 0, row: 0)
        #expect(canvas.texts.first == PaintedText(row: 0, column: 0, text: "abcdefgh", paint: Paint()))
    }

    @Test func otherCharactersThanASCIIAreQuestionMarks() {
        var canvas = Canvas(columns: 8, rows: 1)
        canvas.put("a~é🥚e\u{301} z", column: 0, row: 0)
        #expect(canvas.inASCII.lines == ["a~???? z"])
    }

    @Test func aGroundIsNotPaintedOver() {
        var canvas = Canvas(columns: 4, rows: 3)
        canvas.put(" ", column: 1, row: 1, paint: Paint(ground: .track))
        canvas.fill(.glow, columns: 1..<3, rows: 1..<2)
        let grounds = (0..<3).map { row in (0..<4).map { canvas[$0, row].paint.ground } }
        #expect(grounds == [[nil, nil, nil, nil], [nil, .track, .glow, nil], [nil, nil, nil, nil]])
    }

    @Test func aRectangleIsReversedAndBack() {
        var canvas = Canvas(columns: 3, rows: 2)
        canvas.reverse(columns: 1..<3, rows: 0..<1)
        canvas.reverse(columns: 2..<3, rows: 0..<2)
        let reversed = (0..<2).map { row in (0..<3).map { canvas[$0, row].paint.isReversed } }
        #expect(reversed == [[false, true, false], [false, false, true]])
    }

    @Test func aWindowWithoutCellsTakesNothing() {
        var canvas = Canvas(columns: -1, rows: 2)
        canvas.put("abc", column: 0, row: 0)
        #expect(canvas.columns == 0 && canvas.lines == ["", ""] && canvas.texts.isEmpty)
    }
}

@Suite struct LargeDigitsTests {
    private func lines(_ text: String, hasUnicode: Bool = true, scale: Int) -> [String] {
        let digits = LargeDigits(style: .init(hasColor: false, hasUnicode: hasUnicode), scale: scale)
        var canvas = Canvas(columns: 80, rows: digits.rows)
        digits.draw(text, on: &canvas, column: 0, row: 0, paint: Paint())
        #expect(canvas.lines.map(\.count).max() == digits.width(of: text))
        return canvas.lines
    }

    @Test func eachDigitHasItsShape() {
        #expect(
            lines("0123456789", scale: 1) == [
                "█▀█ ▄█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█",
                "█ █  █  █▀▀ ▀▀█ ▀▀█ ▀▀█ █▀█  ▄▀ █▀█ ▀▀█",
                "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀  ▀  ▀▀▀ ▀▀▀",
            ])
    }

    @Test func aScaleIsTheSizeOfABlock() {
        #expect(
            lines("+7:", scale: 2) == [
                "        ██████",
                "  ██        ██  ██",
                "██████      ██",
                "  ██      ██    ██",
                "          ██",
            ])
        #expect(
            lines("7:", scale: 3) == [
                "█████████",
                "▀▀▀▀▀▀███   ▄▄▄",
                "      ███   ███",
                "      ███",
                "   ▄▄▄▀▀▀   ▄▄▄",
                "   ███      ███",
                "   ███",
                "   ▀▀▀",
            ])
    }

    @Test func withoutBlocksSmallDigitsAreOrdinaryAndLargeOnesAreOfSigns() {
        #expect(lines("+7:30", hasUnicode: false, scale: 1) == ["+7:30"])
        for scale in [2, 4] {
            #expect(
                lines("+7:", hasUnicode: false, scale: scale) == [
                    "        ######",
                    "  ##        ##  ##",
                    "######      ##",
                    "  ##      ##    ##",
                    "          ##",
                ])
        }
    }
}

@Suite struct EggDrawingTests {
    private func canvas(hasUnicode: Bool = true, colors: Int, rows: Int = 8) -> Canvas {
        var canvas = Canvas(columns: 45, rows: rows)
        let style = Style(hasColor: colors > 0, hasUnicode: hasUnicode)
        for (place, yolk) in EggDrawing.Yolk.allCases.enumerated() {
            let egg = EggDrawing(style: style, colors: colors, yolk: yolk, rows: rows)
            egg.draw(on: &canvas, column: 15 * place, row: 0)
        }
        return canvas
    }

    /// A letter for each half of a cell, two lines for each row.
    private func letters(of canvas: Canvas) -> String {
        let letters: [Int32: Character] = [
            180: "#", 231: ".", 254: ":", 223: "*", 208: "r", 214: "c", 221: "o", 228: "f",
        ]
        let lines = (0..<2 * canvas.rows).map { half in
            let line = (0..<canvas.columns).map { column in
                let cell = canvas[column, half / 2]
                let isUpper = half.isMultiple(of: 2)
                let ink: Ink? =
                    switch String(cell.text) {
                    case "▀": isUpper ? cell.paint.ink : cell.paint.ground
                    case "▄": isUpper ? nil : cell.paint.ink
                    default: nil
                    }
                return ink.flatMap { letters[$0.number(of: 256)] } ?? " "
            }
            return String(String(line).reversed().drop { $0 == " " }.reversed())
        }
        return lines.joined(separator: "\n")
    }

    /// Shell, white, shade; a runny yolk with a gloss, a creamy one with an edge, a firm one.
    private static let eggs = """
             ###            ###            ###
           ##...##        ##...##        ##...##
           #.....#        #.....#        #.....#
          #.......#      #.......#      #.......#
         #.........#    #.........#    #.........#
         #.........#    #.........#    #.........#
         #...rrr...#    #...ooo...#    #...fff...#
         ...rrrrr...    ...oocoo...    ...fffff...
        #..r**rrrr..#  #..occccco..#  #..fffffff..#
        #..rrrrrrr.:#  #..occccco.:#  #..fffffff.:#
         #.rrrrrrr.#    #.occccco.#    #.fffffff.#
         #.rrrrrrr:#    #..occco.:#    #..fffff.:#
         #...rrr.::#    #...ooo.::#    #...fff.::#
          #.....::#      #.....::#      #.....::#
           ##..:##        ##..:##        ##..:##
            #####          #####          #####
        """

    @Test func theYolksDiffer() {
        #expect(letters(of: canvas(colors: 256)) == Self.eggs)
    }

    @Test func eightColoursAreEnoughForTheSamePicture() {
        #expect(canvas(colors: 8).texts == canvas(colors: 256).texts)
    }

    @Test(arguments: [0, 8])
    func withoutUnicodeItIsOfSigns(colors: Int) {
        let canvas = canvas(hasUnicode: false, colors: colors)
        #expect(canvas.lines.joined(separator: "\n") == Self.signs)
        #expect(canvas[4, 0].paint.ink == (colors > 0 ? Ink(180, basic: 3) : nil))
    }

    private static let signs = """
           #######        #######        #######
          ##     ##      ##     ##      ##     ##
         #         #    #         #    #         #
         #  ~~~~~  #    #  oo~oo  #    #  @@@@@  #
        #  ~~~~~~~  #  #  o~~~~~o  #  #  @@@@@@@  #
         # ~~~~~~~ #    #  o~~~o  #    #  @@@@@  #
         ##       ##    ##       ##    ##       ##
           #######        #######        #######
        """
}
