import Text

/// The abilities of a terminal, by the name of its type in `TERM`.
///
/// All terminals that people use understand the same sequences (ECMA-48), so only exceptions are listed, and no database
/// is read.
package struct TerminalType: Sendable {
    private let name: String

    /// The type of this name; nil for what is not a terminal.
    package init(_ name: String?) {
        self.name = name ?? "dumb"
    }

    /// Whether sequences move its cursor.
    package var canRedraw: Bool { !["", "dumb", "unknown"].contains(name) }

    /// How many colours are used; 0 for none.
    package var colors: Int {
        guard canRedraw, !isVideoTerminal else { return 0 }
        let rich = ["256color", "direct", "alacritty", "foot", "ghostty", "kitty", "wezterm"]
        return rich.contains(where: name.includes) ? 256 : 8
    }

    package var hasTitle: Bool { canRedraw && !isLinuxConsole && !isVideoTerminal }

    /// Whether it is the console of Linux, whose fonts have few characters.
    package var isLinuxConsole: Bool { name == "linux" || name.hasPrefix("linux-") }

    /// Whether it is one of DEC's terminals, such as `vt220`, the type that systemd gives to serial lines.
    private var isVideoTerminal: Bool { name.hasPrefix("vt") && name.dropFirst(2).first?.isNumber == true }
}
