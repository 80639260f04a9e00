import Glibc

/// What the daemon says about itself, a line each, on standard error.
public struct Log: Sendable {
    private let write: @Sendable (String) -> Void

    /// A log that hands its lines to somebody else.
    public init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Lines on standard error, after the program's name.
    ///
    /// A line that nobody takes is lost: a terminal held by Ctrl-S or a pipe that nobody reads must not hold up an
    /// alarm.
    public static let standardError = Log { line in
        // A pipe that is writable takes this much without waiting (PIPE_BUF).
        let bytes = Array("eggd: \(line)".utf8.prefix(4095)) + [UInt8(ascii: "\n")]
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) == 1, Int32(entry.revents) & POLLOUT != 0 else { return }
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// One line; a sentence without its full stop.
    func callAsFunction(_ line: String) {
        write(line)
    }
}
