import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages
import Terminal

/// The picture of the terminal app, for a window of any size.
struct AppPicture {
    let app: App
    let now: App.Instant
    /// The time of day, which "tomorrow" refers to.
    var wall = LocalTime.now

    /// The smallest window with eggs.
    static let smallest = (columns: 40, rows: 12)

    var style: Style { app.style }

    enum Target: Equatable {
        case egg(Int)
        /// Show this timer large.
        case timer(String)
        /// As if this key was pressed.
        case key(Key)
    }

    /// The bar of a timer, and the number of steps in which it runs down.
    typealias Bar = (name: String, steps: Int)

    struct Drawing {
        var canvas: Canvas
        var targets: [(columns: Range<Int>, rows: Range<Int>, target: Target)] = []
        var bars: [Bar] = []
        var title = tr("egg timer")

        func target(column: Int, row: Int) -> Target? {
            targets.first { $0.columns.contains(column) && $0.rows.contains(row) }?.target
        }
    }

    func draw() -> Drawing {
        let timers = app.timers(at: now)
        let main = app.main(of: timers)
        var drawing = Drawing(canvas: Canvas(columns: app.columns, rows: app.rows))
        drawing.title = title(main)
        if app.columns < Self.smallest.columns || app.rows < Self.smallest.rows {
            drawSmall(timers, &drawing)
        } else if app.isHelpShown {
            drawHelp(&drawing)
        } else {
            draw(timers, main, &drawing)
        }
        if app.isFlashing(timers) {
            if style.colors >= 256 {
                drawing.canvas.fill(.glow, columns: 0..<app.columns, rows: 0..<app.rows)
            } else {
                drawing.canvas.reverse(columns: 0..<app.columns, rows: 0..<app.rows)
            }
        }
        if !style.hasUnicode { drawing.canvas = drawing.canvas.inASCII }
        return drawing
    }

    private func title(_ main: Timers.Timer?) -> String {
        if case .lost = app.link {
            return isTimeUp ? tr("the time is up; eggd can't be reached") : tr("eggd can't be reached")
        }
        guard let main else { return tr("egg timer") }
        let label = printable(Sentences.label(main))
        let traits = main.state.traits
        if traits.rings { return printable(main.done) }
        return traits.ticks
            ? "\(texts(main).time) \(label)" : tr("{label}: {state}", ["label": label, "state": texts(main).word])
    }

    // MARK: The whole

    private func draw(_ timers: [Timers.Timer], _ main: Timers.Timer?, _ drawing: inout Drawing) {
        let others = main.map { main in timers.filter { !$0.isNamed(main.name) } } ?? []
        let layout = AppLayout(
            app: app, time: main.map { texts($0).time } ?? "", others: others.count, warnings: warnings)
        drawEggs(layout, main, &drawing)
        if let main {
            drawMain(main, layout, &drawing)
        } else {
            drawInvitation(layout, &drawing)
        }
        drawOthers(others, layout, &drawing)
        for (line, warning) in layout.warnings.enumerated() {
            put(warning, layout.margin, layout.warningRow + line, Paint(ink: .loud, isBold: true), &drawing)
        }
        drawFooter(timers, main, layout, &drawing)
    }

    /// Problems that stay on the screen as long as they last, and notices for which the last row has no room.
    private var warnings: [String] {
        let warnings = allWarnings
        // The only one may take two rows.
        return warnings.count == 1 ? TextWidth.lines(warnings[0], width: app.columns - 4, limit: 2) : warnings
    }

    private var allWarnings: [String] {
        let notices = (app.entry?.problem ?? []) + (isLastRowTaken ? [app.notice(at: now)].compactMap { $0 } : [])
        return switch app.link {
        case .connecting, .connected:
            notices
                + [app.soundOut.map { capitalized(Sentences.noSound($0)) }, app.storeOut.map(Picture.notSaved)]
                .compactMap { $0 }
        case .stalled: notices + [isTimeUp ? Sentences.timeIsUp : Sentences.countdownContinues]
        case .lost(let lines): notices + (isTimeUp ? [Sentences.timeIsUp] + lines.dropFirst() : lines)
        }
    }

    /// Whether an alarm that eggd should sound is due although it doesn't answer.
    private var isTimeUp: Bool { app.timers(at: now).contains { app.isUnheard($0) } }

    /// Whether the last row has the keys of an alarm, or what is being typed.
    private var isLastRowTaken: Bool { app.entry != nil || !app.alarms(app.timers(at: now)).isEmpty }

    /// The colour of a timer's state, or that of an alarm when eggd can't ring it.
    func ink(_ timer: Timers.Timer) -> Ink { app.isUnheard(timer) ? .loud : .of(timer.state) }

    /// The texts that `watch` also shows for a timer.
    func texts(_ timer: Timers.Timer) -> Picture.Row {
        var picture = Picture(style: style, columns: app.columns, rows: app.rows)
        picture.now = wall
        return picture.row(timer)
    }

    func put(_ text: String, _ column: Int, _ row: Int, _ paint: Paint = Paint(), _ drawing: inout Drawing) {
        let room = max(0, app.columns - column)
        drawing.canvas.put(
            TextWidth.cut(printable(text), to: room, ellipsis: style.ellipsis), column: column, row: row, paint: paint)
    }

    // MARK: Timers

    private func drawMain(_ timer: Timers.Timer, _ layout: AppLayout, _ drawing: inout Drawing) {
        let texts = texts(timer)
        let paint = Paint(ink: ink(timer), isBold: true)
        let digits = layout.digits
        let width = digits.width(of: texts.time)
        // A narrow window has the state in one word.
        let longest = app.columns - layout.margin - width - 3
        let state = TextWidth.of(texts.note) <= longest ? texts.note : texts.word
        let note = [texts.bound, state].filter { !$0.isEmpty }.joined(separator: ", ")
        // Small digits leave no room for the temperatures.
        let inside = digits.rows >= 5 ? texts.inside : ""
        let besides = [texts.label, note, inside].map(TextWidth.of).max() ?? 0
        let gap = 3
        let left = max(layout.margin, (app.columns - width - gap - besides) / 2)
        digits.draw(texts.time, on: &drawing.canvas, column: left, row: layout.digitRow, paint: paint)
        let column = left + width + gap
        if digits.rows == 1 {
            put(texts.label + (note.isEmpty ? "" : "  " + note), column, layout.digitRow, Paint(isBold: true), &drawing)
        } else {
            let row = layout.digitRow + (digits.rows - 2) / 2
            put(texts.label, column, row, Paint(isBold: true), &drawing)
            put(
                note, column, row + 1, timer.state.traits.isCountingDown ? Paint() : Paint(ink: .of(timer.state)),
                &drawing)
            put(inside, column, row + 2, Paint(isFaint: true), &drawing)
        }
        let barWidth = app.columns - 2 * layout.margin
        for line in 0..<layout.barRows {
            drawBar(timer, column: layout.margin, row: layout.barRow + line, width: barWidth, &drawing)
        }
    }

    private func drawBar(
        _ timer: Timers.Timer, column: Int, row: Int, width: Int, _ drawing: inout Drawing
    ) {
        let bar = Picture(style: style, columns: app.columns, rows: 1).bar(left: 1 - timer.progress, width: width)
        let empty = column + TextWidth.of(bar.full)
        let ground: Ink? = style.colors >= 256 ? .track : nil
        put(bar.full, column, row, Paint(ink: .of(timer.state), ground: ground), &drawing)
        if ground == nil {
            put(bar.empty, empty, row, Paint(isFaint: true), &drawing)
        } else {
            put(String(repeating: " ", count: bar.empty.count), empty, row, Paint(ground: ground), &drawing)
        }
        drawing.bars.append((timer.name, width * style.stepsInCell))
    }

    private func drawInvitation(_ layout: AppLayout, _ drawing: inout Drawing) {
        let text =
            switch app.link {
            case .connecting: tr("connecting to eggd")
            case .connected, .stalled: tr("Tap an egg, or press s, m or h.")
            case .lost: ""
            }
        let row = layout.digitRow + layout.digits.rows / 2
        put(text, max(0, (app.columns - TextWidth.of(text)) / 2), row, Paint(isFaint: true), &drawing)
    }

    private func drawOthers(_ others: [Timers.Timer], _ layout: AppLayout, _ drawing: inout Drawing) {
        let isCrowded = others.count > layout.otherRows
        let order = isCrowded ? others.sorted { $0.urgency < $1.urgency } : others
        let shown = order.prefix(layout.otherRows)
        let rows = shown.map(texts)
        let label = min(app.columns / 3, rows.map { TextWidth.of($0.label) }.max() ?? 0)
        let clock = max(5, rows.map { TextWidth.of($0.time) }.max() ?? 0)
        let isWide = app.columns >= 70
        for (line, (timer, texts)) in zip(shown, rows).enumerated() {
            let row = layout.otherRow + line
            let rest = others.count - shown.count
            let isLast = line == shown.count - 1
            // The last row says that there are more.
            let more = isLast && rest > 0 ? Picture.more(rest) : nil
            let note = more ?? (isWide ? texts.note : texts.word)
            let cut = TextWidth.cut(texts.label, to: label, ellipsis: style.ellipsis)
            put(cut, layout.margin, row, Paint(), &drawing)
            let barColumn = layout.margin + label + 2
            let noteWidth = max(TextWidth.of(note), isWide ? 24 : 0)
            let end = app.columns - layout.margin - (noteWidth > 0 ? noteWidth + 2 : 0)
            let width = end - clock - 2 - barColumn
            if width >= 4 { drawBar(timer, column: barColumn, row: row, width: width, &drawing) }
            let clockColumn = barColumn + max(0, width) + (width > 0 ? 2 : 0)
            let paint = Paint(ink: ink(timer))
            put(TextWidth.padLeft(texts.time, to: clock), clockColumn, row, paint, &drawing)
            let notePaint = more == nil && !timer.state.traits.isCountingDown ? paint : Paint()
            put(note, clockColumn + clock + 2, row, notePaint, &drawing)
            drawing.targets.append((0..<app.columns, row..<row + 1, .timer(timer.name)))
        }
    }

    // MARK: The last row

    private func drawFooter(
        _ timers: [Timers.Timer], _ main: Timers.Timer?, _ layout: AppLayout, _ drawing: inout Drawing
    ) {
        let row = app.rows - 1
        if !isLastRowTaken, let notice = app.notice(at: now) {
            return put(notice, layout.margin, row, Paint(ink: .loud), &drawing)
        }
        if let entry = app.entry {
            let prompt = entry.subject.prompt("")
            // Of a long text, the end is shown, where the user types.
            var shown = entry.text.unicodeScalars[...]
            let room = max(4, app.columns - 2 * layout.margin - prompt.count - 1)
            while TextWidth.of(String(shown)) > room { shown.removeFirst() }
            put(prompt + String(shown), layout.margin, row, Paint(isBold: true), &drawing)
            let end = layout.margin + prompt.count + TextWidth.of(printable(String(shown)))
            put(" ", end, row, Paint(isReversed: true), &drawing)
            let examples = entry.problem.isEmpty ? entry.subject.examples : ""
            let help = app.alarms(timers).isEmpty ? examples : tr("Enter or a tap: dismiss")
            return put("  " + help, end + 1, row, Paint(isFaint: true), &drawing)
        }
        let isRinging = !app.alarms(timers).isEmpty
        var column = layout.margin
        for (key, text) in hints(main, isRinging: isRinging, room: app.columns - 2 * layout.margin) {
            put(text, column, row, isRinging ? Paint(isBold: true) : Paint(isFaint: true), &drawing)
            let end = column + TextWidth.of(text)
            if let key { drawing.targets.append((column..<end, row..<row + 1, .key(key))) }
            column = end + 3
        }
    }

    /// The keys that are of use now, as many as fit; the help has all of them.
    private func hints(_ main: Timers.Timer?, isRinging: Bool, room: Int) -> [(key: Key?, text: String)] {
        var hints: [(key: Key?, text: String)] = []
        if !app.hasEggd {
            // The other keys do nothing without eggd.
            hints = isRinging ? [(.enter, tr("Enter or a tap: stop bell"))] : [(.character("?"), tr("?: help"))]
            hints.append((.character("q"), tr("q: leave")))
        } else if isRinging {
            hints = [(.enter, tr("Enter or a tap: dismiss")), (.character("z"), tr("z: snooze"))]
        } else {
            if let main {
                hints =
                    if main.offers(Timers.Pause.self) {
                        [(.character(" "), tr("Space: pause"))]
                    } else if main.offers(Timers.Resume.self) {
                        [(.character(" "), tr("Space: resume"))]
                    } else {
                        [(.character("d"), tr("d: dismiss"))]
                    }
            } else {
                hints = [(.enter, tr("Enter: start"))]
            }
            hints.append((.character("?"), tr("?: help")))
            hints.append((.character("q"), tr("q: leave")))
            let more: [(key: Key?, text: String)] =
                main == nil
                ? [(.character("t"), tr("t: another time"))]
                : [
                    (.character("c"), tr("c: cancel")), (.character("t"), tr("t: another time")),
                    (.character("+"), tr("+30 s")), (.character("-"), tr("-30 s")),
                ]
            // Help and leaving stay last.
            for hint in more where width(hints + [hint]) <= room { hints.insert(hint, at: hints.count - 2) }
        }
        return hints
    }

    private func width(_ hints: [(key: Key?, text: String)]) -> Int {
        hints.reduce(-3) { $0 + TextWidth.of($1.text) + 3 }
    }

    // MARK: Other pictures

    private func drawSmall(_ timers: [Timers.Timer], _ drawing: inout Drawing) {
        var lines = timers.sorted { $0.urgency < $1.urgency }.map { timer -> (String, Paint) in
            let texts = texts(timer)
            return ("\(texts.time) \(texts.word) \(texts.label)", Paint(ink: .of(timer.state), isBold: true))
        }
        if lines.isEmpty {
            lines.append((app.link == .connected ? tr("no timer; s m h start one") : tr("no eggd"), Paint()))
        }
        lines += warnings.map { ($0, Paint(ink: .loud)) }
        let wide = tr(
            "the eggs need {columns} columns and {rows} rows",
            ["columns": "\(Self.smallest.columns)", "rows": "\(Self.smallest.rows)"])
        let size = TextWidth.of(wide) <= app.columns ? wide : tr("too small for the eggs")
        for (row, line) in lines.prefix(max(1, app.rows - 1)).enumerated() {
            put(line.0.split(separator: " ").joined(separator: " "), 0, row, line.1, &drawing)
        }
        let last = app.entry.map { $0.subject.prompt($0.text) } ?? app.notice(at: now) ?? size
        if app.rows > 1 { put(last, 0, app.rows - 1, Paint(isFaint: true), &drawing) }
    }

    private func drawHelp(_ drawing: inout Drawing) {
        let arrows = style.hasUnicode ? "← → ↑ ↓" : tr("arrow keys")
        let lines = [
            ("s m h", tr("soft, medium, hard egg")), (arrows, tr("choose egg or timer")),
            (tr("Enter"), tr("start the chosen egg")), ("t", tr("another time or egg")),
            ("k", tr("the kitchen's egg")),
            (tr("Space"), tr("pause, resume")), ("+ -", tr("30 s more, less")), ("c u", tr("cancel it; undo")),
            (tr("d Enter tap"), tr("dismiss the alarm")), ("z", tr("snooze the alarm")),
            ("q", tr("leave; timers continue")),
        ]
        let column = 2 + (lines.map { TextWidth.of($0.0) }.max() ?? 0)
        let width = column + (lines.map { TextWidth.of($0.1) }.max() ?? 0)
        let left = max(1, (app.columns - width + 1) / 2)
        let top = max(0, (app.rows - lines.count - 1) / 2)
        for (row, line) in lines.enumerated() {
            put(line.0, left, top + row, Paint(isBold: true), &drawing)
            put(line.1, left + column, top + row, Paint(), &drawing)
        }
        put(tr("any key or tap closes this"), left, top + lines.count, Paint(isFaint: true), &drawing)
    }
}
