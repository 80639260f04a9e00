import EggWire
import Glibc
import Varlink

/// A way to show what is being watched.
protocol WatchView: AnyObject {
    /// The first thing, and again after a stop.
    func begin()
    /// An event with the timers that were chosen.
    func show(_ reply: Timers.Watch.Reply, of timers: [Timers.Timer])
    /// The event with which the watched run is over.
    func showEnd(_ reply: Timers.Watch.Reply, of timers: [Timers.Timer])
    /// An alarm rings that can't be heard: told once a second, for as long as that is so.
    func cryOut()
    /// The window has another size.
    func resized()
    /// The last thing, and before a stop.
    func end()
}

extension WatchView {
    func begin() {}
    func showEnd(_ reply: Timers.Watch.Reply, of timers: [Timers.Timer]) { show(reply, of: timers) }
    func cryOut() {
        // What is written to standard output is for others to read; a person may sit behind the other one.
        if isatty(STDERR_FILENO) == 1 { Output.write("\u{7}", to: STDERR_FILENO) }
    }
    func resized() {}
    func end() {}
}

/// For people at a terminal: a picture that is drawn anew in its place.
final class ScreenView: WatchView {
    private let style: Style
    private let terminal = Terminal()
    private var last: (reply: Timers.Watch.Reply, timers: [Timers.Timer])?

    init(style: Style) {
        self.style = style
    }

    func begin() {
        terminal.prepare()
    }

    func show(_ reply: Timers.Watch.Reply, of timers: [Timers.Timer]) {
        last = (reply, timers)
        draw(ringing: reply.event.kind == .rang)
    }

    /// A sentence takes the picture's place: the timer that it showed is gone, or is another one now.
    func showEnd(_ reply: Timers.Watch.Reply, of timers: [Timers.Timer]) {
        terminal.erase()
        if let before = last?.timers.first { Output.line(Sentences.over(before, reply.event.kind)) }
    }

    func cryOut() {
        draw(ringing: true)
    }

    func resized() {
        draw(ringing: false)
    }

    func end() {
        terminal.restore()
    }

    private func draw(ringing: Bool) {
        guard let last else { return }
        let (columns, rows) = Terminal.size
        let picture = Picture(style: style, columns: columns, rows: rows)
        terminal.draw(picture.lines(last.timers, soundOut: last.reply.soundOut), columns: columns, ringing: ringing)
    }
}

/// For people elsewhere, a log file say: a line an event.
final class LineView: WatchView {
    /// As they last stood: an event that takes a timer away comes without it.
    private var last: [Timers.Timer] = []

    func show(_ reply: Timers.Watch.Reply, of timers: [Timers.Timer]) {
        Output.line(Sentences().event(reply, of: timers, before: last))
        last = timers
    }
}

/// For programs: an object an event, with the wire's own field names.
final class JSONView: WatchView {
    func show(_ reply: Timers.Watch.Reply, of timers: [Timers.Timer]) {
        var chosen = reply
        chosen.timers = timers
        Output.json(chosen)
    }
}

/// For status bars: the line that the user has given, whenever it changes, about the timer that wants attention first.
final class FormatView: WatchView {
    private let format: FormatString
    private var last: String?

    init(format: FormatString) {
        self.format = format
    }

    func show(_ reply: Timers.Watch.Reply, of timers: [Timers.Timer]) {
        let line = timers.min { $0.urgency < $1.urgency }.map(format.line) ?? ""
        guard line != last else { return }
        last = line
        Output.line(line)
    }
}

extension Timers.Timer {
    /// The order in which timers want attention: what rings, then what rings next, then what was missed, then what is
    /// held.
    var urgency: (Int, Int64) {
        switch state {
        case .ringing: (0, -max(0, overdueMs))
        case .cooking, .snoozed: (1, remainingMs)
        case .missed: (2, overdueMs)
        case .paused: (3, remainingMs)
        }
    }
}

extension Output {
    /// A value on one line, as JSON.
    static func json(_ value: some Encodable) {
        if let bytes = try? encodeJSON(value) { write(bytes + [UInt8(ascii: "\n")]) }
    }
}
