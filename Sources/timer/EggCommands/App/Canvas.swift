import Curses

/// The cells of a window, on which a picture is drawn.
struct Canvas {
    /// One cell; the right half of a wide character has no text.
    struct Cell {
        var text: String.UnicodeScalarView = .init()
        var paint = Paint()

        static let empty = Cell(text: " ".unicodeScalars)
        static let rightHalf = Cell()
    }

    let columns: Int
    let rows: Int
    private var cells: [Cell]

    init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = Array(repeating: .empty, count: self.columns * self.rows)
    }

    subscript(column: Int, row: Int) -> Cell {
        get {
            guard (0..<columns).contains(column), (0..<rows).contains(row) else { return .empty }
            return cells[row * columns + column]
        }
        set {
            guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
            cells[row * columns + column] = newValue
        }
    }

    /// Puts printable text into a row; what does not fit before the edge is left out.
    mutating func put(_ text: String, column: Int, row: Int, paint: Paint = Paint()) {
        var place = column
        var last: Int?
        for scalar in printable(text).unicodeScalars {
            let width = TextWidth.of(scalar)
            guard width > 0 else {
                if let last { self[last, row].text.append(scalar) }
                continue
            }
            guard place >= 0, place + width <= columns else { return }
            self[place, row] = Cell(text: .init([scalar]), paint: paint)
            if width == 2 {
                self[place + 1, row] = .rightHalf
                self[place + 1, row].paint = paint
            }
            last = place
            place += width
        }
    }

    /// Gives all cells of a rectangle that have no ground of their own this one.
    mutating func fill(_ ground: Ink, columns: Range<Int>, rows: Range<Int>) {
        for row in rows {
            for column in columns where self[column, row].paint.ground == nil {
                self[column, row].paint.ground = ground
            }
        }
    }

    /// Reverses the colours of a rectangle.
    mutating func reverse(columns: Range<Int>, rows: Range<Int>) {
        for row in rows {
            for column in columns { self[column, row].paint.isReversed.toggle() }
        }
    }

    /// The same picture in ASCII: a question mark for every cell of another character.
    var inASCII: Canvas {
        var canvas = self
        for index in cells.indices where cells[index].text.first?.isASCII != true || cells[index].text.count > 1 {
            canvas.cells[index].text = "?".unicodeScalars
        }
        return canvas
    }

    /// The texts to draw: one for each run of cells of the same paint that isn't blank.
    var texts: [PaintedText] {
        var texts: [PaintedText] = []
        for row in 0..<rows {
            var column = 0
            while column < columns {
                let paint = self[column, row].paint
                let start = column
                var text = String.UnicodeScalarView()
                while column < columns, self[column, row].paint == paint {
                    text.append(contentsOf: self[column, row].text)
                    column += 1
                }
                if paint == Paint(), text.allSatisfy({ $0 == " " }) { continue }
                texts.append(PaintedText(row: row, column: start, text: String(text), paint: paint))
            }
        }
        return texts
    }

    /// The characters of each row without spaces at its end.
    var lines: [String] {
        (0..<rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<columns { line.append(contentsOf: self[column, row].text) }
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }
}
