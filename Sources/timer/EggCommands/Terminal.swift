import CLinux
import Curses
import Glibc

/// Draws pictures in place on standard output, and reads keys from standard input.
///
/// Between two pictures, the cursor is on an empty line above them. A line that another program writes to the same
/// terminal appears there, and the next picture is drawn below it.
final class Terminal {
    private var isPrepared = false
    private var original: termios?
    /// The number of rows that the last picture took, including its empty line.
    private var height = 0

    /// The part of a window that is drawn on, in characters. It covers every real screen; a larger size, of which
    /// terminals can tell 65,535 by 65,535, would take all memory.
    private static let maxSize = (columns: 1_000, rows: 400)

    /// The window size in characters, limited to `maxSize`; 80 by 24 if it is unknown.
    static var size: (columns: Int, rows: Int) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard clinux_window_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
        return (min(Int(columns), maxSize.columns), min(Int(rows), maxSize.rows))
    }

    deinit {
        restore()
    }

    /// Hides the cursor and sets up the keys; called again after another job had the terminal.
    func prepare() {
        isPrepared = true
        Output.write("\u{1b}[?25l")
        takeKeys()
    }

    /// Turns off line editing and echo if this program is in the foreground.
    private func takeKeys() {
        var settings = termios()
        guard Self.isInForeground, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        if original == nil { original = settings }
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Restores the terminal's settings and leaves the last picture on the screen.
    func restore() {
        guard isPrepared else { return }
        isPrepared = false
        // In the background, tcsetattr would stop the program; the shell has restored its own settings by then.
        if var settings = original, Self.isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        original = nil
        let down = height > 1 ? "\r\u{1b}[\(height - 1)B" : "\r"
        Output.write((height > 0 ? down + "\r\n" : "") + "\u{1b}[?25h")
        height = 0
    }

    /// Whether this program may read keys.
    var readsKeys: Bool { original != nil && Self.isInForeground }

    /// The bytes of the keys that were pressed; never blocks.
    func keys() -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { space in
            let count = read(STDIN_FILENO, space.baseAddress, space.count)
            if count > 0 { return Array(space[..<count]) }
            // Another program may have read the keys first; poll tells whether the terminal has hung up.
            var entry = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            if poll(&entry, 1, 0) != 0 { original = nil }
            return []
        }
    }

    static var isInForeground: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        // Job control has no effect on a terminal that doesn't control this process.
        return group == -1 || group == getpgrp()
    }

    /// Erases the picture, so that other output can take its place.
    func erase() {
        guard height > 0 else { return }
        Output.write("\r\u{1b}[J")
        height = 0
    }

    /// Draws lines over the last picture in one write.
    ///
    /// - Parameter hasMargin: whether there is room for the empty line.
    func draw(_ lines: [String], columns: Int, hasMargin: Bool, ringing: Bool = false) {
        // A job that was started in the background may have been brought to the front.
        if original == nil { takeKeys() }
        var frame = ringing ? "\u{7}\r" : "\r"
        if hasMargin { frame += "\u{1b}[K\r\n" }
        for (index, line) in lines.enumerated() {
            let isLast = index == lines.count - 1
            let erase = isLast ? "\u{1b}[J" : "\u{1b}[K"
            // After a line that fills the window, some terminals would erase its last character.
            frame += TextWidth.ofPainted(line) < columns ? line + erase : erase + line
            if !isLast { frame += "\r\n" }
        }
        height = lines.count + (hasMargin ? 1 : 0)
        frame += height > 1 ? "\r\u{1b}[\(height - 1)A" : "\r"
        Output.write(frame)
    }
}

/// A key that answers an alarm.
enum AlarmKey {
    case dismiss, snooze

    /// The first of these keys that answers an alarm; nil if none does.
    init?(_ keys: [Key]) {
        let meanings = keys.lazy.compactMap { key -> AlarmKey? in
            switch key {
            case .enter, .character(" "), .character("d"), .character("D"): .dismiss
            case .character("z"), .character("Z"): .snooze
            case .character, .pasted, .escape, .backspace, .tab, .up, .down, .left, .right, .tap: nil
            }
        }
        guard let first = meanings.first else { return nil }
        self = first
    }
}
