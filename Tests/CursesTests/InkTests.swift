import Testing

@testable import Curses

@Suite struct InkTests {
    @Test(arguments: [(0, -1), (7, -1), (8, 2), (255, 2), (256, 71), (1 << 24, 71)] as [(Int, Int32)])
    func aColourIsTheOneOfTheTerminalsPalette(colors: Int, number: Int32) {
        #expect(Ink(71, basic: 2).number(of: colors) == number)
    }
}
