import Terminal

/// Times in digits of several rows: blocks of 3 by 5, each as large as the scale says.
struct LargeDigits {
    let style: Style
    let scale: Int

    /// 1 for the smallest blocks. Without block characters, the smallest digits are ordinary ones.
    init(style: Style, scale: Int) {
        self.style = style
        self.scale = max(1, scale)
    }

    private var isOrdinary: Bool { !style.hasUnicode && scale == 1 }

    /// The rows that a text takes; two blocks fit into a cell, one above the other.
    var rows: Int { style.hasUnicode ? (5 * scale + 1) / 2 : scale == 1 ? 1 : 5 }

    /// The columns of a block: a character without blocks is twice as high as wide.
    private var blockWidth: Int { style.hasUnicode ? scale : 2 }

    func width(of text: String) -> Int {
        guard !isOrdinary else { return text.count }
        let blocks = text.reduce(0) { $0 + Self.shape($1).width + 1 }
        return max(0, blocks - 1) * blockWidth
    }

    func draw(_ text: String, on canvas: inout Canvas, column: Int, row: Int, paint: Paint) {
        guard !isOrdinary else {
            canvas.put(text, column: column, row: row, paint: paint)
            return
        }
        var place = column
        for character in text {
            let shape = Self.shape(character)
            for x in 0..<shape.width * blockWidth {
                for line in 0..<rows {
                    let cell = cell(shape, x: x / blockWidth, line: line)
                    if cell != " " { canvas.put(cell, column: place + x, row: row + line, paint: paint) }
                }
            }
            place += (shape.width + 1) * blockWidth
        }
    }

    private func cell(_ shape: Shape, x: Int, line: Int) -> String {
        guard style.hasUnicode else { return shape.hasBlock(x: x, y: line) ? "#" : " " }
        let upper = shape.hasBlock(x: x, y: 2 * line / scale)
        let lower = shape.hasBlock(x: x, y: (2 * line + 1) / scale)
        return upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
    }

    /// The blocks of a character: five rows of bits, the leftmost block first.
    private struct Shape {
        let width: Int
        let rows: [UInt8]

        func hasBlock(x: Int, y: Int) -> Bool {
            rows.indices.contains(y) && rows[y] >> (width - 1 - x) & 1 == 1
        }
    }

    private static func shape(_ character: Character) -> Shape {
        switch character {
        case "0": Shape(width: 3, rows: [0b111, 0b101, 0b101, 0b101, 0b111])
        case "1": Shape(width: 3, rows: [0b010, 0b110, 0b010, 0b010, 0b111])
        case "2": Shape(width: 3, rows: [0b111, 0b001, 0b111, 0b100, 0b111])
        case "3": Shape(width: 3, rows: [0b111, 0b001, 0b111, 0b001, 0b111])
        case "4": Shape(width: 3, rows: [0b101, 0b101, 0b111, 0b001, 0b001])
        case "5": Shape(width: 3, rows: [0b111, 0b100, 0b111, 0b001, 0b111])
        case "6": Shape(width: 3, rows: [0b111, 0b100, 0b111, 0b101, 0b111])
        case "7": Shape(width: 3, rows: [0b111, 0b001, 0b001, 0b010, 0b010])
        case "8": Shape(width: 3, rows: [0b111, 0b101, 0b111, 0b101, 0b111])
        case "9": Shape(width: 3, rows: [0b111, 0b101, 0b111, 0b001, 0b111])
        case "+": Shape(width: 3, rows: [0b000, 0b010, 0b111, 0b010, 0b000])
        default: Shape(width: 1, rows: [0, 1, 0, 1, 0])
        }
    }
}
