import Glibc

/// A file that one process at a time holds locked, for as long as this value lives; gone afterwards.
public final class LockFile: Sendable {
    /// Why it can't be had.
    public enum Failure: Error, Equatable, Sendable {
        /// Another process holds it.
        case taken
        /// A system call failed.
        case system(SystemError)
    }

    private let path: String
    private let descriptor: Descriptor

    /// Locks the file at a path, making it if need be.
    public init(_ path: String) throws(Failure) {
        self.path = path
        descriptor = try Self.lock(path)
    }

    deinit {
        // While it is still locked: whoever opens it from now on opens another. In a folder that was taken away and
        // made anew it is somebody else's file that stands there.
        if Self.stands(descriptor.number, at: path) { unlink(path) }
    }

    /// Opens and locks the file that stands at the path now: one that was removed meanwhile is another's leftover.
    private static func lock(_ path: String) throws(Failure) -> Descriptor {
        while true {
            let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard number >= 0 else { throw .system(SystemError("open", on: path)) }
            let descriptor = Descriptor(owning: number)
            guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
                if errno == EWOULDBLOCK { throw .taken }
                throw .system(SystemError("flock", on: path))
            }
            if stands(number, at: path) { return descriptor }
        }
    }

    /// Whether it is this open file that stands at a path now.
    private static func stands(_ number: Int32, at path: String) -> Bool {
        var (locked, standing) = (stat(), stat())
        return fstat(number, &locked) == 0 && stat(path, &standing) == 0 && locked.st_ino == standing.st_ino
            && locked.st_dev == standing.st_dev
    }
}
