import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import Languages
import Text
import Varlink

/// A status bar's format of the timers, and the requests that clicks in it make.
protocol StatusBar {
    /// The text before the first line.
    var header: String { get }
    /// Whether the bar also shows that eggd can't be reached at its start, because nobody would start it again.
    var startsWithoutEggd: Bool { get }
    /// Whether clicks arrive on standard input.
    var readsClicks: Bool { get }
    /// The line for these timers, the most urgent one first.
    func line(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?) -> String
    /// The line while eggd can't be reached.
    func line(lost failure: Failure) -> String
    /// The request that a line of input means; nil for all other input.
    func request(_ line: [UInt8], _ timers: [Timers.Timer]) -> TimerRequest?
}

extension StatusBar {
    var header: String { "" }
    var startsWithoutEggd: Bool { true }
    var readsClicks: Bool { false }
    func request(_ line: [UInt8], _ timers: [Timers.Timer]) -> TimerRequest? { nil }
}

/// The user's own format: the most urgent timer, and an empty line without one.
struct FormatBar: StatusBar {
    let format: FormatString

    var startsWithoutEggd: Bool { false }

    func line(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?) -> String {
        timers.first.map(format.line) ?? ""
    }

    /// The line has no place for a warning, so it shows no time that may be wrong.
    func line(lost failure: Failure) -> String { "" }
}

/// The view for status bars: a line that is printed whenever it changes.
final class BarView: WatchView {
    var name: TimerName?
    private let bar: any StatusBar
    private let source: Int32
    private let output: Int32
    private var line: String?
    private var last: Timers.Watch.Reply?
    private var hasHeader = false
    /// Input that isn't a whole line yet; nil after its end.
    private var input: [UInt8]?
    /// More than this without a line is no input of a status bar.
    private static let maxInputLength = 64 * 1024

    /// - Parameter source: the descriptor of the clicks, if the bar reads any.
    init(_ bar: any StatusBar, source: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
        self.bar = bar
        self.source = source
        self.output = output
        input = bar.readsClicks ? [] : nil
    }

    var startsWithoutEggd: Bool { bar.startsWithoutEggd }

    func begin() {
        if !hasHeader, !bar.header.isEmpty { Eggctl.program.write(bar.header, to: output) }
        hasHeader = true
    }

    func show(_ reply: Timers.Watch.Reply) {
        last = reply
        count(.zero)
    }

    func lose(_ failure: Failure) {
        last = nil
        write(bar.line(lost: failure))
        warn(Sentences.waiting(failure))
    }

    func count(_ elapsed: Duration) {
        guard let last else { return }
        let timers = last.timers.sorted { $0.urgency < $1.urgency }.map { $0.aged(by: elapsed) }
        write(bar.line(timers, soundOut: last.soundOut, storeOut: last.storeOut))
    }

    private func write(_ text: String) {
        if text != line { Eggctl.program.write(text + "\n", to: output) }
        line = text
    }

    // MARK: Clicks

    var keyDescriptor: Int32? { input == nil ? nil : source }

    func requests(_ timers: [Timers.Timer]) -> [TimerRequest] {
        guard var bytes = input else { return [] }
        var chunk = [UInt8](repeating: 0, count: 4096)
        // An interrupted read is not repeated: another process may have read the input meanwhile, and a second read
        // would block. The loop handles signals and polls again.
        let count = read(source, &chunk, chunk.count)
        guard count > 0 else {
            let isInterrupted = count < 0 && (errno == EINTR || errno == EAGAIN)
            if !isInterrupted { input = nil }
            return []
        }
        bytes += chunk[..<count]
        var requests: [TimerRequest] = []
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            if let request = bar.request(Array(bytes[..<end]), timers) { requests.append(request) }
            bytes.removeSubrange(...end)
        }
        input = bytes.count > Self.maxInputLength ? [] : bytes
        return requests
    }
}

extension Sentences {
    /// A timer in a few characters: `soft 4:59`, `left-pot ringing 0:20`.
    static func brief(_ timer: Timers.Timer) -> String {
        let isEgg = timer.isNamed(TimerName.standard.text) && timer.egg != EggMenu.custom
        let named = timer.origin == nil ? timer.nameInWords : timer.label
        let title = isEgg ? EggWords.name(of: timer.egg) : named
        return "\(title) \(timer.words(seenFrom: .now).brief)"
    }
}

/// The lines of `watch --i3bar`: i3bar's protocol, with a block for each timer.
struct I3Bar: StatusBar {
    /// A block; the fields are those of i3bar's protocol.
    struct Block: Encodable, Equatable {
        let fullText: String
        let shortText: String
        var urgent = false
        var name = "eggtimer"
        /// The timer's name, which comes back with a click.
        var instance: String?

        enum CodingKeys: String, CodingKey {
            case fullText = "full_text"
            case shortText = "short_text"
            case urgent, name, instance
        }
    }

    /// A click; i3bar sends more fields than these.
    struct Click: Decodable {
        let button: Int
        let instance: String?
    }

    /// The protocol's header, and the beginning of an array without an end.
    var header: String { #"{"version":1,"click_events":true}"# + "\n[\n" }
    var readsClicks: Bool { true }

    func line(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?) -> String {
        var blocks = timers.map { timer in
            Block(
                fullText: printable(Sentences.brief(timer)), shortText: timer.briefTime,
                urgent: timer.state.traits.rings, instance: timer.name)
        }
        for (reason, text) in [(soundOut, tr("no sound")), (storeOut, tr("not saved"))]
        where reason != nil && !timers.isEmpty {
            blocks.append(Block(fullText: text, shortText: text))
        }
        return Output.text(blocks) + ","
    }

    func line(lost failure: Failure) -> String {
        Output.text([Block(fullText: tr("no eggd"), shortText: tr("no eggd"))]) + ","
    }

    /// The left button dismisses, pauses or resumes the timer, and the right one snoozes it.
    func request(_ line: [UInt8], _ timers: [Timers.Timer]) -> TimerRequest? {
        // The clicks are the elements of an array: there is a bracket or a comma before or after each.
        guard let start = line.firstIndex(of: UInt8(ascii: "{")), let end = line.lastIndex(of: UInt8(ascii: "}")),
            start < end, let click = try? decodeJSON(Click.self, from: Array(line[start...end])),
            let timer = timers.first(where: { timer in click.instance.map(timer.isNamed) ?? false })
        else { return nil }
        switch click.button {
        case 1: return timer.likelyRequest
        case 3: return timer.offers(Timers.Snooze.self) ? .change(.snooze(), timer.reference) : nil
        default: return nil
        }
    }
}

/// The content of a custom module of waybar; the fields are those of waybar-custom(5).
struct WaybarStatus: Encodable, Equatable {
    /// The most urgent timer, as Pango markup; empty without a timer, so that waybar hides the module.
    let text: String
    /// The state, by which waybar chooses an icon.
    let alt: String
    /// All timers and warnings, a line each, as Pango markup.
    let tooltip: String
    /// The classes for waybar's style sheet.
    let `class`: [String]
    let percentage: Int

    init(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?, words: Sentences = Sentences()) {
        text = timers.first.map { Self.markup(Sentences.brief($0)) } ?? ""
        alt = timers.first?.state.rawValue ?? "idle"
        let warnings = [soundOut.map(Sentences.noSound), storeOut.map(Sentences.notSaved)].compactMap { $0 }
        let lines = words.status(timers) + warnings
        tooltip = lines.map(Self.markup).joined(separator: "\n")
        self.class = [alt] + (soundOut == nil ? [] : ["no-sound"]) + (storeOut == nil ? [] : ["not-saved"])
        percentage = timers.first?.percent ?? 0
    }

    init(lost failure: Failure) {
        text = tr("no eggd")
        alt = "offline"
        tooltip = Self.markup(Sentences.waiting(failure))
        self.class = [alt]
        percentage = 0
    }

    /// A line in which nothing is markup.
    static func markup(_ text: String) -> String {
        MarkupText.escaped(printable(text))
    }
}

struct WaybarBar: StatusBar {
    func line(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?) -> String {
        Output.text(WaybarStatus(timers, soundOut: soundOut, storeOut: storeOut))
    }

    func line(lost failure: Failure) -> String {
        Output.text(WaybarStatus(lost: failure))
    }
}
