import Glibc

/// Reads and replaces small files as a whole.
package enum SmallFile {
    /// The limit unless another is given, in bytes: more than any file of settings or of `/proc` that is read here.
    package static let limit = 64 * 1024

    /// The bytes of a regular file, without waiting for the writer of a pipe.
    package static func read(
        _ path: String, limit: Int = limit, followsLinks: Bool = true
    ) throws(FileError) -> [UInt8] {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = uninterrupted { open(path, flags) }
        guard descriptor >= 0 else {
            let error = FileError(path)
            throw error.reason == .system(ENOENT) ? DeadLink(on: path)?.error(of: path) ?? error : error
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw FileError(path, .notAFile("a folder, not a file"))
        case S_IFIFO: throw FileError(path, .notAFile("a pipe, not a file"))
        default: throw FileError(path, .notAFile("not a file"))
        }
        // The size from fstat isn't used: a file can grow, and files in /proc have size 0.
        if let bytes = readToEnd(of: descriptor, limit: limit) { return bytes }
        throw errno == EFBIG ? FileError(path, .tooLarge(limit: limit)) : FileError(path)
    }

    /// A small file as text; nil if it can't be read.
    package static func text(_ path: String) -> String? {
        (try? read(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The first line of a file that somebody wrote, whichever editor and line ends were used.
    package static func firstLine(_ path: String) throws(FileError) -> String {
        let text = String(decoding: withoutMark(try read(path)), as: UTF8.self)
        return String(text.prefix { !$0.isNewline })
    }

    /// Text in UTF-8 without the byte order mark that editors and shells of Windows put before it.
    package static func withoutMark(_ text: [UInt8]) -> ArraySlice<UInt8> {
        text.dropFirst(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    /// Replaces a file: a reader sees the old content or the new one.
    ///
    /// - Parameter isDurable: whether this also holds after a power cut; then it may wait long for the disk (`fsync`).
    package static func replace(
        _ path: String, with bytes: [UInt8], mode: mode_t = 0o600, isDurable: Bool = true
    ) throws(FileError) {
        let new = "\(path).\(getpid()).new"
        unlink(new)
        let descriptor = uninterrupted { open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
        guard descriptor >= 0 else { throw FileError(new) }
        let isWritten =
            writeAll(bytes, to: descriptor) == bytes.count
            && (!isDurable || uninterrupted { fsync(descriptor) } == 0)
        var code = isWritten ? 0 : errno
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0, rename(new, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(new)
            throw FileError(path, code: code)
        }
    }
}
