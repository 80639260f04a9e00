import CLinux
import Glibc

/// The exclusive right to a socket's path, held by a lock beside it for as long as this value lives.
///
/// Lock, look whether anybody answers, remove what nobody answers at, bind: in this order a daemon that died leaves
/// nothing in the way, and one that lives is never pushed aside.
public final class SocketClaim {
    /// Why a path can't be had.
    public enum Failure: Error, Equatable, Sendable {
        /// Another process holds it or answers at it.
        case taken(path: String)
        /// Something stands there that is not a socket, and is left alone.
        case notASocket(path: String)
        /// A system call failed.
        case system(SystemError)
    }

    /// The socket's path.
    public let path: String
    private let lock: LockFile
    /// What was bound: whoever has put something else in its place keeps that.
    private var bound: stat?

    /// Takes the right to a path, removing a socket at which nobody answers.
    public init(_ path: String) throws(Failure) {
        self.path = path
        do throws(LockFile.Failure) {
            lock = try LockFile("\(path).lock")
        } catch {
            switch error {
            case .taken: throw .taken(path: path)
            case .system(let error): throw .system(error)
            }
        }
        try Self.removeStale(path)
    }

    deinit {
        // The lock goes last: whoever takes it next must find the place empty.
        var status = stat()
        if let bound, lstat(path, &status) == 0, status.st_ino == bound.st_ino, status.st_dev == bound.st_dev {
            unlink(path)
        }
    }

    /// A socket listening at the path, open to its owner alone (0600).
    public func bind() throws(Failure) -> Descriptor {
        let number = socket(AF_UNIX, clinux_stream_socket_nonblocking, 0)
        guard number >= 0 else { throw .system(SystemError("socket")) }
        let descriptor = Descriptor(owning: number)
        // The mode must be right from the first moment: on Linux the file takes it from the socket that is bound.
        guard fchmod(number, 0o600) == 0 else { throw .system(SystemError("fchmod", on: path)) }
        guard clinux_unix_bind(number, path) == 0 else { throw .system(SystemError("bind", on: path)) }
        var status = stat()
        if lstat(path, &status) == 0 { bound = status }
        guard listen(number, SOMAXCONN) == 0 else { throw .system(SystemError("listen", on: path)) }
        return descriptor
    }

    private static func removeStale(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(SystemError("lstat", on: path))
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let number = socket(AF_UNIX, clinux_stream_socket_nonblocking, 0)
        guard number >= 0 else { throw .system(SystemError("socket")) }
        let probe = Descriptor(owning: number)
        // Refused: its listener is gone. Anything else, a full backlog among it, means that somebody is there.
        guard clinux_unix_connect(probe.number, path) != 0, errno == ECONNREFUSED else { throw .taken(path: path) }
        guard unlink(path) == 0 else { throw .system(SystemError("unlink", on: path)) }
    }
}
