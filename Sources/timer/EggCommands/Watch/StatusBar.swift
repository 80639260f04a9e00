import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import Languages

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
