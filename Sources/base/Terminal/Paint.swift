/// A colour: its number in the palette of 256, and the nearest of the eight that every terminal with colour has.
package struct Ink: Hashable, Sendable {
    /// The number in xterm's palette.
    package let palette: UInt8
    /// 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan, 7 white.
    package let basic: UInt8

    package init(_ palette: UInt8, basic: UInt8) {
        self.palette = palette
        self.basic = basic
    }
}

/// How a cell is painted; without colours, the terminal's own.
package struct Paint: Hashable, Sendable {
    /// The colour of the character.
    package var ink: Ink?
    /// The colour behind it.
    package var ground: Ink?
    package var isBold: Bool
    package var isFaint: Bool
    /// Whether both colours change places.
    package var isReversed: Bool

    package init(
        ink: Ink? = nil, ground: Ink? = nil, isBold: Bool = false, isFaint: Bool = false, isReversed: Bool = false
    ) {
        self.ink = ink
        self.ground = ground
        self.isBold = isBold
        self.isFaint = isFaint
        self.isReversed = isReversed
    }

    /// The parameters of SGR for a terminal with this many colours, such as `1;31`; empty for its own colours.
    package func parameters(colors: Int) -> String {
        func color(_ ink: Ink?, _ layer: Int) -> String? {
            guard let ink, colors >= 8 else { return nil }
            return colors >= 256 ? "\(layer)8;5;\(ink.palette)" : "\(layer)\(ink.basic)"
        }
        let parameters = [
            isBold ? "1" : nil, isFaint ? "2" : nil, isReversed ? "7" : nil, color(ink, 3), color(ground, 4),
        ]
        return parameters.compactMap { $0 }.joined(separator: ";")
    }

    /// The text with the sequences that paint it, on a terminal with this many colours.
    package func applied(to text: String, colors: Int) -> String {
        let parameters = parameters(colors: colors)
        return parameters.isEmpty ? text : "\u{1b}[\(parameters)m\(text)\u{1b}[0m"
    }
}
