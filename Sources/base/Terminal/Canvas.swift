import Program
import Text

/// The cells of a window or of a part of it, on which a picture is drawn.
package struct Canvas: Equatable, Sendable {
    /// One cell; the right half of a wide character has no text.
    package struct Cell: Equatable, Sendable {
        /// A character with its marks.
        package var text: String
        package var paint: Paint

        package init(text: String, paint: Paint = Paint()) {
            self.text = text
            self.paint = paint
        }

        static let empty = Cell(text: " ")
    }

    /// Text of one paint in a row.
    package struct Run: Equatable, Sendable {
        /// The column, from 0.
        package let column: Int
        /// The text, without control characters.
        package let text: String
        package let paint: Paint
        /// Whether every terminal takes as many cells for it as the canvas.
        var isCertain = true
    }

    package let columns: Int
    package let rows: Int
    private var cells: [Cell]

    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = Array(repeating: .empty, count: self.columns * self.rows)
    }

    /// A cell; outside of the canvas there are only empty ones.
    package subscript(column: Int, row: Int) -> Cell {
        get {
            guard (0..<columns).contains(column), (0..<rows).contains(row) else { return .empty }
            return cells[row * columns + column]
        }
        set {
            guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
            cells[row * columns + column] = newValue
        }
    }

    /// Puts text into a row; unprintable characters are replaced, and the rest is left out where it does not fit.
    ///
    /// - Returns: the column after the text.
    @discardableResult
    package mutating func put(_ text: String, column: Int, row: Int, paint: Paint = Paint()) -> Int {
        var place = column
        var last: Int?
        var previous: Unicode.Scalar?
        for scalar in PrintableText.of(text).unicodeScalars {
            let width = TextWidth.of(scalar, after: previous)
            previous = scalar
            guard width > 0 else {
                if let last { self[last, row].text.unicodeScalars.append(scalar) }
                continue
            }
            guard place >= 0, place + width <= columns else { break }
            // A wide character that loses one half loses the other one.
            if self[place, row].text.isEmpty { self[place - 1, row].text = " " }
            if self[place + width, row].text.isEmpty { self[place + width, row].text = " " }
            self[place, row] = Cell(text: String(scalar), paint: paint)
            if width == 2 { self[place + 1, row] = Cell(text: "", paint: paint) }
            last = place
            place += width
        }
        return place
    }

    /// Gives all cells of a rectangle that have no ground of their own this one.
    package mutating func fill(_ ground: Ink, columns: Range<Int>, rows: Range<Int>) {
        for row in rows {
            for column in columns where self[column, row].paint.ground == nil {
                self[column, row].paint.ground = ground
            }
        }
    }

    /// Reverses the colours of a rectangle.
    package mutating func reverse(columns: Range<Int>, rows: Range<Int>) {
        for row in rows {
            for column in columns { self[column, row].paint.isReversed.toggle() }
        }
    }

    /// The same picture in ASCII: a question mark for every cell of another character.
    package var inASCII: Canvas {
        var canvas = self
        for index in cells.indices where cells[index].text.utf8.count != 1 { canvas.cells[index].text = "?" }
        return canvas
    }

    /// The characters of each row without spaces at its end.
    package var lines: [String] {
        (0..<rows).map { row in
            let end = (0..<columns).last { self[$0, row].text != " " }.map { $0 + 1 } ?? 0
            return (0..<end).map { self[$0, row].text }.joined()
        }
    }

    /// Whether every terminal takes as many cells for the character at this place as the canvas.
    func isCertain(_ column: Int, row: Int) -> Bool {
        let text = self[column, row].text
        return TextWidth.isCertain(text.isEmpty ? self[column - 1, row].text : text)
    }

    /// The texts of a part of a row: one for each run of cells of the same paint and certainty.
    package func runs(row: Int, columns: Range<Int>) -> [Run] {
        var runs: [Run] = []
        var start = columns.lowerBound
        while start < columns.upperBound {
            let (paint, isCertain) = (self[start, row].paint, isCertain(start, row: row))
            let end =
                (start..<columns.upperBound).first {
                    self[$0, row].paint != paint || self.isCertain($0, row: row) != isCertain
                } ?? columns.upperBound
            let text = (start..<end).map { self[$0, row].text }.joined()
            runs.append(Run(column: start, text: text, paint: paint, isCertain: isCertain))
            start = end
        }
        return runs
    }

    /// The columns of a row without empty cells at its end.
    package func used(row: Int) -> Range<Int> {
        0..<((0..<columns).last { self[$0, row] != .empty }.map { $0 + 1 } ?? 0)
    }
}
