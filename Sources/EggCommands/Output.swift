import CLinux
import Glibc
import Varlink

/// Writes whole lines and pictures at once, so that readers never see half of one.
enum Output {
    /// Writes all bytes. A failed write to standard output ends the program.
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another program that shares the terminal has made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, -1)
            case let code:
                guard descriptor == STDOUT_FILENO else { return }
                fail(code)
            }
        }
    }

    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        write(Array(text.utf8), to: descriptor)
    }

    /// Prints a line of text without control characters, except for the colours of `Style`.
    static func line(_ text: String) {
        write(WireText.printable(painted: text) + "\n")
    }

    /// Prints a value as JSON on one line.
    static func json(_ value: some Encodable) {
        if let bytes = try? encodeJSON(value) { write(WireText.escaped(json: bytes) + [UInt8(ascii: "\n")]) }
    }

    /// Prints an error message after the program's name.
    static func complain(_ sentence: String) {
        let lines = sentence.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
        write("eggctl: \(lines.joined(separator: "\n"))\n", to: STDERR_FILENO)
    }

    /// Ends the program because standard output can't be written to.
    ///
    /// If the reader is gone, the program ends by SIGPIPE as usual, unless that signal is ignored.
    static func fail(_ code: Int32) -> Never {
        if code == EPIPE, clinux_is_ignored(SIGPIPE) == 0 { raise(SIGPIPE) }
        complain("can't write to standard output: \(String(cString: strerror(code)))")
        exit(EX_IOERR)
    }

    /// Opens closed standard streams on a descriptor that fails, so that no socket gets the number of one.
    static func openStandardStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
