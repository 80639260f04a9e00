import Glibc
import POSIX

/// Writes small files as a whole: a reader sees the old content or the new one, also after a power cut.
public enum FileReplacement {
    /// Writes a file and the folders above it that are missing.
    public static func write(_ text: String, to path: String, mode: mode_t) throws(FileError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        var folder = path.hasPrefix("/") ? "" : "."
        for part in parts.dropLast() {
            folder += "/\(part)"
            if access(folder, F_OK) != 0, mkdir(folder, 0o700) != 0, errno != EEXIST {
                throw FileError(folder, errno)
            }
        }
        let new = "\(path).\(getpid()).new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError(new, errno) }
        var code = fill(descriptor, Array(text.utf8))
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0, rename(new, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(new)
            throw FileError(path, code)
        }
    }

    /// Writes and syncs everything.
    ///
    /// - Returns: 0, or the number of the error.
    private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Int32 {
        guard writeAll(bytes, to: descriptor) == bytes.count else { return errno }
        return fsync(descriptor) == 0 ? 0 : errno
    }
}

/// Why a file can't be read or written.
public struct FileError: Error, Equatable, CustomStringConvertible {
    /// The file, and the kernel's reason.
    public let description: String

    init(_ path: String, _ code: Int32) {
        description = "\(path): \(String(cString: strerror(code)))"
    }
}
