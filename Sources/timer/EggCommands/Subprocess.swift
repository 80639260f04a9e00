import CLinux
import Glibc
import POSIX
import Program

/// Runs a program to its end.
enum Subprocess {
    struct Ended {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The longest output, in bytes; without the rest of a longer one, nothing of it counts.
    private static let limit = 1 << 20

    /// Runs a program of PATH with this text on its standard input.
    ///
    /// - Returns: nil if it could not be started.
    static func run(_ words: [String], input: String = "") -> Ended? {
        var (into, output, errors): ([Int32], [Int32], [Int32]) = ([-1, -1], [-1, -1], [-1, -1])
        guard pipe2(&into, O_CLOEXEC) == 0, pipe2(&output, O_CLOEXEC) == 0, pipe2(&errors, O_CLOEXEC) == 0 else {
            for end in into + output + errors where end >= 0 { close(end) }
            return nil
        }
        var program = ChildProgram(words)
        (program.input, program.output, program.errors) = (
            .descriptor(into[0]), .descriptor(output[1]), .descriptor(errors[1])
        )
        let child = try? program.start()
        for end in [into[0], output[1], errors[1]] { close(end) }
        // The texts are shorter than a pipe's buffer, so this never waits for a reader.
        let bytes = Array(input.utf8)
        if child != nil, bytes.count <= Int(PIPE_BUF) {
            // A program that reads nothing must not end this one.
            let old = signal(SIGPIPE, SIG_IGN)
            _ = writeAll(bytes, to: into[1])
            signal(SIGPIPE, old)
        }
        close(into[1])
        defer { for end in [output[0], errors[0]] { close(end) } }
        guard let child else { return nil }
        // What these programs say of errors is also shorter than that, so it can wait for the end of their output.
        let texts = [output[0], errors[0]].map { readToEnd(of: $0, limit: limit) ?? [] }
            .map { String(decoding: $0, as: UTF8.self) }
        return Ended(status: waitForEnd(of: child), output: texts[0], errors: texts[1])
    }

    /// The names and values in the lines of `systemctl show`, such as `ActiveState=active`.
    static func properties(_ text: Substring) -> [(String, String)] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    }

    /// Runs `systemctl --user`.
    ///
    /// - Parameter prefix: a program that runs it, with its arguments.
    static func systemctl(_ words: [String], by prefix: [String] = []) -> Ended? {
        // Without a login (sudo, cron), systemctl needs to be told where the manager is.
        let folder = "/run/user/\(geteuid())"
        if Environment.variable("XDG_RUNTIME_DIR") == nil, Environment.isWritableFolder(folder) {
            setenv("XDG_RUNTIME_DIR", folder, 1)
        }
        return run(prefix + ["systemctl", "--user"] + words)
    }
}
