import CLinux
import Glibc

/// Standard output as a terminal that is drawn on in place.
final class Terminal {
    private var isPrepared = false
    private var original: termios?
    /// How wide each line of the last picture was.
    private var drawn: [Int] = []

    /// The window in characters; what can't be asked is taken for a terminal of old.
    static var size: (columns: Int, rows: Int) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard clinux_window_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
        return (Int(columns), Int(rows))
    }

    deinit {
        restore()
    }

    /// Hides the cursor, and keeps typed keys from being echoed into the picture.
    func prepare() {
        isPrepared = true
        Output.write("\u{1b}[?25l")
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
        original = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Leaves the last picture standing and the terminal as it was.
    func restore() {
        guard isPrepared else { return }
        isPrepared = false
        if var settings = original { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        original = nil
        Output.write((drawn.isEmpty ? "" : "\r\n") + "\u{1b}[?25h")
        drawn = []
    }

    /// Takes the picture away, for what is to stand in its place.
    func erase() {
        guard !drawn.isEmpty else { return }
        Output.write(goToTop(columns: Self.size.columns) + "\u{1b}[J")
        drawn = []
    }

    /// Draws lines over those of the last picture, in one write: nothing flickers, since nothing is erased that is not
    /// written over at once.
    func draw(_ lines: [String], columns: Int, ringing: Bool = false) {
        var frame = ringing ? "\u{7}" : ""
        frame += goToTop(columns: columns)
        frame += lines.map { "\($0)\u{1b}[K" }.joined(separator: "\r\n")
        frame += "\u{1b}[J"
        Output.write(frame)
        drawn = lines.map(TextWidth.ofPainted)
    }

    /// To the first cell of the last picture. In a window that has become narrower its lines have been wrapped, as
    /// terminals do, and take more rows than they did.
    private func goToTop(columns: Int) -> String {
        let rows = drawn.reduce(0) { rows, width in rows + max(1, (width + columns - 1) / max(1, columns)) }
        return rows > 1 ? "\r\u{1b}[\(rows - 1)A" : "\r"
    }
}
