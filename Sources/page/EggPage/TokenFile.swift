import EggClient
import Glibc
import HTTP
import POSIX
import Synchronization

/// A file with a token, that of the page's link or that for answers, which another program may replace at any time.
final class TokenFile: Sendable {
    private let path: String?
    private let state = Mutex(State())

    private struct State {
        /// The file's device, inode, length and time of change.
        var identity: [Int]?
        var secret: Secret?
    }

    /// The file in this folder; nil if no folder is known.
    init(_ name: String = PageToken.linkFile, folder: String?) {
        path = folder.map { "\($0)/\(name)" }
    }

    /// The token as it is now; nil if there is none. It is read again only if the file is another than before, or could
    /// not be read, as without a free descriptor: until it can, the token that was read last counts.
    func current() -> Secret? {
        guard let path else { return nil }
        var status = stat()
        let isThere = stat(path, &status) == 0
        if !isThere, errno != ENOENT, errno != ENOTDIR { return state.withLock(\.secret) }
        let (device, inode) = (Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino))
        let found =
            isThere ? [device, inode, Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : nil
        return state.withLock { state in
            guard found != state.identity else { return state.secret }
            do throws(FileError) {
                state.secret = found == nil ? nil : try PageToken.read(path).map { Secret($0.text) }
            } catch {
                if case .system = error.reason { return state.secret }
                state.secret = nil
            }
            state.identity = found
            return state.secret
        }
    }

    /// Makes a token unless there is one.
    func make() throws(TokenError) {
        guard let path else { throw TokenError(reason: nil) }
        do {
            _ = try PageToken.readOrMake(path)
        } catch {
            throw TokenError(reason: error)
        }
    }
}

/// The token can't be saved.
struct TokenError: Error, CustomStringConvertible {
    /// The file and the kernel's reason; nil if no folder for it is known.
    let reason: FileError?

    var description: String {
        guard let reason else {
            return "no folder for the token is known; set XDG_STATE_HOME or HOME, or use --state-dir DIR"
        }
        return "the token can't be saved: \(reason)"
    }
}
