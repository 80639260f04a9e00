import CLinux
import Glibc
import POSIX

extension RemoteHost {
    /// How long ssh may take without a question on the terminal and without an answer.
    public static let answerTimeout: Duration = .seconds(12)

    /// Has the eggctl there print something, and waits for as long as ssh asks on the terminal.
    ///
    /// A login script there, or a disk, can hang. ssh is then ended, also when a signal ends this process.
    ///
    /// - Parameters:
    ///   - asks: false if ssh must fail in place of asking.
    ///   - terminal: the file by which ssh asks.
    ///   - says: gets the lines that ssh and the shell there print besides the answer, which may contain anything.
    /// - Returns: the exit status, that of the shell there or that of ssh (255), and what it printed; nil if there was no
    ///   answer in time.
    public func run(
        _ word: String, asks: Bool, within limit: Duration = answerTimeout, terminal: String = "/dev/tty",
        says: (String) -> Void
    ) throws(EndpointError) -> (status: Int32, output: [UInt8])? {
        var (output, errors) = (try PipedText(), try PipedText())
        defer {
            output.close()
            errors.close()
        }
        let signals = HeldSignals()
        defer { signals.deliver() }
        let process: pid_t
        do {
            defer {
                output.closeEnd()
                errors.closeEnd()
            }
            process = try start(
                "\(Self.servingOption) \(word)", asks: asks, input: .null, output: output.end,
                errors: .descriptor(errors.end))
        }
        var (deadline, endings) = (ContinuousClock.now + limit, [SIGTERM, SIGKILL])
        var code: Int32 = 0
        while waitpid(process, &code, WNOHANG) == 0 {
            if asks, endings.count == 2, Self.isOpen(terminal, in: process) { deadline = .now + limit }
            if ContinuousClock.now >= deadline || signals.areHeld && endings.count == 2 {
                kill(process, endings.count > 1 ? endings.removeFirst() : SIGKILL)
                // A process that is stopped ends only when it continues.
                kill(process, SIGCONT)
                deadline = .now + .seconds(1)
            }
            // Nothing tells that a question is over.
            let wait = min(deadline - .now, asks ? .milliseconds(200) : limit)
            signals.wait(upTo: wait, orText: [output.descriptor, errors.descriptor])
            output.read()
            errors.read()
            for line in errors.lines() { says(line) }
        }
        output.read()
        errors.read()
        for line in errors.lines(isEnd: true) { says(line) }
        guard endings.count == 2 else { return nil }
        return (exitStatus(ofWaited: code), output.bytes)
    }

    /// Whether a process or one that it has started, such as the ssh of a jump, has a file open.
    private static func isOpen(_ file: String, in process: pid_t) -> Bool {
        let folder = "/proc/\(process)"
        let descriptors = (try? Folder.names(in: "\(folder)/fd")) ?? []
        if descriptors.contains(where: { linkTarget("\(folder)/fd/\($0)") == file }) { return true }
        let children = SmallFile.text("\(folder)/task/\(process)/children") ?? ""
        return children.split(separator: " ").compactMap { pid_t($0) }.contains { isOpen(file, in: $0) }
    }
}

/// A pipe that is read without waiting; what exceeds its limit is lost.
private struct PipedText {
    private static let limit = 64 * 1024

    private(set) var descriptor: Int32
    /// The end for the other process.
    private(set) var end: Int32
    private(set) var bytes: [UInt8] = []

    init() throws(EndpointError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw RemoteHost.cannotStart(errno) }
        (descriptor, end) = (ends[0], ends[1])
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    mutating func closeEnd() {
        Glibc.close(end)
        end = -1
    }

    mutating func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    mutating func read() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while descriptor >= 0 {
            let count = uninterrupted { Glibc.read(descriptor, &chunk, chunk.count) }
            if count == 0 { close() }
            guard count > 0 else { return }
            bytes += chunk[..<min(count, Self.limit - bytes.count)]
        }
    }

    /// The lines that have ended since the last call; at the end, also the rest.
    mutating func lines(isEnd: Bool = false) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let rest = lines.popLast() ?? []
        bytes = isEnd ? [] : Array(rest)
        if isEnd, !rest.isEmpty { lines.append(rest) }
        return lines.map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }
}

/// The signals that end a program, held back while something must be ended first.
private final class HeldSignals {
    private let descriptor: Int32
    private var old = sigset_t()
    private var held: [Int32] = []

    init() {
        var set = sigset_t()
        sigemptyset(&set)
        // A child's end is only waited for.
        for signal in [SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP] where clinux_is_ignored(signal) == 0 {
            sigaddset(&set, signal)
        }
        descriptor = signalfd(-1, &set, clinux_signal_flags)
        pthread_sigmask(SIG_BLOCK, &set, &old)
    }

    deinit { close(descriptor) }

    var areHeld: Bool { !held.isEmpty }

    /// Waits for a signal, or until one of these descriptors can be read.
    func wait(upTo time: Duration, orText descriptors: [Int32]) {
        var entries = ([descriptor] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&entries, nfds_t(entries.count), time.pollTimeout)
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while read(descriptor, &information, size) == size {
            if information.ssi_signo != UInt32(SIGCHLD) { held.append(Int32(information.ssi_signo)) }
        }
    }

    /// Gives back the signals that were held, which usually ends this process.
    func deliver() {
        pthread_sigmask(SIG_SETMASK, &old, nil)
        for signal in held { raise(signal) }
    }
}
