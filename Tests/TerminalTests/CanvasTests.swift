import Testing

@testable import Terminal

@Suite struct CanvasTests {
    private let loud = Paint(ink: Ink(203, basic: 1))

    @Test func wideCharactersTakeTwoCells() {
        var canvas = Canvas(columns: 6, rows: 1)
        canvas.put("a🥚b", column: 0, row: 0)
        #expect(canvas[1, 0].text == "🥚" && canvas[3, 0].text == "b")
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
        #expect(canvas[0, 0].text == "e\u{301}")
        #expect(canvas[1, 0].text == "x")
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
            canvas.runs(row: 0, columns: 0..<8) == [
                .init(column: 0, text: " ab", paint: Paint()), .init(column: 3, text: " c ", paint: loud),
                .init(column: 6, text: " d", paint: Paint()),
            ])
        #expect(canvas.used(row: 0) == 0..<8 && canvas.used(row: 1) == 0..<4)
        #expect(canvas.runs(row: 1, columns: 3..<4) == [.init(column: 3, text: " ", paint: loud)])
        #expect(canvas.runs(row: 2, columns: 0..<0).isEmpty && canvas.used(row: 2).isEmpty)
    }

    @Test func aWideCharacterThatLosesAHalfLosesTheOther() {
        var canvas = Canvas(columns: 6, rows: 1)
        canvas.put("鍋鍋", column: 1, row: 0)
        canvas.put("x", column: 2, row: 0)
        canvas.put("y", column: 3, row: 0)
        #expect(canvas.lines == ["  xy"])
        canvas.put("鍋鍋", column: 1, row: 0)
        canvas.put("鍋", column: 2, row: 0)
        #expect(canvas.lines == ["  鍋"])
    }

    @Test func aTextEndsBeforeTheColumnThatFollows() {
        var canvas = Canvas(columns: 6, rows: 1)
        #expect(canvas.put("a🥚", column: 1, row: 0) == 4)
        #expect(canvas.put("abc🥚", column: 2, row: 0) == 5)
    }

    @Test func unprintableCharactersAreReplaced() {
        var canvas = Canvas(columns: 6, rows: 1)
        canvas.put("\u{1b}[2J\u{9b}", column: 0, row: 0)
        #expect(canvas.lines == ["\u{fffd}[2J\u{fffd}"])
    }

    @Test func otherCharactersThanASCIIAreQuestionMarks() {
        var canvas = Canvas(columns: 8, rows: 1)
        canvas.put("a~é🥚e\u{301} z", column: 0, row: 0)
        #expect(canvas.inASCII.lines == ["a~???? z"])
    }

    @Test func aGroundIsNotPaintedOver() {
        let (dark, glow) = (Ink(237, basic: 0), Ink(52, basic: 1))
        var canvas = Canvas(columns: 4, rows: 3)
        canvas.put(" ", column: 1, row: 1, paint: Paint(ground: dark))
        canvas.fill(glow, columns: 1..<3, rows: 1..<2)
        let grounds = (0..<3).map { row in (0..<4).map { canvas[$0, row].paint.ground } }
        #expect(grounds == [[nil, nil, nil, nil], [nil, dark, glow, nil], [nil, nil, nil, nil]])
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
        #expect(canvas.columns == 0 && canvas.lines == ["", ""] && canvas.used(row: 0).isEmpty)
    }
}
