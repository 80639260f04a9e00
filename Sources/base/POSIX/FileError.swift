import Glibc

/// Why a file or a folder can't be read or written.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Reason: Equatable, Sendable, CustomStringConvertible {
        /// A system call failed with this code of errno(3).
        case system(Int32)
        /// The path is something else, such as `a pipe, not a file`.
        case notAFile(String)
        /// The file has more bytes than this.
        case tooLarge(limit: Int)

        package var description: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .notAFile(let kind): kind
            case .tooLarge(let limit): "more than \(limit) bytes, which is the limit"
            }
        }
    }

    package let path: String
    package let reason: Reason

    /// The failure of a system call that has just set errno.
    package init(_ path: String, code: Int32 = errno) {
        self.init(path, .system(code))
    }

    init(_ path: String, _ reason: Reason) {
        (self.path, self.reason) = (path, reason)
    }

    public var description: String { "\(path): \(reason)" }
}
