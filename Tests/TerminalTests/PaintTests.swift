import Testing

@testable import Terminal

@Suite struct PaintTests {
    private let paint = Paint(ink: Ink(71, basic: 2), ground: Ink(52, basic: 1), isBold: true)

    @Test(arguments: [(0, "1"), (7, "1"), (8, "1;32;41"), (255, "1;32;41"), (256, "1;38;5;71;48;5;52")])
    func aColourIsTheOneOfTheTerminalsPalette(colors: Int, parameters: String) {
        #expect(paint.parameters(colors: colors) == parameters)
    }

    @Test func aPaintedTextEndsInTheTerminalsOwnColours() {
        #expect(paint.applied(to: "egg", colors: 0) == "\u{1b}[1megg\u{1b}[0m")
        #expect(Paint(isFaint: true, isReversed: true).applied(to: "egg", colors: 8) == "\u{1b}[2;7megg\u{1b}[0m")
        #expect(Paint().applied(to: "egg", colors: 256) == "egg")
    }
}

@Suite struct TerminalTypeTests {
    @Test(arguments: [
        ("xterm-256color", 256), ("tmux-256color", 256), ("xterm-direct", 256), ("foot", 256), ("xterm-kitty", 256),
        ("xterm", 8), ("screen", 8), ("linux", 8), ("vte", 8), ("marsian", 8), ("vt100", 0), ("vt220", 0),
        ("vt220-w", 0), ("dumb", 0), ("unknown", 0), ("", 0), (nil, 0),
    ])
    func theNameTellsTheColours(name: String?, colors: Int) {
        #expect(TerminalType(name).colors == colors)
    }

    @Test(arguments: ["dumb", "unknown", "", nil])
    func someTerminalsCannotRedraw(name: String?) {
        let type = TerminalType(name)
        #expect(!type.canRedraw && !type.hasTitle)
    }

    @Test(arguments: [("xterm", true), ("vte", true), ("marsian", true), ("linux", false), ("vt220", false)])
    func maxWindowsHaveATitle(name: String, hasTitle: Bool) {
        let type = TerminalType(name)
        #expect(type.canRedraw && type.hasTitle == hasTitle)
    }
}
