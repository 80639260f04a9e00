import CNcurses
import Glibc
import POSIX

/// The whole screen of the terminal, by ncurses; there is one in a process.
public final class Screen {
    /// How many colours are used; 0 for none.
    public let colors: Int
    private let hasTitle: Bool
    private var title = ""
    private var isTaken = true
    /// Whether the screen shows something else than the last picture.
    private var isStale = false

    /// SGR mouse mode: a press of a button is reported with its cell, in any size of window. Bracketed paste: text that
    /// is pasted is marked, so that it isn't taken for keys.
    private static let inputOn = "\u{1b}[?1000h\u{1b}[?1006h\u{1b}[?2004h"
    private static let inputOff = "\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1000l"
    /// XTPUSHTITLE and XTPOPTITLE.
    private static let (saveTitle, restoreTitle) = ("\u{1b}[22;2t", "\u{1b}[23;2t")

    /// Takes the screen; nil if the terminal's type is unknown or can't address its cells.
    ///
    /// - Parameters:
    ///   - terminal: the terminal's type, as in `TERM`.
    ///   - hasUnicode: whether the terminal shows UTF-8, also if the locale that says so isn't installed.
    ///   - hasColor: whether colours are wanted.
    public init?(terminal: String, hasUnicode: Bool, hasColor: Bool) {
        if setlocale(LC_CTYPE, "") == nil, hasUnicode { setlocale(LC_CTYPE, "C.UTF-8") }
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        guard cncurses_start() == 0 else { return nil }
        // With more than 256, a number is not one of xterm's palette.
        let colors = hasColor ? Int(cncurses_colors()) : 0
        self.colors = colors > 256 ? 8 : colors
        hasTitle = !terminal.hasPrefix("linux") && !terminal.hasPrefix("vt")
        cncurses_restore_after_crash(Self.inputOff + (hasTitle ? Self.restoreTitle : ""), &settings)
        write((hasTitle ? Self.saveTitle : "") + Self.inputOn)
    }

    deinit {
        leave()
    }

    /// Gives the terminal back as it was.
    public func leave() {
        guard isTaken else { return }
        isTaken = false
        write(Self.inputOff + (hasTitle ? Self.restoreTitle : ""))
        cncurses_end()
    }

    /// Takes the screen again after `leave`, or after another program had it; the next picture is drawn in full.
    public func enter() {
        guard !isStale else { return }
        leave()
        isTaken = true
        isStale = true
        title = ""
    }

    /// Draws a picture; only what differs from the last one is written.
    public func draw(_ texts: [PaintedText]) {
        cncurses_erase()
        for text in texts {
            let paint = text.paint
            var attributes: UInt32 = 0
            if paint.isBold { attributes |= cncurses_bold }
            if paint.isFaint { attributes |= cncurses_faint }
            if paint.isReversed { attributes |= cncurses_reversed }
            cncurses_put(
                Int32(clamping: text.row), Int32(clamping: text.column), text.text,
                paint.ink?.number(of: colors) ?? -1, paint.ground?.number(of: colors) ?? -1, attributes)
        }
        cncurses_show(isStale ? 1 : 0)
        if isStale { write((hasTitle ? Self.saveTitle : "") + Self.inputOn) }
        isStale = false
    }

    /// The window has this size now.
    public func resize(columns: Int, rows: Int) {
        cncurses_resize(Int32(clamping: rows), Int32(clamping: columns))
    }

    /// Sets the window's title, which must have no control characters.
    public func setTitle(_ text: String) {
        guard hasTitle, text != title else { return }
        title = text
        write("\u{1b}]2;\(text)\u{1b}\\")
    }

    /// Rings the terminal's bell.
    public func ringBell() {
        write("\u{7}")
    }

    /// Writes past ncurses, which has written everything in its buffer.
    private func write(_ text: String) {
        _ = writeAll(Array(text.utf8), to: STDOUT_FILENO)
    }
}
