import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages
import Terminal

/// The picture that `watch` draws: a line for each timer, which fits into a window.
struct Picture {
    var style: Style
    var columns: Int
    var rows: Int
    var now = LocalTime.now

    /// The timer to show; nil for all.
    var name: TimerName?
    /// Why the picture isn't up to date, and how to fix that; empty while it is.
    var warnings: [String] = []
    /// Whether an alarm can be answered by keys.
    var hasKeys = false
    /// Why timers aren't saved; nil if they are.
    var storeOut: String?
    /// The step that is due now, such as `Now: 2 soft eggs in`; nil if there is none.
    var cue: String?

    /// A line, in parts of one paint each.
    private typealias Line = [(text: String, paint: Paint)]

    /// The lines, as wide as the window and no more than its rows.
    func draw(_ timers: [Timers.Timer], soundOut: String?) -> Canvas {
        let lines = lines(timers, soundOut: soundOut)
        var canvas = Canvas(columns: columns, rows: lines.count)
        for (row, line) in lines.enumerated() {
            var column = 0
            for part in line { column = canvas.put(part.text, column: column, row: row, paint: part.paint) }
        }
        return canvas
    }

    private func lines(_ timers: [Timers.Timer], soundOut: String?) -> [Line] {
        let notes = notes(timers, soundOut: soundOut)
        guard !timers.isEmpty else {
            let nothing = name.map(Sentences.waiting(for:)) ?? Sentences.nothingRuns
            // Without eggd, it isn't known whether a timer is running.
            let first = warnings.isEmpty ? [cut(nothing, .faint)] : []
            return Array((first + notes).prefix(max(1, rows)))
        }
        let room = max(1, rows - notes.count)
        let isCrowded = timers.count > room
        // If not all timers fit, the most urgent ones are shown.
        let order = isCrowded ? timers.sorted { $0.urgency < $1.urgency } : timers
        let shown = order.prefix(isCrowded ? max(1, room - 1) : room)
        let layout = Layout(shown.map(row), columns: columns)
        var lines = shown.map { line($0, layout) }
        if isCrowded, room > 1 { lines.append(cut(Self.more(timers.count - shown.count), .faint)) }
        return Array((lines + notes).prefix(max(1, rows)))
    }

    private func notes(_ timers: [Timers.Timer], soundOut: String?) -> [Line] {
        var notes = warnings.map { cut($0, .loud) }
        if let soundOut { notes.append(cut(capitalized(Sentences.noSound(soundOut)), .loud)) }
        if let storeOut { notes.append(cut(Self.notSaved(storeOut), .loud)) }
        if let cue { notes.append(cut(cue, .loud)) }
        guard timers.contains(where: \.state.traits.rings) else { return notes }
        guard hasKeys else {
            return notes + [cut(tr("'eggctl dismiss' stops it, 'eggctl snooze' delays it."), .faint)]
        }
        let keys = [tr("Enter: dismiss"), tr("z: snooze")]
        let line = keys.joined(separator: "   ")
        return notes + (TextWidth.of(line) <= columns ? [line] : keys).map { cut($0, .faint) }
    }

    static func more(_ count: Int) -> String { tr("and {count} more", number: count, ["count": "\(count)"]) }

    static func notSaved(_ reason: String) -> String {
        tr("Timers are not saved: {reason}", ["reason": said(reason)])
    }

    // MARK: Rows

    struct Row {
        let label: String
        let time: String
        /// "at most" or "at least", while it isn't known how long the machine was off.
        let bound: String
        /// The state with the time of day, and the state alone for narrow windows.
        let (note, word): (String, String)
        /// The temperatures inside the egg; empty if they aren't known.
        let inside: String

        var clock: String { bound.isEmpty ? time : "\(bound) \(time)" }
    }

    /// The widths of the columns, which are the same in all rows, so that bars and times line up.
    private struct Layout {
        var label: Int
        var clock: Int
        /// The width of the time alone, for windows without room for "at most".
        let time: Int
        /// 0 in a narrow window, which shows only the time, the state and the label.
        var bar = 0
        var hasNotes = false
        /// The width of the notes if temperatures follow them.
        var noteBeforeInside: Int?

        private static let narrowestBar = 4
        /// Temperatures are shown only if they leave this much for the bar.
        private static let narrowestBarBesideInside = 12

        init(_ rows: [Row], columns: Int) {
            func widest(_ text: KeyPath<Row, String>) -> Int {
                rows.map { TextWidth.of($0[keyPath: text]) }.max() ?? 0
            }
            label = min(columns / 3, widest(\.label))
            time = widest(\.time)
            clock = max(5, widest(\.clock))
            let inside = widest(\.inside)
            for (note, isNote) in [(widest(\.note), true), (widest(\.word), false)] {
                let room = columns - label - clock - 4 - (note > 0 ? note + 2 : 0)
                if inside > 0, isNote, room - inside - 2 >= Self.narrowestBarBesideInside {
                    (bar, hasNotes, noteBeforeInside) = (room - inside - 2, true, note)
                    return
                }
                guard room >= Self.narrowestBar else { continue }
                bar = room
                hasNotes = isNote
                return
            }
        }
    }

    func row(_ timer: Timers.Timer) -> Row {
        let (traits, words) = (timer.state.traits, timer.words(seenFrom: now))
        let time =
            traits.rings
            // While a timer rings, the time since its deadline counts up.
            ? "+" + DurationText.clock(elapsed: .milliseconds(timer.overdueMs))
            : DurationText.clock(.milliseconds(timer.remainingMs))
        let bound = timer.isEstimated != true || traits.isOver ? "" : traits.rings ? tr("at least") : tr("at most")
        return Row(
            label: printable(Sentences.label(timer)), time: time, bound: bound,
            note: [words.note, timer.unreachable.map(printable)].compactMap { $0 }.filter { !$0.isEmpty }
                .joined(separator: ", "),
            word: words.word,
            inside: inside(timer))
    }

    private func inside(_ timer: Timers.Timer) -> String {
        style.sentence(Sentences.temperatures(timer, separator: style.separator) ?? "")
    }

    /// `soft egg  ██████████░░░░  3:21  done at 08:35`; the bar takes what the words leave.
    private func line(_ timer: Timers.Timer, _ layout: Layout) -> Line {
        let row = row(timer)
        // The last known states are drawn without colour, because they may have changed.
        let paint = warnings.isEmpty ? Paint.of(timer.state) : .faint
        let clock = TextWidth.padLeft(row.clock, to: layout.clock)
        guard layout.bar > 0 else {
            let words = [TextWidth.padLeft(row.time, to: layout.time), row.bound, row.word, row.label]
            return cut(words.filter { !$0.isEmpty }.joined(separator: " "), paint)
        }
        let label = TextWidth.pad(
            TextWidth.cut(row.label, to: layout.label, ellipsis: style.ellipsis), to: layout.label)
        let bar = bar(left: 1 - timer.progress, width: layout.bar)
        let note = layout.hasNotes ? row.note : row.word
        let isQuiet = !timer.state.traits.isDue
        let line: Line = [
            ("\(label)  ", Paint()), (bar.full, paint), (bar.empty, .faint), ("  ", Paint()), (clock, paint),
            ("  ", Paint()), (note, isQuiet ? Paint() : paint),
        ]
        guard let width = layout.noteBeforeInside, !row.inside.isEmpty else { return line }
        let gap = String(repeating: " ", count: max(0, width - TextWidth.of(note)) + (width > 0 ? 2 : 0))
        return line + [(gap, Paint()), (row.inside, .faint)]
    }

    /// The bar shows the remaining time, in steps of an eighth of a cell.
    func bar(left: Double, width: Int) -> (full: String, empty: String) {
        let left = max(0, min(1, left))
        guard style.stepsInCell > 1 else {
            let full = Int((left * Double(width)).rounded())
            let (block, shade) = style.hasUnicode ? ("█", "░") : ("#", "-")
            return (String(repeating: block, count: full), String(repeating: shade, count: width - full))
        }
        let eighths = Int((left * Double(width) * 8).rounded())
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let full = String(repeating: "█", count: eighths / 8) + partial
        return (full, String(repeating: "░", count: width - eighths / 8 - (partial.isEmpty ? 0 : 1)))
    }

    private func cut(_ text: String, _ paint: Paint) -> Line {
        [(TextWidth.cut(printable(text), to: columns, ellipsis: style.ellipsis), paint)]
    }
}
