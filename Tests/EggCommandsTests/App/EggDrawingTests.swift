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

    @Test func withoutBlocksTheDigitsAreOrdinary() {
        for scale in [1, 2, 4] { #expect(lines("+7:30", hasUnicode: false, scale: scale) == ["+7:30"]) }
    }
}

@Suite struct EggDrawingTests {
    private var canvas: Canvas {
        var canvas = Canvas(columns: 45, rows: 8)
        for (place, yolk) in EggDrawing.Yolk.allCases.enumerated() {
            EggDrawing(yolk: yolk, rows: 8).draw(on: &canvas, column: 15 * place, row: 0)
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
        #expect(letters(of: canvas) == Self.eggs)
    }
}
