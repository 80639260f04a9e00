import Glibc
import POSIX

/// A file that one process at a time holds locked; it is removed when this value is destroyed.
package final class LockFile: Sendable {
    package enum Failure: Error, Equatable, Sendable {
        case taken
        case system(SystemError)
    }

    private let path: String
    private let descriptor: Descriptor

    /// Locks the file at a path, creating it if necessary.
    package init(_ path: String) throws(Failure) {
        self.path = path
        descriptor = try Self.lock(path)
    }

    deinit {
        // The file is removed while it is still locked, so a process that opens the path later opens a new file. If the
        // folder was removed and created again, the file in it belongs to another process.
        if FileIdentity(open: descriptor.number) == FileIdentity(path) { unlink(path) }
    }

    /// Opens and locks the file that is at the path now, not one that was removed meanwhile.
    private static func lock(_ path: String) throws(Failure) -> Descriptor {
        while true {
            let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard number >= 0 else { throw .system(SystemError("open", on: path)) }
            let descriptor = Descriptor(owning: number)
            guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
                if errno == EWOULDBLOCK { throw .taken }
                throw .system(SystemError("flock", on: path))
            }
            if FileIdentity(open: number) == FileIdentity(path) { return descriptor }
        }
    }
}
