/// A colour: its number in the palette of 256, and the nearest of the eight that every terminal with colour has.
public struct Ink: Hashable, Sendable {
    /// The number in xterm's palette.
    public let palette: UInt8
    /// 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan, 7 white.
    public let basic: UInt8

    /// A colour with these numbers.
    public init(_ palette: UInt8, basic: UInt8) {
        self.palette = palette
        self.basic = basic
    }

    /// The number on a terminal with this many colours; -1, the terminal's own colour, if it has none.
    public func number(of colors: Int) -> Int32 {
        colors >= 256 ? Int32(palette) : colors >= 8 ? Int32(basic) : -1
    }
}

/// How a cell is painted; without colours, the terminal's own.
public struct Paint: Hashable, Sendable {
    /// The colour of the character.
    public var ink: Ink?
    /// The colour behind it.
    public var ground: Ink?
    /// Whether it is bold.
    public var isBold: Bool
    /// Whether it is faint.
    public var isFaint: Bool
    /// Whether both colours change places.
    public var isReversed: Bool

    /// The terminal's own colours, unless others are given.
    public init(
        ink: Ink? = nil, ground: Ink? = nil, isBold: Bool = false, isFaint: Bool = false, isReversed: Bool = false
    ) {
        self.ink = ink
        self.ground = ground
        self.isBold = isBold
        self.isFaint = isFaint
        self.isReversed = isReversed
    }
}

/// Text of one paint at a place on the screen.
public struct PaintedText: Equatable, Sendable {
    /// The row, from 0.
    public let row: Int
    /// The column, from 0.
    public let column: Int
    /// The text, without control characters.
    public let text: String
    /// Its paint.
    public let paint: Paint

    /// Text at this place.
    public init(row: Int, column: Int, text: String, paint: Paint) {
        self.row = row
        self.column = column
        self.text = text
        self.paint = paint
    }
}
