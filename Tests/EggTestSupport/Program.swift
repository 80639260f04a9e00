import CLinux
import Glibc
import POSIX

/// A program that runs as a child process, with its output in pipes.
public final class Program {
    /// The result of a program that has ended.
    public struct Result: Sendable {
        /// The exit status; 128 + n when signal n ended it.
        public let status: Int32
        /// Standard output.
        public let output: String
        /// Standard error.
        public let errors: String
    }

    /// The child's process id.
    public let pid: pid_t
    private let output: LineReader
    private let errors: LineReader
    private var status: Int32?

    /// Starts a program by its path, with only these variables in its environment, and a sanitizer's options.
    ///
    /// Signals that a test thread happens to block are not blocked in the child.
    ///
    /// - Parameter hasOwnGroup: whether it is in a process group of its own, where SIGTSTP always stops it.
    public init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], hasOwnGroup: Bool = false
    ) throws {
        var (outputPipe, errorPipe): ([Int32], [Int32]) = ([0, 0], [0, 0])
        // Close-on-exec from the start: another test may be starting a child at this moment.
        guard pipe2(&outputPipe, O_CLOEXEC) == 0, pipe2(&errorPipe, O_CLOEXEC) == 0 else {
            throw ProgramError("pipe2", errno)
        }
        var program = ChildProgram([path] + arguments)
        (program.input, program.output, program.errors) = (
            .null, .descriptor(outputPipe[1]), .descriptor(errorPipe[1])
        )
        (program.resetsSignals, program.hasOwnGroup, program.inheritsVariables) = (true, hasOwnGroup, false)
        // A sanitizer's options are for the programs as well (script/sanitize).
        var environment = environment
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
            if let options = getenv(name) { environment[name] = String(cString: options) }
        }
        program.variables = environment.map { ($0.key, $0.value) }
        defer { for end in [outputPipe[1], errorPipe[1]] { close(end) } }
        (output, errors) = (LineReader(outputPipe[0]), LineReader(errorPipe[0]))
        do throws(ChildProgram.StartError) {
            pid = try program.start()
        } catch {
            throw ProgramError("\(path) can't be started", error.code)
        }
    }

    deinit {
        guard status == nil, pid > 0 else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// Runs a program to its end.
    public static func run(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> Result {
        try Program(path, arguments, environment: environment).finish()
    }

    /// The next line of standard output; nil at its end. Throws if none arrives within the time.
    public func line(within time: Duration = .seconds(60)) throws -> String? {
        try output.line(within: time)
    }

    /// The next line of standard error; nil at its end. Throws if none arrives within the time.
    public func errorLine(within time: Duration = .seconds(60)) throws -> String? {
        try errors.line(within: time)
    }

    /// The first line of standard output that contains a text; those before it are skipped.
    ///
    /// Throws if there is none, or if it doesn't arrive within the time, whatever else arrives.
    @discardableResult
    public func line(with text: String, within time: Duration = .seconds(120)) throws -> String {
        try output.lines(upTo: "'\(text)'", within: time) { $0.contains(text) }.line
    }

    /// The first line of standard error that contains a text, like `line(with:)`.
    @discardableResult
    public func errorLine(with text: String, within time: Duration = .seconds(120)) throws -> String {
        try errors.lines(upTo: "'\(text)'", within: time) { $0.contains(text) }.line
    }

    /// The lines of standard output before a certain one, which is read as well. Throws like `line(with:)`.
    public func lines(before isIt: (String) -> Bool) throws -> [String] {
        try output.lines(upTo: "a certain line", within: .seconds(120), isIt).skipped
    }

    /// The lines of standard error before a certain one, like `lines(before:)`.
    public func errorLines(before isIt: (String) -> Bool) throws -> [String] {
        try errors.lines(upTo: "a certain line", within: .seconds(120), isIt).skipped
    }

    /// Sends a signal. After SIGSTOP, waits until all threads of the program have stopped; some may else run meanwhile.
    public func signal(_ number: Int32) {
        kill(pid, number)
        guard number == SIGSTOP else { return }
        var change = siginfo_t()
        _ = uninterrupted { waitid(P_PID, id_t(pid), &change, WSTOPPED | WEXITED | WNOWAIT) }
    }

    /// Waits for the end and the rest of the output. Throws if the program does not end within the time.
    public func finish(within time: Duration = .seconds(120)) throws -> Result {
        let errorText = try errors.rest(within: time, and: output)
        let outputText = try output.rest(within: time)
        let deadline = ContinuousClock.now + time
        var status: Int32 = 0
        while waitpid(pid, &status, WNOHANG) == 0 {
            guard ContinuousClock.now < deadline else { throw ProgramError("no end of process \(pid)", ETIMEDOUT) }
            usleep(1000)
        }
        let code = exitStatus(ofWaited: status)
        self.status = code
        return Result(status: code, output: outputText, errors: errorText)
    }
}

/// A child process could not be started, or did not do within the time what a test waited for.
public struct ProgramError: Error, CustomStringConvertible {
    public let description: String

    /// The failed operation, and the number of its error.
    public init(_ what: String, _ code: Int32) {
        description = "\(what): \(String(cString: strerror(code)))"
    }
}

/// Lines from a pipe.
private final class LineReader {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var hasEnded = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func line(within time: Duration) throws -> String? {
        let deadline = ContinuousClock.now + time
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeFirst(end + 1)
                return line
            }
            if hasEnded { return nil }
            try fill(until: deadline)
        }
    }

    func lines(
        upTo what: String, within time: Duration, _ isLast: (String) -> Bool
    ) throws -> (skipped: [String], line: String) {
        let deadline = ContinuousClock.now + time
        var skipped: [String] = []
        while ContinuousClock.now < deadline, let line = try line(within: deadline - .now) {
            if isLast(line) { return (skipped, line) }
            skipped.append(line)
        }
        let last = skipped.suffix(3).joined(separator: "\n")
        throw ProgramError(
            "waiting for \(what); the last of \(skipped.count) lines:\n\(last)", hasEnded ? ENODATA : ETIMEDOUT)
    }

    /// Reads everything to the end, and meanwhile prevents another pipe from filling up.
    func rest(within time: Duration, and other: LineReader? = nil) throws -> String {
        let deadline = ContinuousClock.now + time
        while !hasEnded || !(other?.hasEnded ?? true) {
            if let other, !other.hasEnded { try other.fill(until: deadline, orReadable: hasEnded ? nil : self) }
            if !hasEnded { try fill(until: deadline, orReadable: other.flatMap { $0.hasEnded ? nil : $0 }) }
        }
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func fill(until deadline: ContinuousClock.Instant, orReadable other: LineReader? = nil) throws {
        let left = deadline - .now
        guard left > .zero else { throw ProgramError("waiting for output", ETIMEDOUT) }
        var entries = [self, other].compactMap { $0 }.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        _ = poll(&entries, nfds_t(entries.count), left.pollTimeout)
        guard entries[0].revents != 0 else { return }
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = read(descriptor, &chunk, chunk.count)
        if count > 0 { bytes += chunk[..<count] } else if count == 0 { hasEnded = true }
    }
}
