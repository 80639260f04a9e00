import CLinux
import Glibc
import Varlink

/// Writes whole texts at once to the standard streams.
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

    /// Prints lines of text without control characters.
    static func lines(_ lines: [String]) {
        write(Array(lines.map { printable($0) + "\n" }.joined().utf8))
    }

    /// Prints a value as JSON on one line.
    static func json(_ value: some Encodable) throws(Failure) {
        guard let bytes = try? encodeJSON(value) else {
            throw Failure(message: "the reply can't be written as JSON", status: EX_SOFTWARE)
        }
        write(bytes + [UInt8(ascii: "\n")])
    }

    /// Prints an error message after the program's name.
    static func complain(_ sentence: String) {
        let lines = sentence.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
        write(Array("till: \(lines.joined(separator: "\n"))\n".utf8), to: STDERR_FILENO)
    }

    /// Opens closed standard streams on a descriptor that fails, so that no file gets the number of one.
    static func openStandardStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends the program because standard output can't be written to.
    ///
    /// If the reader is gone, the program ends by SIGPIPE as usual, unless that signal is ignored.
    private static func fail(_ code: Int32) -> Never {
        if code == EPIPE, clinux_is_ignored(SIGPIPE) == 0 { raise(SIGPIPE) }
        complain("can't write to standard output: \(String(cString: strerror(code)))")
        exit(EX_IOERR)
    }
}

/// Text of customers, with characters replaced that could control a terminal.
func printable(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7f }) else { return text }
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
        switch scalar.properties.generalCategory {
        // The zero-width joiner of emoji is harmless.
        case .format where scalar.value == 0x200d: scalar
        case .control, .format, .lineSeparator, .paragraphSeparator: "\u{fffd}"
        default: scalar
        }
    }
    return String(String.UnicodeScalarView(scalars))
}
