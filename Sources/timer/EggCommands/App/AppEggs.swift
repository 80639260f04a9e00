import EggClient
import EggTimers
import EggWire
import Languages
import Terminal

extension AppPicture {
    func drawEggs(_ layout: AppLayout, _ main: Timers.Timer?, _ drawing: inout Drawing) {
        let slot = app.columns / max(1, layout.pictured.count)
        for (place, index) in layout.pictured.enumerated() {
            guard let yolk = EggDrawing.Yolk(egg: app.eggs[index].name) else { continue }
            let egg = EggDrawing(style: style, yolk: yolk, rows: layout.eggRows)
            if layout.isStacked {
                let top = layout.eggRow + place * (egg.rows + 1)
                drawStacked(egg, index, top: top, main, layout, &drawing)
            } else {
                drawBeside(egg, index, columns: place * slot..<(place + 1) * slot, main, layout, &drawing)
            }
        }
        drawNames(main, layout, &drawing)
    }

    private func drawBeside(
        _ drawn: EggDrawing, _ index: Int, columns: Range<Int>, _ main: Timers.Timer?, _ layout: AppLayout,
        _ drawing: inout Drawing
    ) {
        let rows = layout.eggRow..<layout.eggRow + drawn.rows + layout.captionRows
        drawn.draw(
            on: &drawing.canvas, column: columns.lowerBound + (columns.count - drawn.columns) / 2, row: layout.eggRow)
        let captions = captions(index, columns: columns.count - 2, slack: 2)
        for (line, text) in captions.prefix(layout.captionRows).enumerated() {
            put(
                text, columns.lowerBound + max(0, (columns.count - TextWidth.of(text)) / 2),
                layout.eggRow + drawn.rows + line, captionPaint(index, main, line: line), &drawing)
        }
        finish(index, columns, rows, &drawing)
    }

    private func drawStacked(
        _ drawn: EggDrawing, _ index: Int, top: Int, _ main: Timers.Timer?, _ layout: AppLayout,
        _ drawing: inout Drawing
    ) {
        let left = max(layout.margin, app.columns / 4 - drawn.columns / 2)
        drawn.draw(on: &drawing.canvas, column: left, row: top)
        let column = left + drawn.columns + 2
        for (line, text) in captions(index, columns: app.columns - column - 1).enumerated() {
            put(text, column, top + drawn.rows / 2 - 1 + line, captionPaint(index, main, line: line), &drawing)
        }
        finish(index, 0..<app.columns, top..<top + drawn.rows, &drawing)
    }

    /// Makes taps on a rectangle start the egg, and lights it up if the egg was just tapped.
    private func finish(_ index: Int, _ columns: Range<Int>, _ rows: Range<Int>, _ drawing: inout Drawing) {
        drawing.targets.append((columns, rows, .egg(index)))
        guard app.isLit(index, at: now) else { return }
        if style.colors >= 256 {
            drawing.canvas.fill(.light, columns: columns, rows: rows)
        } else {
            drawing.canvas.reverse(columns: columns, rows: rows)
        }
    }

    /// `soft  5:00`, and the egg's description, both shortened to the width.
    ///
    /// - Parameter slack: how much wider a name with its time may be, so that neither is cut; else it is the name alone.
    private func captions(_ index: Int, columns: Int, slack: Int = 0) -> [String] {
        let egg = app.eggs[index]
        let time = DurationText.clock(.milliseconds(egg.durationMs))
        let whole = printable(EggWords.name(of: egg.name))
        let isFree = slack > 0 && TextWidth.of(whole) <= columns
        let name =
            isFree ? whole : TextWidth.cut(whole, to: columns - time.utf8.count - 1, ellipsis: style.ellipsis)
        let (wide, narrow) = ("\(name)  \(time)", "\(name) \(time)")
        let inside = printable(egg.shownDescription)
        let short = String(inside.prefix { $0 != "," && $0 != ";" })
        return [
            TextWidth.of(wide) <= columns ? wide : isFree && TextWidth.of(narrow) > columns + slack ? name : narrow,
            TextWidth.cut(TextWidth.of(inside) <= columns ? inside : short, to: columns, ellipsis: style.ellipsis),
        ]
    }

    /// The chosen egg is reversed; the one that cooks has its timer's colour.
    private func captionPaint(_ index: Int, _ main: Timers.Timer?, line: Int) -> Paint {
        guard line == 0 else { return Paint(isFaint: true) }
        let ofMain = main.flatMap { $0.egg == app.eggs[index].name ? ink($0) : nil }
        return Paint(ink: ofMain, isBold: true, isReversed: index == app.chosen)
    }

    /// Draws the names of eggs without a picture in a row that moves along with the chosen one.
    private func drawNames(_ main: Timers.Timer?, _ layout: AppLayout, _ drawing: inout Drawing) {
        let room = app.columns - 2 * layout.margin
        let names = layout.named.map { index in
            (index, captions(index, columns: room).first ?? "")
        }
        // Names before the chosen one are left out until it fits.
        var first = 0
        if let chosen = names.firstIndex(where: { $0.0 == app.chosen }) {
            while first < chosen, width(names[first...chosen].map(\.1)) > room { first += 1 }
        }
        var shown = Array(names[first...])
        while width(shown.map(\.1)) > room { shown.removeLast() }
        var column = max(layout.margin, (app.columns - width(shown.map(\.1))) / 2)
        for (index, text) in shown {
            put(text, column, layout.namesRow, captionPaint(index, main, line: 0), &drawing)
            let end = column + TextWidth.of(text)
            finish(index, column..<end, layout.namesRow..<layout.namesRow + 1, &drawing)
            column = end + 3
        }
    }

    private func width(_ names: [String]) -> Int {
        names.reduce(-3) { $0 + TextWidth.of($1) + 3 }
    }
}
