import Glibc
import POSIX

/// Reads the configuration file if it is a regular file of a reasonable size.
enum ConfigurationFile {
    /// Why the file can't be read.
    enum Failure: Error, Equatable {
        /// There is no such file.
        case missing
        /// A system call failed with this message.
        case unreadable(String)
        /// The path is a folder, pipe or device.
        case notAFile(String)
        /// The file has more bytes than this.
        case tooLarge(Int)
    }

    /// The largest file allowed, in bytes.
    static let largest = 64 * 1024

    /// The contents of a regular file.
    static func contents(_ path: String) throws(Failure) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe without a writer would block forever.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing : .unreadable(String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .notAFile("a folder, not a file")
        case S_IFIFO: throw .notAFile("a pipe, not a file")
        default: throw .notAFile("not a file")
        }
        // The size from fstat isn't used: a file can grow, and files in /proc have size 0.
        if let bytes = readToEnd(of: descriptor, limit: largest) { return bytes }
        throw errno == EFBIG ? .tooLarge(largest) : .unreadable(String(cString: strerror(errno)))
    }
}
