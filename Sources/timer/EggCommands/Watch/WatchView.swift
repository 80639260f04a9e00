import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import Languages
import Terminal

protocol WatchView: AnyObject {
    /// The watched timer, which can be renamed; nil for all.
    var name: TimerName? { get set }
    /// Called before anything is shown, and again after the process was stopped by Ctrl-Z.
    func begin()
    func show(_ reply: Timers.Watch.Reply)
    func showEnd(_ reply: Timers.Watch.Reply)
    /// Shows timers that ended while eggd could not be reached.
    func showEnded(_ timers: [(timer: Timers.Timer, ending: Timers.Ending?)])
    func warn(_ sentence: String)
    /// Shows that nothing arrives on the connection, so the states shown last may be out of date.
    func stall()
    /// Shows that the connection is lost, so the states shown last may be out of date.
    func lose(_ failure: Failure)
    /// Called each second while an alarm rings or `changesEachSecond`, with the time since the last event.
    func count(_ elapsed: Duration)
    /// Whether what is shown changes each second although no event arrives.
    var changesEachSecond: Bool { get }
    /// Rings the terminal's bell; called each second while an alarm rings that can't be heard.
    func ringBell()
    func resized()
    /// Shows the timers that continue after Ctrl-C; called after `end`.
    func showContinuing()
    /// Called at the end, and before the process is stopped by Ctrl-Z.
    func end()
    /// The descriptor from which keys or clicks can be read, if any.
    var keyDescriptor: Int32? { get }
    /// Reads keys or clicks; returns their requests, given the timers that are shown.
    func requests(_ timers: [Timers.Timer]) -> [TimerRequest]
    /// Whether the view begins, and says so, although eggd can't be reached.
    var startsWithoutEggd: Bool { get }
}

extension WatchView {
    func begin() {}
    func showEnd(_ reply: Timers.Watch.Reply) { show(reply) }
    func showEnded(_ timers: [(timer: Timers.Timer, ending: Timers.Ending?)]) {}
    func warn(_ sentence: String) { Eggctl.program.complain(sentence) }
    func stall() { warn(Sentences.stalled) }
    func lose(_ failure: Failure) { warn(Sentences.waiting(failure)) }
    func count(_ elapsed: Duration) {}
    var changesEachSecond: Bool { false }
    func ringBell() {
        // Standard output is read by another program, but standard error may be the user's terminal.
        if isatty(STDERR_FILENO) == 1 { Eggctl.program.write("\u{7}", to: STDERR_FILENO) }
    }
    func resized() {}
    func showContinuing() {}
    func end() {}
    var keyDescriptor: Int32? { nil }
    func requests(_ timers: [Timers.Timer]) -> [TimerRequest] { [] }
    var startsWithoutEggd: Bool { false }
}

/// The view for terminals: a picture that is redrawn in place.
final class ScreenView: WatchView {
    private let style: Style
    private let screen: Screen
    var name: TimerName?
    private var last: Timers.Watch.Reply?
    private var elapsed: Duration = .zero
    private var warnings: [String] = []
    private var isLost = false
    private var isStalled = false
    private var cue: Announcement?

    init(style: Style) {
        self.style = style
        let colors = min(style.colors, Style.basicColors)
        screen = Screen(.inline, .ofStandardOutput, colors: colors) { Eggctl.program.write($0) }
    }

    func begin() {
        screen.enter()
    }

    func show(_ reply: Timers.Watch.Reply) {
        last = reply
        elapsed = .zero
        warnings = []
        (isLost, isStalled) = (false, false)
        if reply.event.kind == .cued { cue = Announcement(reply, at: .now) }
        draw(ringing: reply.event.kind == .rang || reply.event.kind == .cued)
    }

    /// Replaces the picture by a message, because its timer was removed or replaced.
    func showEnd(_ reply: Timers.Watch.Reply) {
        screen.erase()
        if let before = last?.timers.first { Output.line(Sentences.over(before, reply.event.kind)) }
    }

    func showEnded(_ timers: [(timer: Timers.Timer, ending: Timers.Ending?)]) {
        screen.erase()
        for (timer, ending) in timers { Output.line(Sentences.ended(timer, ending)) }
    }

    func warn(_ sentence: String) {
        warnings = [sentence]
        draw(ringing: false)
    }

    func stall() {
        isStalled = true
        warnings = [Sentences.countdownContinues]
        draw(ringing: false)
    }

    func lose(_ failure: Failure) {
        isLost = true
        warnings = failure.reconnecting
        draw(ringing: false)
    }

    func count(_ elapsed: Duration) {
        self.elapsed = elapsed
        draw(ringing: isTimeUp)
    }

    var changesEachSecond: Bool { currentCue != nil || (isLost || isStalled) && timers.contains(where: \.isCounting) }

    /// The timers as they are now; without eggd, they run on.
    private var timers: [Timers.Timer] {
        let timers = last?.timers ?? []
        return timers.map { isLost || isStalled ? $0.advanced(by: elapsed) : $0.aged(by: elapsed) }
    }

    /// Whether an alarm that eggd should sound is due although it doesn't answer.
    private var isTimeUp: Bool { (isLost || isStalled) && timers.contains(where: \.isUp) }

    private var currentCue: String? {
        cue.flatMap { $0.applies(to: timers, at: .now) ? $0.text : nil }
    }

    func ringBell() {
        draw(ringing: true)
    }

    func resized() {
        draw(ringing: false)
    }

    func showContinuing() {
        guard !isLost, let timers = last?.timers else { return }
        for line in Sentences().continuing(timers) { Output.line(line) }
    }

    func end() {
        screen.leave()
    }

    var keyDescriptor: Int32? { screen.keyDescriptor }

    /// A key answers every alarm that rings.
    func requests(_ timers: [Timers.Timer]) -> [TimerRequest] {
        // An escape alone means nothing here, but a key that follows it later is not Alt and this key.
        _ = screen.lateKeys()
        guard let key = screen.readKeys()?.first(where: { $0.dismisses || $0.snoozes }) else { return [] }
        return timers.filter(\.state.traits.rings).map {
            key.snoozes ? .change(.snooze(), $0.reference) : .change(.dismiss, $0.reference)
        }
    }

    private func draw(ringing: Bool) {
        let (columns, rows) = Screen.size
        // There is an empty line above the picture.
        var picture = Picture(style: style, columns: columns, rows: max(1, rows - 1))
        picture.name = name
        picture.warnings = isTimeUp ? [Sentences.timeIsUp] + warnings.dropFirst() : warnings
        picture.cue = currentCue
        picture.storeOut = isLost ? nil : last?.storeOut
        picture.hasKeys = screen.keyDescriptor != nil && !isLost
        if ringing { screen.ringBell() }
        screen.draw(picture.draw(timers, soundOut: isLost ? nil : last?.soundOut))
    }
}

/// The view for other output, such as a log file or a terminal whose cursor can't be moved: one line per event.
final class LineView: WatchView {
    private let style: Style
    var name: TimerName?
    /// The timers after the last event, and those whose removal it doesn't tell yet.
    private var last: [Timers.Timer] = []
    /// Whether a person at a terminal can answer alarms by a line.
    private var hasKeys = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1

    init(style: Style) {
        self.style = style
    }

    func show(_ reply: Timers.Watch.Reply) {
        guard reply.event.kind != .tick else { return }
        let line = Sentences().event(
            reply, of: reply.timers, before: last, name: name, separator: style.separator)
        Output.line(line)
        if reply.event.kind == .snapshot, let reason = reply.storeOut { warn(Sentences.notSaved(reason)) }
        if hasKeys, reply.event.kind == .rang { Output.line(tr("Enter: dismiss   z and Enter: snooze")) }
        last = reply.known(before: last)
    }

    func showEnded(_ timers: [(timer: Timers.Timer, ending: Timers.Ending?)]) {
        for (timer, ending) in timers {
            Output.line("\(LocalTime.now.clockWithSeconds) \(Sentences.ended(timer, ending))")
        }
    }

    var keyDescriptor: Int32? { hasKeys && Screen.isInForeground ? STDIN_FILENO : nil }

    /// A line answers every alarm that rings: one that begins with z snoozes it, any other one dismisses it.
    func requests(_ timers: [Timers.Timer]) -> [TimerRequest] {
        var line = [UInt8](repeating: 0, count: 1024)
        guard read(STDIN_FILENO, &line, line.count) > 0 else {
            hasKeys = false
            return []
        }
        let snoozes = line.first == UInt8(ascii: "z") || line.first == UInt8(ascii: "Z")
        return timers.filter(\.state.traits.rings).map {
            snoozes ? .change(.snooze(), $0.reference) : .change(.dismiss, $0.reference)
        }
    }
}

/// The view for programs: one JSON object per event, with the field names of the wire.
final class JSONView: WatchView {
    var name: TimerName?

    func show(_ reply: Timers.Watch.Reply) {
        Output.json(reply)
    }
}

/// How `watch` and `status` show timers.
enum Rendering: Equatable {
    case forPeople
    case json
    case format(FormatString)
    case waybar
    case i3bar

    /// The options that choose a rendering; only one can be given.
    static let options = [Option.json, .format, WatchCommand.waybar, WatchCommand.i3bar]

    init(_ words: CommandWords) throws(Complaint) {
        self =
            switch try words.only(of: Self.options) {
            case Option.json: .json
            case Option.format: .format(try FormatString(words[.format] ?? ""))
            case WatchCommand.waybar: .waybar
            case WatchCommand.i3bar: .i3bar
            default: .forPeople
            }
    }

    func view(_ style: Style) -> any WatchView {
        switch self {
        case .forPeople: style.canRedraw ? ScreenView(style: style) : LineView(style: style)
        case .json: JSONView()
        case .format(let format): BarView(FormatBar(format: format))
        case .waybar: BarView(WaybarBar())
        case .i3bar: BarView(I3Bar())
        }
    }
}
