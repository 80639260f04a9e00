import CLinux
import Glibc
import POSIX

/// The exclusive right to a socket's path, held by a lock file beside it as long as this value exists.
///
/// It locks, checks whether anything answers, removes a socket at which nothing answers, and binds. In this order a
/// dead daemon leaves nothing in the way, and a running one is never displaced.
package final class SocketClaim {
    package enum Failure: Error, Equatable, Sendable {
        /// Another process holds the path or answers at it.
        case taken(path: String)
        /// Something other than a socket is at the path; it is left alone.
        case notASocket(path: String)
        case system(SystemError)
    }

    package let path: String
    private let lock: LockFile
    /// The socket that was bound: another file that has replaced it is left alone.
    private var bound: FileIdentity?

    /// Claims a path, removing a socket at which nothing answers.
    package init(_ path: String) throws(Failure) {
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
        // The lock is removed last: the next process that takes it must find the path free.
        if let bound, FileIdentity(path, followsLinks: false) == bound { unlink(path) }
    }

    /// A socket that listens at the path, for its owner alone (0600).
    package func bind() throws(Failure) -> Descriptor {
        let number = socket(AF_UNIX, clinux_stream_socket_nonblocking, 0)
        guard number >= 0 else { throw .system(SystemError("socket")) }
        let descriptor = Descriptor(owning: number)
        // The mode must be right from the start: on Linux the file gets the mode of the socket that is bound.
        guard fchmod(number, 0o600) == 0 else { throw .system(SystemError("fchmod", on: path)) }
        guard clinux_unix_bind(number, path) == 0 else { throw .system(SystemError("bind", on: path)) }
        bound = FileIdentity(path, followsLinks: false)
        guard listen(number, SOMAXCONN) == 0 else { throw .system(SystemError("listen", on: path)) }
        return descriptor
    }

    private static func removeStale(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(SystemError("lstat", on: path))
        }
        // eggd.socket leaves a link to its socket here, which a service manager that was killed doesn't remove.
        let isStaleLink = status.st_mode & S_IFMT == S_IFLNK && stat(path, &status) != 0 && errno == ENOENT
        if isStaleLink { return try remove(path) }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let number = socket(AF_UNIX, clinux_stream_socket_nonblocking, 0)
        guard number >= 0 else { throw .system(SystemError("socket")) }
        let probe = Descriptor(owning: number)
        // Refused: nothing listens now. With any other error, such as a full backlog, something still does.
        guard clinux_unix_connect(probe.number, path) != 0, errno == ECONNREFUSED else { throw .taken(path: path) }
        try remove(path)
    }

    private static func remove(_ path: String) throws(Failure) {
        guard unlink(path) == 0 else { throw .system(SystemError("unlink", on: path)) }
    }
}
