import CLinux
import Glibc

/// Standard output as a terminal that is drawn on in place, and standard input as its keys.
///
/// Between two pictures the cursor rests on an empty line above them: a line that another program writes to the same
/// terminal stands there by itself, and the next picture is drawn whole below it.
final class Terminal {
    private var isPrepared = false
    private var original: termios?
    /// The rows from the cursor down that the last picture took, its empty line among them.
    private var height = 0

    /// The window in characters; 80 by 24 where it is unknown.
    static var size: (columns: Int, rows: Int) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard clinux_window_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
        return (Int(columns), Int(rows))
    }

    deinit {
        restore()
    }

    /// Hides the cursor and takes the keys; once more after another job had the terminal.
    func prepare() {
        isPrepared = true
        Output.write("\u{1b}[?25l")
        takeKeys()
    }

    /// Has keys delivered at once and not echoed, if this program is in the foreground.
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

    /// Leaves the last picture standing and the terminal as it was.
    func restore() {
        guard isPrepared else { return }
        isPrepared = false
        // In the background this would stop the program; the shell has its own settings in force by then.
        if var settings = original, Self.isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        original = nil
        let down = height > 1 ? "\r\u{1b}[\(height - 1)B" : "\r"
        Output.write((height > 0 ? down + "\r\n" : "") + "\u{1b}[?25h")
        height = 0
    }

    /// Whether keys are this program's to read.
    var readsKeys: Bool { original != nil && Self.isInForeground }

    /// The bytes of the keys that were pressed; never waits.
    func keys() -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { space in
            let count = read(STDIN_FILENO, space.baseAddress, space.count)
            if count > 0 { return Array(space[..<count]) }
            // Another program may have read them first; a terminal that hung up has no more.
            var entry = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            if poll(&entry, 1, 0) != 0 { original = nil }
            return []
        }
    }

    private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Takes the picture away, for what is to stand in its place.
    func erase() {
        guard height > 0 else { return }
        Output.write("\r\u{1b}[J")
        height = 0
    }

    /// Draws lines over those of the last picture, in one write.
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
            // Behind a line that fills the window some terminals would erase its last character.
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

    /// The meaning of what a terminal has sent; nil for all other keys.
    init?(_ bytes: [UInt8]) {
        // Arrows and function keys are several bytes after an escape, and may end in any letter.
        guard bytes.first != 0x1b else { return nil }
        let meanings = bytes.lazy.compactMap { byte -> AlarmKey? in
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "d"), UInt8(ascii: "D"):
                .dismiss
            case UInt8(ascii: "z"), UInt8(ascii: "Z"): .snooze
            default: nil
            }
        }
        guard let first = meanings.first else { return nil }
        self = first
    }
}
