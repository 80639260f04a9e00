import EggClient
import EggWire
import Glibc
import Program

/// The capabilities of the terminal.
struct Style: Equatable {
    /// Whether it supports escape sequences for colour.
    var hasColor: Bool
    /// Whether it can show more than ASCII.
    var hasUnicode: Bool
    /// Whether it has eighths of a block and the ellipsis, which the fonts of the Linux console lack.
    var hasFineBlocks = true
    /// Whether escape sequences can move its cursor.
    var canRedraw = false

    static let plain = Style(hasColor: false, hasUnicode: true)

    /// The capabilities of standard output: colour on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
    static func ofStandardOutput() -> Style {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.variable).first ?? ""
        return Style(
            terminal: isatty(STDOUT_FILENO) == 1 ? Environment.variable("TERM") ?? "dumb" : nil, locale: locale,
            refusesColor: Environment.variable("NO_COLOR") != nil)
    }

    /// - Parameters:
    ///   - terminal: its type, as in `TERM`; nil if it is not a terminal.
    ///   - locale: the name of the locale for characters, such as `de_DE.UTF-8`.
    init(terminal: String?, locale: String, refusesColor: Bool) {
        let charset = locale.split(separator: ".").last?.lowercased() ?? ""
        canRedraw = terminal != nil && terminal != "dumb"
        hasColor = canRedraw && !refusesColor
        hasUnicode = charset.hasPrefix("utf-8") || charset.hasPrefix("utf8")
        hasFineBlocks = terminal != "linux"
    }

    init(hasColor: Bool, hasUnicode: Bool, hasFineBlocks: Bool = true) {
        self.hasColor = hasColor
        self.hasUnicode = hasUnicode
        self.hasFineBlocks = hasFineBlocks
    }

    enum Color: String, CaseIterable {
        case green = "32"
        case yellow = "33"
        case magenta = "35"
        case red = "31"
        case loud = "1;31"
        case faint = "2"
    }

    /// The sequences that follow the escape character in a painted text.
    static let sequences = (Color.allCases.map(\.rawValue) + ["0"]).map { Array("[\($0)m".unicodeScalars) }

    /// The text in a colour if colours are supported, without any other control characters.
    func paint(_ text: String, _ color: Color) -> String {
        let text = printable(text)
        return hasColor && !text.isEmpty ? "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m" : text
    }

    /// The mark at the end of text that was cut off.
    var ellipsis: String { hasUnicode && hasFineBlocks ? "…" : "." }

    /// The steps in which a bar moves through a cell.
    var stepsInCell: Int { hasUnicode && hasFineBlocks ? 8 : 1 }

    /// A sentence in the characters that the terminal can show.
    func sentence(_ text: String) -> String { hasUnicode ? text : text.replacing("°", with: "") }

    /// The separator between two timers on one line.
    var separator: String { hasUnicode ? " · " : ", " }

    static func color(of state: Timers.State) -> Color {
        switch state.traits.tone {
        case .running: .green
        case .paused: .yellow
        case .ringing: .loud
        case .snoozed: .magenta
        case .missed: .red
        }
    }
}
