import Glibc

/// A terminal that records every byte that a program writes to it, bells included (script).
public final class RecordedTerminal {
    /// The process that runs the program.
    public let process: Program
    private let path: String

    /// Runs a shell command in it.
    public init(_ command: String, term: String, for daemon: RunningDaemon) throws {
        path = daemon.folder.path("typescript")
        process = try Program(
            "/usr/bin/script", ["--quiet", "--flush", "--command", command, path],
            environment: daemon.environment.merging(["TERM": term]) { $1 })
    }

    /// The program itself, if the command is no more than `exec` and this program.
    public var program: pid_t? { childProcess(of: process.pid) }

    /// All that was written so far.
    public var text: String { String(decoding: contents(of: path) ?? [], as: UTF8.self) }
    /// How many bells were rung so far.
    public var bells: Int { text.unicodeScalars.count { $0 == "\u{7}" } }
}
