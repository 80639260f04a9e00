import EggTimers
import EggWire
import Glibc

/// One of the ways to show the timers that are watched.
protocol WatchView: AnyObject {
    /// Called before anything is shown, and again after a stop.
    ///
    /// - Parameter name: the only timer that is watched; nil for all.
    func begin(name: TimerName?)
    /// An event, with the timers that are watched.
    func show(_ reply: Timers.Watch.Reply)
    /// The event with which the watched run is over.
    func showEnd(_ reply: Timers.Watch.Reply)
    /// Timers that ended while eggd could not be reached.
    func showEnded(_ timers: [(timer: Timers.Timer, ending: Timers.Ending?)])
    /// A problem with the watch, as a sentence.
    func warn(_ sentence: String)
    /// The connection is lost, for this reason. The states shown last may have changed since.
    func lose(_ failure: Failure)
    /// A second has passed while something rings; so much time since the last event.
    func count(_ elapsed: Duration)
    /// An alarm rings that can't be heard. Called once a second while that lasts.
    func ringBell()
    /// The window has another size.
    func resized()
    /// Ctrl-C has ended the watch; called after `end`.
    func showWhatGoesOn()
    /// Called last, and before a stop.
    func end()
    /// Where keys can be read just now.
    var keyDescriptor: Int32? { get }
    /// The bytes of the keys that were pressed.
    func keys() -> [UInt8]
}

extension WatchView {
    func begin(name: TimerName?) {}
    func showEnd(_ reply: Timers.Watch.Reply) { show(reply) }
    func showEnded(_ timers: [(timer: Timers.Timer, ending: Timers.Ending?)]) {}
    func warn(_ sentence: String) { Output.complain(sentence) }
    func lose(_ failure: Failure) { warn(Sentences.waiting(failure)) }
    func count(_ elapsed: Duration) {}
    func ringBell() {
        // Standard output is read by another program. Standard error may be a person's terminal.
        if isatty(STDERR_FILENO) == 1 { Output.write("\u{7}", to: STDERR_FILENO) }
    }
    func resized() {}
    func showWhatGoesOn() {}
    func end() {}
    var keyDescriptor: Int32? { nil }
    func keys() -> [UInt8] { [] }
}

/// For people at a terminal: a picture that is drawn anew in its place.
final class ScreenView: WatchView {
    private let style: Style
    private let terminal = Terminal()
    private var name: TimerName?
    private var last: Timers.Watch.Reply?
    private var elapsed: Duration = .zero
    private var warnings: [String] = []
    private var isLost = false

    init(style: Style) {
        self.style = style
    }

    func begin(name: TimerName?) {
        self.name = name
        terminal.prepare()
    }

    func show(_ reply: Timers.Watch.Reply) {
        last = reply
        elapsed = .zero
        warnings = []
        isLost = false
        draw(ringing: reply.event.kind == .rang)
    }

    /// A sentence takes the picture's place: the timer that it showed is gone, or is another one now.
    func showEnd(_ reply: Timers.Watch.Reply) {
        terminal.erase()
        if let before = last?.timers.first { Output.line(Sentences.over(before, reply.event.kind)) }
    }

    func showEnded(_ timers: [(timer: Timers.Timer, ending: Timers.Ending?)]) {
        terminal.erase()
        for (timer, ending) in timers { Output.line(Sentences.ended(timer, ending)) }
    }

    func warn(_ sentence: String) {
        warnings = [sentence]
        draw(ringing: false)
    }

    func lose(_ failure: Failure) {
        isLost = true
        // A narrow window has no room for the reason.
        warnings =
            ["eggd is gone; waiting for it"] + (failure.mend.map { ["\(failure.advice): \($0)"] } ?? [failure.message])
        draw(ringing: false)
    }

    func count(_ elapsed: Duration) {
        self.elapsed = elapsed
        draw(ringing: false)
    }

    func ringBell() {
        draw(ringing: true)
    }

    func resized() {
        draw(ringing: false)
    }

    func showWhatGoesOn() {
        guard !isLost, let timers = last?.timers else { return }
        for line in Sentences().goesOn(timers) { Output.line(line) }
    }

    func end() {
        terminal.restore()
    }

    var keyDescriptor: Int32? { terminal.readsKeys ? STDIN_FILENO : nil }

    func keys() -> [UInt8] { terminal.keys() }

    private func draw(ringing: Bool) {
        let (columns, rows) = Terminal.size
        let hasMargin = rows > 1
        var picture = Picture(style: style, columns: columns, rows: hasMargin ? rows - 1 : rows)
        picture.name = name
        picture.warnings = warnings
        picture.hasKeys = terminal.readsKeys && !isLost
        let timers = last?.timers.map { isLost ? $0 : $0.aged(by: elapsed) } ?? []
        terminal.draw(
            picture.lines(timers, soundOut: isLost ? nil : last?.soundOut), columns: columns, hasMargin: hasMargin,
            ringing: ringing)
    }
}

/// For people elsewhere, such as in a log file: one line per event.
final class LineView: WatchView {
    private let style: Style
    private var name: TimerName?
    /// As they last stood: an event that removes a timer comes without it.
    private var last: [Timers.Timer] = []

    init(style: Style) {
        self.style = style
    }

    func begin(name: TimerName?) {
        self.name = name
    }

    func show(_ reply: Timers.Watch.Reply) {
        Output.line(
            Sentences().event(reply, of: reply.timers, before: last, name: name, separator: style.separator))
        last = reply.timers
    }

    func showEnded(_ timers: [(timer: Timers.Timer, ending: Timers.Ending?)]) {
        for (timer, ending) in timers {
            Output.line("\(LocalTime.now.clockWithSeconds) \(Sentences.ended(timer, ending))")
        }
    }
}

/// For programs: one object per event, with the wire's own field names.
final class JSONView: WatchView {
    func show(_ reply: Timers.Watch.Reply) {
        Output.json(reply)
    }
}

/// For status bars: the line that the user has given, whenever it changes, about the timer that wants attention first.
final class FormatView: WatchView {
    private let format: FormatString
    private var last: (line: String, timers: [Timers.Timer])?

    init(format: FormatString) {
        self.format = format
    }

    func show(_ reply: Timers.Watch.Reply) {
        show(reply.timers, elapsed: .zero)
    }

    /// A status bar has no room to say that its time may be wrong, so it shows none.
    func lose(_ failure: Failure) {
        show([], elapsed: .zero)
        warn(Sentences.waiting(failure))
    }

    func count(_ elapsed: Duration) {
        if let last { show(last.timers, elapsed: elapsed) }
    }

    private func show(_ timers: [Timers.Timer], elapsed: Duration) {
        let first = timers.min { $0.urgency < $1.urgency }
        let line = first.map { format.line(for: $0.aged(by: elapsed)) } ?? ""
        if line != last?.line { Output.write(line + "\n") }
        last = (line, timers)
    }
}

extension Timers.Timer {
    /// The order in which timers want attention: what rings, then what rings next, then what was missed, then what is
    /// paused.
    var urgency: (Int, Int64) {
        switch state {
        case .ringing: (0, -max(0, overdueMs))
        case .cooking, .snoozed: (1, remainingMs)
        case .missed: (2, overdueMs)
        case .paused: (3, remainingMs)
        }
    }

    /// A ringing timer so much later: no ticks arrive for it.
    func aged(by elapsed: Duration) -> Timers.Timer {
        guard state == .ringing else { return self }
        var aged = self
        aged.overdueMs = max(0, overdueMs).addingReportingOverflow(elapsed.millisecondsRoundedDown).partialValue
        return aged
    }
}
