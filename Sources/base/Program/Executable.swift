import CLinux
import Glibc
import POSIX
import Text

/// A program of this product: its command line, its standard streams and its exit status.
package struct Executable: Sendable {
    /// The name, which begins each of its messages.
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    // MARK: Running

    /// Runs a program that reads its words itself.
    ///
    /// - Returns: the exit status: that of the body, or 64 for wrong usage.
    package func run(_ body: ([String]) throws(UsageError) -> Int32) -> Int32 {
        Self.openClosedStreams()
        do throws(UsageError) {
            return try body(try Arguments.ofProcess())
        } catch {
            return refuse(PrintableText.of(error.message))
        }
    }

    /// Runs a service: a program that takes only options, which these and `--help` and `--version` are.
    ///
    /// - Parameters:
    ///   - control: a clause for words without a dash, which names the program that takes commands, if there is one.
    ///   - signals: are blocked before anything else, so that none is lost or kills the process as it starts.
    /// - Returns: the exit status: that of the body, 0 after `--help` and `--version`, or 64 for wrong usage.
    package func serve(
        _ options: [Arguments.Option], help: String, control: String? = nil, blocking signals: [Int32] = [],
        _ body: (Arguments) throws(UsageError) -> Int32
    ) -> Int32 {
        Self.block(signals)
        // A heap per thread would take 64 MB of addresses each, and memory that is freed in one is of no use to the
        // others.
        clinux_use_one_heap()
        return run { words throws(UsageError) in
            if let control, let word = words.first, !word.hasPrefix("-") {
                return refuse(PrintableText.of("'\(word)' is no option of \(name); \(control)"))
            }
            let arguments = try Arguments(parsing: words, ofService: options)
            if arguments.options["help"] != nil {
                write(help)
            } else if arguments.options["version"] != nil {
                write("\(name) \(Product.version)\n")
            } else {
                // A client that closes its connection must not end a service.
                signal(SIGPIPE, SIG_IGN)
                return try body(arguments)
            }
            return 0
        }
    }

    private static func block(_ signals: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Opens closed standard streams on a descriptor that fails, so that no socket or file gets the number of one.
    private static func openClosedStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    // MARK: Messages

    /// Reports wrong usage.
    ///
    /// - Parameter command: the command whose help is named; nil for the overview.
    /// - Returns: the exit status for it, 64.
    package func refuse(_ message: String, about command: String? = nil) -> Int32 {
        complain("\(message)\nTry '\(helpCommand(about: command))'.")
        return EX_USAGE
    }

    /// The command that prints the help about a command, or the overview.
    package func helpCommand(about command: String? = nil) -> String {
        [name, command, "--help"].compactMap { $0 }.joined(separator: " ")
    }

    /// Prints an error message after the program's name.
    package func complain(_ sentence: String) {
        let lines = sentence.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { PrintableText.of(String($0)) }.joined(separator: "\n")
        write("\(name): \(text)\n", to: STDERR_FILENO)
    }

    /// Prints an error message unless that would have to wait for a reader, and ends the process at once with status 1.
    package func abandon(_ sentence: String) -> Never {
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        if poll(&entry, 1, 0) == 1 { complain(sentence) }
        _exit(1)
    }

    package func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        write(Array(text.utf8), to: descriptor)
    }

    /// Writes all bytes. A failed write to standard output ends the program.
    package func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
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

    /// Ends the program because standard output can't be written to.
    ///
    /// If its reader has closed it, the program ends by SIGPIPE as usual, unless that signal is ignored.
    package func fail(_ code: Int32) -> Never {
        if code == EPIPE, clinux_is_ignored(SIGPIPE) == 0 { raise(SIGPIPE) }
        complain("can't write to standard output: \(String(cString: strerror(code)))")
        exit(EX_IOERR)
    }
}
