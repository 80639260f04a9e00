import CLinux
import Glibc
import POSIX
import Text

/// Writes whole texts at once to the standard streams of a program.
public struct StandardStreams: Sendable {
    private let program: String

    /// The streams of the program with this name, which begins each of its error messages.
    public init(program: String) {
        self.program = program
    }

    /// Writes all bytes. A failed write to standard output ends the program.
    public func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
        var rest = bytes
        while true {
            let (count, code) = (writeAll(rest, to: descriptor), errno)
            guard count < rest.count else { return }
            rest.removeFirst(count)
            switch code {
            case EAGAIN:
                // Another program that shares the terminal has made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, -1)
            default:
                guard descriptor == STDOUT_FILENO else { return }
                fail(code)
            }
        }
    }

    /// Prints an error message after the program's name.
    public func complain(_ sentence: String) {
        let lines = sentence.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { PrintableText.of(String($0)) }.joined(separator: "\n")
        write(Array("\(program): \(text)\n".utf8), to: STDERR_FILENO)
    }

    /// Ends the program because standard output can't be written to.
    ///
    /// If the reader has closed it, the program ends by SIGPIPE as usual, unless that signal is ignored.
    public func fail(_ code: Int32) -> Never {
        if code == EPIPE, clinux_is_ignored(SIGPIPE) == 0 { raise(SIGPIPE) }
        complain("can't write to standard output: \(String(cString: strerror(code)))")
        exit(EX_IOERR)
    }

    /// Opens closed standard streams on a descriptor that fails, so that no socket or file gets the number of one.
    public static func openClosed() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
