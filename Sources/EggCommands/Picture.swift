import EggTimers
import EggWire

/// What `watch` draws: a line for each timer, as text that fits into a window.
struct Picture {
    var style: Style
    /// The window in characters.
    var columns: Int
    var rows: Int
    var now = LocalTime.now

    /// The lines, none wider than the window and no more than its rows.
    func lines(_ timers: [Timers.Timer], soundOut: String?) -> [String] {
        var notes: [String] = []
        if let soundOut { notes.append(paint("No sound: \(soundOut)", .loud)) }
        if timers.contains(where: { $0.state == .ringing }) {
            notes.append(paint("'eggctl dismiss' answers, 'eggctl snooze' puts it off.", .faint))
        }
        guard !timers.isEmpty else {
            return Array(([paint(Sentences.nothingRuns, .faint)] + notes).prefix(max(1, rows)))
        }
        let room = max(1, rows - notes.count)
        let isCrowded = timers.count > room
        // Where not all fit, what wants attention comes first.
        let order = isCrowded ? timers.sorted { $0.urgency < $1.urgency } : timers
        let shown = order.prefix(isCrowded ? max(1, room - 1) : room)
        let labelWidth = min(columns / 3, shown.map { TextWidth.of(Sentences.label($0)) }.max() ?? 0)
        let clockWidth = max(5, shown.map { TextWidth.of(Self.clock($0)) }.max() ?? 0)
        var lines = shown.map { line($0, labelWidth: labelWidth, clockWidth: clockWidth) }
        if isCrowded, room > 1 { lines.append(paint("and \(timers.count - shown.count) more", .faint)) }
        return Array((lines + notes).prefix(max(1, rows)))
    }

    /// `soft egg  ██████████░░░░  3:21  done at 08:35`; the bar takes what the words leave.
    private func line(_ timer: Timers.Timer, labelWidth: Int, clockWidth: Int) -> String {
        let label = TextWidth.pad(
            TextWidth.cut(Sentences.label(timer), to: labelWidth, ellipsis: ellipsis), to: labelWidth)
        let clock = TextWidth.padLeft(Self.clock(timer), to: clockWidth)
        let color = Style.color(of: timer.state)
        var end = note(timer)
        let words = labelWidth + TextWidth.of(clock) + 4
        // In a narrow window the note goes first, then the bar.
        if columns - words - TextWidth.of(end) < 6 { end = "" }
        let width = columns - words - (end.isEmpty ? 0 : TextWidth.of(end) + 2)
        guard width >= 4 else {
            // A narrow window: the time is what counts.
            let short = TextWidth.cut(
                "\(Self.clock(timer)) \(Sentences.label(timer))", to: columns, ellipsis: ellipsis)
            return style.paint(short, color)
        }
        let bar = bar(left: 1 - timer.progress, width: width)
        let isQuiet = timer.state == .cooking || timer.state == .paused
        let line =
            "\(label)  \(style.paint(bar.full, color))\(style.paint(bar.empty, .faint))  \(style.paint(clock, color))"
        return end.isEmpty ? line : line + "  " + (isQuiet ? end : style.paint(end, color))
    }

    private static func clock(_ timer: Timers.Timer) -> String {
        DurationText.clock(.milliseconds(timer.remainingMs))
    }

    private func note(_ timer: Timers.Timer) -> String {
        let end = timer.endsAtUnixMs.map(LocalTime.init(unixMilliseconds:))
        let atEnd = end?.phrase(seenFrom: now) ?? ""
        return switch timer.state {
        case .cooking: "done \(atEnd)"
        case .paused: "paused"
        case .ringing: "ringing since \(end?.clock ?? "")"
        case .snoozed: "rings again \(atEnd)"
        case .missed: "missed \(atEnd)"
        }
    }

    /// The bar runs down: what is full is what remains. An eighth of a cell is the finest step.
    private func bar(left: Double, width: Int) -> (full: String, empty: String) {
        let left = max(0, min(1, left))
        guard style.hasUnicode else {
            let full = Int((left * Double(width)).rounded())
            return (String(repeating: "#", count: full), String(repeating: "-", count: width - full))
        }
        let eighths = Int((left * Double(width) * 8).rounded())
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let full = String(repeating: "█", count: eighths / 8) + partial
        return (full, String(repeating: "░", count: width - eighths / 8 - (partial.isEmpty ? 0 : 1)))
    }

    private var ellipsis: String { style.hasUnicode ? "…" : "." }

    private func paint(_ text: String, _ color: Style.Color) -> String {
        style.paint(TextWidth.cut(text, to: columns, ellipsis: ellipsis), color)
    }
}
