import Glibc

/// What the daemon says about itself, a line each, on standard error.
public struct Log: Sendable {
    private let write: @Sendable (String) -> Void

    /// A log that hands its lines to somebody else.
    public init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Lines on standard error, after the program's name.
    public static let standardError = Log { line in
        let bytes = Array("eggd: \(line)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// One line; a sentence without its full stop.
    func callAsFunction(_ line: String) {
        write(line)
    }
}
