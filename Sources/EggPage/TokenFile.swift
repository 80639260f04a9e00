import Glibc
import HTTP

/// The file with the token that opens the page to other machines, which another program may replace at any time.
final class TokenFile {
    /// Called when there is another token than before.
    var onChange: (() -> Void)?
    /// Its path; nil if no folder is known.
    let path: String?
    private var identity: Identity?
    private var secret: Secret?

    private struct Identity: Equatable {
        let device: UInt
        let inode: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    init(folder: String?) {
        path = folder.map { "\($0)/token" }
        _ = current()
    }

    /// The token as it is now; nil if there is none.
    func current() -> Secret? {
        guard let path else { return nil }
        var status = stat()
        let found =
            stat(path, &status) == 0
            ? Identity(
                device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
                seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec) : nil
        guard found != identity else { return secret }
        identity = found
        let old = secret
        secret = found == nil ? nil : Self.read(path)
        if let old, old.text != secret?.text { onChange?() }
        return secret
    }

    /// Makes a token unless there is one.
    func make() throws(TokenError) {
        if current() != nil { return }
        guard let path else { throw TokenError(path: nil, code: ENOENT) }
        Self.makeFolders(of: path)
        var random = [UInt8](repeating: 0, count: 32)
        guard getentropy(&random, random.count) == 0 else { throw TokenError(path: path, code: errno) }
        let text = Array((random.map(Self.hexadecimal).joined() + "\n").utf8)
        // The file has all of its content as soon as it has its name.
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TokenError(path: path, code: errno) }
        let isWritten = write(descriptor, text, text.count) == text.count
        let code = errno
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            unlink(draft)
            throw TokenError(path: path, code: isWritten ? errno : code)
        }
        _ = current()
    }

    /// A token has at least this many characters; a shorter text is none.
    private static let shortest = 32

    private static func read(_ path: String) -> Secret? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        let text = bytes.prefix(max(0, count)).prefix { $0 > 0x20 && $0 < 0x7F }
        return text.count >= shortest ? Secret(String(decoding: text, as: UTF8.self)) : nil
    }

    private static func makeFolders(of path: String) {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0\(text)" : text
    }
}

/// The token can't be saved; the code is errno's.
struct TokenError: Error, CustomStringConvertible {
    let path: String?
    let code: Int32

    var description: String {
        guard let path else {
            return "no folder for the token is known; set XDG_STATE_HOME or HOME, or use --state-dir DIR"
        }
        return "the token can't be saved in \(path): \(String(cString: strerror(code)))"
    }
}
