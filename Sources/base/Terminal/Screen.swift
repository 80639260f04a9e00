import CLinux
import Glibc
import POSIX

/// The terminal of standard input and output: its settings, its keys, and the pictures that it shows.
package final class Screen {
    /// Where pictures are drawn.
    package enum Place: Sendable {
        /// In the whole window, on the alternate screen. Taps and pasted text are reported.
        case window
        /// Below the lines that other programs have written, as long as there are pictures.
        ///
        /// Between two pictures, the cursor is on an empty line above them. A line that another program writes to the
        /// same terminal appears there, and the next picture is drawn below it.
        case inline
    }

    private let place: Place
    private let hasTitle: Bool
    private let writer: PictureWriter
    private let write: (String) -> Void
    private var reader = KeyReader()
    private var isTaken = false
    /// The terminal's settings before this program changed them; nil while keys can't be read.
    private var original: termios?
    /// The picture that the window shows; nil if it may show something else.
    private var shown: Canvas?
    /// The number of rows that the last inline picture took, including its empty line.
    private var height = 0
    /// The columns of the window for which the last inline picture was drawn.
    private var columns = 0
    /// Whether wrapped lines of a picture may have left a narrow window; they return when it is wider again.
    private var hasLeftovers = false
    private var title = ""

    /// The part of a window that is drawn on, in characters. It covers every real screen; a larger size, of which
    /// terminals can tell 65,535 by 65,535, would take all memory.
    private static let maxSize = (columns: 1_000, rows: 400)

    /// SGR mouse mode: a press of a button is reported with its cell, in any size of window. Bracketed paste: text that
    /// is pasted is marked, so that it isn't taken for keys.
    private static let inputOn = "\u{1b}[?1000h\u{1b}[?1006h\u{1b}[?2004h"
    private static let inputOff = "\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1000l"
    /// XTPUSHTITLE and XTPOPTITLE.
    private static let (saveTitle, restoreTitle) = ("\u{1b}[22;2t", "\u{1b}[23;2t")
    private static let (hideCursor, showCursor) = ("\u{1b}[?25l", "\u{1b}[?25h")

    /// The terminal, which is taken with the first picture.
    ///
    /// - Parameters:
    ///   - colors: how many colours are used; 0 for none.
    ///   - write: writes to standard output.
    package init(_ place: Place, _ type: TerminalType, colors: Int, write: @escaping (String) -> Void) {
        self.place = place
        hasTitle = place == .window && type.hasTitle
        writer = PictureWriter(colors: colors)
        self.write = write
    }

    deinit {
        leave()
    }

    /// The window's size in characters, limited to what is drawn on; 80 by 24 if it is unknown.
    package static var size: (columns: Int, rows: Int) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard clinux_window_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
        return (min(Int(columns), maxSize.columns), min(Int(rows), maxSize.rows))
    }

    // MARK: Taking and leaving

    /// Takes the terminal, also after another program had it; the next picture is drawn in full.
    package func enter() {
        // After SIGSTOP, which can't be handled, the terminal is as this program had it, or as the shell has it.
        if place == .window { leave() }
        isTaken = true
        shown = nil
        title = ""
        takeKeys()
        switch place {
        case .window: write((hasTitle ? Self.saveTitle : "") + "\u{1b}[?1049h" + Self.inputOn + Self.hideCursor)
        case .inline: write(Self.hideCursor)
        }
    }

    /// Restores the terminal; the last inline picture stays on the screen.
    package func leave() {
        guard isTaken else { return }
        isTaken = false
        let down = height > 1 ? "\r\u{1b}[\(height - 1)B" : "\r"
        // The terminal may have hung up, so it doesn't matter whether this is written.
        _ = writeAll(Array(((height > 0 ? down + "\r\n" : "") + farewell).utf8), to: STDOUT_FILENO)
        height = 0
        // In the background, tcsetattr would stop the program; the shell has restored its own settings by then.
        if var settings = original, Self.isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        original = nil
    }

    /// The sequence that restores the screen.
    private var farewell: String {
        switch place {
        case .window:
            Self.inputOff + (hasTitle ? Self.restoreTitle : "") + "\u{1b}[0m\u{1b}[?1049l" + Self.showCursor
        case .inline: Self.showCursor
        }
    }

    /// Turns off line editing and echo.
    private func takeKeys() {
        var settings = termios()
        // A watch can run in the background. The app can't: there, tcsetattr stops it until it is brought to the front.
        guard place == .window || Self.isInForeground, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        if original == nil { original = settings }
        if var settings = original { clinux_restore_terminal_after_crash(farewell, &settings) }
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Whether this process may read keys, because its job is in the foreground of the terminal.
    package static var isInForeground: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        // Job control has no effect on a terminal that doesn't control this process.
        return group == -1 || group == getpgrp()
    }

    // MARK: Keys

    /// The descriptor to poll for keys; nil if this program may not read any.
    package var keyDescriptor: Int32? { original != nil && Self.isInForeground ? STDIN_FILENO : nil }

    /// When the escape that was read last becomes a key; nil if it won't.
    package var keyDeadline: KeyReader.Instant? { reader.deadline }

    /// The keys whose bytes have arrived, without waiting; nil if the terminal has hung up.
    package func readKeys() -> [Key]? {
        guard let bytes = Self.bytes(from: STDIN_FILENO) else {
            original = nil
            return nil
        }
        return reader.read(bytes, at: .now)
    }

    /// The escape whose time is over, given that nothing more can be read now.
    package func lateKeys() -> [Key] { reader.keys(at: .now) }

    /// The bytes that have arrived at a terminal that was taken; nil if it has hung up.
    static func bytes(from terminal: Int32) -> [UInt8]? {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { space in
            // An interrupted read is not repeated: the caller handles signals and polls again.
            let count = read(terminal, space.baseAddress, space.count)
            if count > 0 { return Array(space[..<count]) }
            // Another program may have read the keys first; poll tells whether the terminal has hung up.
            var entry = pollfd(fd: terminal, events: 0, revents: 0)
            return poll(&entry, 1, 0) == 0 ? [] : nil
        }
    }

    // MARK: Pictures

    /// Draws a picture; in a window, only what differs from the last one is written.
    package func draw(_ canvas: Canvas) {
        if !isTaken { enter() }
        switch place {
        case .window:
            write(writer.changes(from: shown, to: canvas))
            shown = canvas
        case .inline:
            // A job that was started in the background may have been brought to the front.
            if original == nil { takeKeys() }
            let size = Self.size
            let wrapped = height * ((columns + size.columns - 1) / size.columns)
            if columns > size.columns, wrapped > size.rows { hasLeftovers = true }
            if hasLeftovers, columns < size.columns {
                write("\u{1b}[H\u{1b}[2J")
                hasLeftovers = false
            }
            columns = size.columns
            let hasMargin = canvas.rows < size.rows
            height = canvas.rows + (hasMargin ? 1 : 0)
            write(writer.lines(of: canvas, hasMargin: hasMargin))
        }
    }

    /// Makes the next picture be drawn in full, because the window's size has changed.
    package func forgetPicture() {
        shown = nil
    }

    /// Erases the inline picture, so that other output can take its place.
    package func erase() {
        guard height > 0 else { return }
        write("\r\u{1b}[J")
        height = 0
    }

    /// Sets the window's title, which must have no control characters.
    package func setTitle(_ text: String) {
        guard hasTitle, text != title else { return }
        title = text
        write("\u{1b}]2;\(text)\u{1b}\\")
    }

    package func ringBell() {
        write("\u{7}")
    }
}
