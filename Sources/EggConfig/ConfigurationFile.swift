import Glibc

/// The file as bytes: what may be read at all, and how much of it.
enum ConfigurationFile {
    /// Why there are no bytes.
    enum Failure: Error, Equatable {
        /// There is no such file.
        case missing
        /// A system call failed, in the C library's words.
        case unreadable(String)
        /// A folder, a pipe, a device.
        case notAFile(String)
        /// More bytes than these.
        case tooLarge(Int)
    }

    /// The most that is read.
    static let largest = 64 * 1024

    /// All bytes of a regular file.
    static func contents(_ path: String) throws(Failure) -> [UInt8] {
        // Opened without waiting: a pipe that nobody writes to must not keep anyone from ringing.
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
        // The size is not believed: a file can grow, and those of /proc have none.
        var bytes = [UInt8](repeating: 0, count: largest + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { space in
                read(descriptor, space.baseAddress?.advanced(by: count), space.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
            if more == 0 { break }
            count += more
        }
        guard count <= largest else { throw .tooLarge(largest) }
        return Array(bytes[..<count])
    }
}
