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

/// A symbolic link whose target doesn't exist, such as one to a disk that isn't mounted.
package struct DeadLink: Equatable, Sendable {
    package let path: String
    let target: String

    /// The first such link on the way to a path; nil if the path exists, or is missing without one.
    package init?(on path: String) {
        var end = path.startIndex
        repeat {
            end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            var status = stat()
            guard lstat(part, &status) == 0 else { return nil }
            guard status.st_mode & S_IFMT == S_IFLNK, stat(part, &status) != 0, errno == ENOENT else { continue }
            guard let target = linkTarget(part) else { return nil }
            (self.path, self.target) = (part, target)
            return
        } while end < path.endIndex
        return nil
    }

    /// The error of a file or a folder at this path, which is the link or lies beyond it.
    package func error(of path: String) -> FileError {
        let kind = "a link to \(target), which can't be found"
        return FileError(path, .notAFile(path == self.path ? kind : "in \(self.path), \(kind)"))
    }
}

/// The text of a symbolic link (`readlink`); nil if there is none.
package func linkTarget(_ path: String) -> String? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return readlink(path, &text, text.count - 1) > 0 ? String(buffer: text) : nil
}
