/// Makes the sequences (ECMA-48) with which a terminal shows a picture.
///
/// Terminals disagree about the width of some texts, such as flags. What follows such a text is placed by its column,
/// and with the text the rest of its row is written anew.
struct PictureWriter {
    /// How many colours the terminal has; 0 for none.
    let colors: Int

    /// Makes a window that shows one picture show another one.
    ///
    /// - Parameter old: nil if the window may show anything.
    func changes(from old: Canvas?, to new: Canvas) -> String {
        guard let old, old.columns == new.columns, old.rows == new.rows else {
            return "\u{1b}[H\u{1b}[2J" + changes(from: Canvas(columns: new.columns, rows: new.rows), to: new)
        }
        return (0..<new.rows).map { row in
            let changed = (0..<new.columns).filter { new[$0, row] != old[$0, row] }
            guard var first = changed.first, var last = changed.last else { return "" }
            // The right half of a wide character is written with the left one.
            if new[first, row].text.isEmpty { first -= 1 }
            func isCertain(_ column: Int) -> Bool {
                old.isCertain(column, row: row) && new.isCertain(column, row: row)
            }
            while first > 0, !isCertain(first - 1) { first -= 1 }
            if !(first...last).allSatisfy(isCertain) {
                last = max(last, old.used(row: row).upperBound - 1, new.used(row: row).upperBound - 1)
            }
            return "\u{1b}[\(row + 1);\(first + 1)H" + text(of: new, row: row, columns: first..<last + 1)
        }.joined()
    }

    /// Draws a picture from the cursor's line on, over whatever is there, and leaves the cursor where it was.
    ///
    /// - Parameter hasMargin: whether the picture begins below the cursor's line, which is emptied.
    func lines(of canvas: Canvas, hasMargin: Bool) -> String {
        var sequence = "\r" + (hasMargin ? "\u{1b}[K\r\n" : "")
        for row in 0..<canvas.rows {
            let isLast = row == canvas.rows - 1
            let erase = isLast ? "\u{1b}[J" : "\u{1b}[K"
            let used = canvas.used(row: row)
            let line = text(of: canvas, row: row, columns: used)
            // After a line that fills the window, some terminals would erase its last character.
            sequence += used.count < canvas.columns ? line + erase : erase + line
            if !isLast { sequence += "\r\n" }
        }
        let height = canvas.rows + (hasMargin ? 1 : 0)
        return sequence + (height > 1 ? "\r\u{1b}[\(height - 1)A" : "\r")
    }

    private func text(of canvas: Canvas, row: Int, columns: Range<Int>) -> String {
        var sequence = ""
        var isPlaced = true
        for run in canvas.runs(row: row, columns: columns) {
            let place = "\u{1b}[\(run.column + 1)G"
            if !isPlaced { sequence += place }
            if !run.isCertain {
                let blank = String(repeating: " ", count: TextWidth.of(run.text))
                sequence += run.paint.applied(to: blank, colors: colors) + place
            }
            sequence += run.paint.applied(to: run.text, colors: colors)
            isPlaced = run.isCertain
        }
        return sequence
    }
}
