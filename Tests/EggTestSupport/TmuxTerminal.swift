import Glibc

/// A terminal (tmux), with a server of its own, for programs that call a daemon; it closes with this object.
public final class TmuxTerminal {
    private let daemon: RunningDaemon
    private let socket: String

    /// A terminal that is not open yet; its programs get the daemon's variables.
    public init(for daemon: RunningDaemon) {
        self.daemon = daemon
        // Each has a server of its own, because a server that ends takes a new session with it.
        socket = daemon.folder.path("tmux-\(UInt32.random(in: 0 ... .max))")
    }

    deinit {
        _ = try? run(["kill-server"])
    }

    /// Opens it, with a shell command as its only program.
    public func open(_ command: String, columns: Int, rows: Int) throws {
        try run(["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command])
    }

    /// Runs a command of tmux, and returns its output.
    @discardableResult
    public func callAsFunction(_ arguments: String...) throws -> String {
        try run(arguments)
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let words = ["-S", socket, "-f", "/dev/null", "-u"] + arguments
        let result = try Program.run("/usr/bin/tmux", words, environment: daemon.environment)
        guard result.status == 0 else { throw TmuxError(description: "tmux \(arguments): \(result.errors)") }
        return result.output
    }

    /// Types a line.
    public func type(_ line: String) throws {
        try self("send-keys", line, "Enter")
    }

    /// The text on the screen, with or without its escape sequences.
    public func screen(escapes: Bool = false) throws -> String {
        try run(["capture-pane", "-p"] + (escapes ? ["-e"] : []))
    }

    /// The screen, once a text is visible on it.
    @discardableResult
    public func screen(showing text: String, escapes: Bool = false) throws -> String {
        var shown = ""
        try wait(for: "'\(text)'") {
            shown = try screen(escapes: escapes)
            return shown.contains(text)
        }
        return shown
    }

    /// Waits until something holds; if it doesn't, the error has the screen.
    public func wait(for what: String, until isSo: () throws -> Bool) throws {
        try waitUntil("\(what); the screen:\n\(try screen())", within: .seconds(60), isSo)
    }

    private struct TmuxError: Error, CustomStringConvertible {
        let description: String
    }
}

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
    public var text: String { EggTestSupport.text(of: path) ?? "" }
    /// How many bells were rung so far.
    public var bells: Int { text.unicodeScalars.count { $0 == "\u{7}" } }
}
