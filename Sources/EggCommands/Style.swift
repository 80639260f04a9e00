import EggArguments
import EggWire
import Glibc

/// What the terminal can show.
struct Style: Equatable {
    /// Escape sequences for colour.
    var hasColor: Bool
    /// More than ASCII.
    var hasUnicode: Bool

    static let plain = Style(hasColor: false, hasUnicode: true)

    /// What standard output can show: colour on a terminal, unless `NO_COLOR` says otherwise or it is a dumb one.
    static func ofStandardOutput() -> Style {
        let refusesColor = Environment.variable("NO_COLOR") != nil
        let isCapable = isatty(STDOUT_FILENO) == 1 && Environment.variable("TERM") != "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.variable).first ?? ""
        let charset = locale.split(separator: ".").last?.lowercased() ?? ""
        return Style(
            hasColor: isCapable && !refusesColor, hasUnicode: charset.hasPrefix("utf-8") || charset.hasPrefix("utf8"))
    }

    enum Color: String {
        case green = "32"
        case yellow = "33"
        case magenta = "35"
        case red = "31"
        case loud = "1;31"
        case faint = "2"
    }

    func paint(_ text: String, _ color: Color) -> String {
        hasColor && !text.isEmpty ? "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m" : text
    }

    static func color(of state: Timers.State) -> Color {
        switch state {
        case .cooking: .green
        case .paused: .yellow
        case .ringing: .loud
        case .snoozed: .magenta
        case .missed: .red
        }
    }
}
