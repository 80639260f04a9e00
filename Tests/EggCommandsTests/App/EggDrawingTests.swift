import Terminal
import Testing

@testable import EggCommands

@Suite struct LargeDigitsTests {
    private func lines(_ text: String, hasUnicode: Bool = true, scale: Int) -> [String] {
        let digits = LargeDigits(style: .init(colors: 0, hasUnicode: hasUnicode), scale: scale)
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
        let style = Style(colors: colors, hasUnicode: hasUnicode)
        for (place, yolk) in EggDrawing.Yolk.allCases.enumerated() {
            let egg = EggDrawing(style: style, yolk: yolk, rows: rows)
            egg.draw(on: &canvas, column: 15 * place, row: 0)
        }
        return canvas
    }

    /// A letter for each half of a cell, two lines for each row.
    private func letters(of canvas: Canvas) -> String {
        let letters: [UInt8: Character] = [
            180: "#", 231: ".", 254: ":", 223: "*", 208: "r", 214: "c", 221: "o", 228: "f",
        ]
        let lines = (0..<2 * canvas.rows).map { half in
            let line = (0..<canvas.columns).map { column in
                let cell = canvas[column, half / 2]
                let isUpper = half.isMultiple(of: 2)
                let ink: Ink? =
                    switch cell.text {
                    case "▀": isUpper ? cell.paint.ink : cell.paint.ground
                    case "▄": isUpper ? nil : cell.paint.ink
                    default: nil
                    }
                return ink.flatMap { letters[$0.palette] } ?? " "
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
        #expect(canvas(colors: 8) == canvas(colors: 256))
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
