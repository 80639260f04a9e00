import EggClient
import EggWire
import Glibc
import Program
import Terminal
import Text

/// The capabilities of the terminal.
struct Style: Equatable {
    /// How many colours are used; 0 for none, also where no escape sequences are supported.
    var colors: Int
    /// Whether it can show more than ASCII.
    var hasUnicode: Bool
    /// Whether it has eighths of a block and the ellipsis, which the fonts of the Linux console lack.
    var hasFineBlocks = true
    /// Whether escape sequences can move its cursor.
    var canRedraw = false

    static let plain = Style(colors: 0, hasUnicode: true)

    /// The capabilities of standard output: colour on a terminal that has any, unless `NO_COLOR` is set.
    static func ofStandardOutput() -> Style {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.variable).first ?? ""
        return Style(terminal: .ofStandardOutput, locale: locale, refusesColor: Environment.variable("NO_COLOR") != nil)
    }

    /// - Parameter locale: the name of the locale for characters, such as `de_DE.UTF-8`.
    init(terminal: TerminalType, locale: String, refusesColor: Bool) {
        let charset = locale.split(separator: ".").last?.lowercased() ?? ""
        canRedraw = terminal.canRedraw
        colors = refusesColor ? 0 : terminal.colors
        hasUnicode = charset.hasPrefix("utf-8") || charset.hasPrefix("utf8")
        hasFineBlocks = !terminal.isLinuxConsole
    }

    init(colors: Int, hasUnicode: Bool) {
        self.colors = colors
        self.hasUnicode = hasUnicode
    }

    /// Lines are painted in the terminal's own eight colours, which its user has chosen.
    static let basicColors = 8

    /// The text in a colour if colours are supported, without any other control characters.
    func paint(_ text: String, _ paint: Paint) -> String {
        let text = printable(text)
        return colors > 0 && !text.isEmpty ? paint.applied(to: text, colors: Self.basicColors) : text
    }

    var ellipsis: String { hasUnicode && hasFineBlocks ? "…" : "." }

    /// The steps in which a bar moves through a cell.
    var stepsInCell: Int { hasUnicode && hasFineBlocks ? 8 : 1 }

    /// A sentence in the characters that the terminal can show.
    func sentence(_ text: String) -> String { hasUnicode ? text : text.replacing(each: "°", by: "") }

    /// The separator between two timers on one line.
    var separator: String { hasUnicode ? " · " : ", " }
}

extension TerminalType {
    static let ofStandardOutput = TerminalType(isatty(STDOUT_FILENO) == 1 ? Environment.variable("TERM") : nil)
}

extension Paint {
    static let loud = Paint(ink: .loud, isBold: true)
    static let faint = Paint(isFaint: true)

    static func of(_ state: Timers.State) -> Paint { state.traits.rings ? .loud : Paint(ink: .of(state)) }
}

extension Ink {
    static let green = Ink(114, basic: 2)
    static let yellow = Ink(179, basic: 3)
    static let loud = Ink(203, basic: 1)
    static let glow = Ink(52, basic: 1)
    static let track = Ink(237, basic: 0)
    static let light = Ink(240, basic: 4)

    static func of(_ state: Timers.State) -> Ink {
        switch state.traits.tone {
        case .running: .green
        case .paused: .yellow
        case .ringing: loud
        case .snoozed: Ink(176, basic: 5)
        case .missed: Ink(167, basic: 1)
        }
    }
}
