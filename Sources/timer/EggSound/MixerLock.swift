import Glibc

/// A lock on a card, by which the eggds of several users agree about its mixer: `flock`.
public enum MixerLock: Sendable {
    /// An alarm needs the mixer as loud as it is; other eggds don't restore their levels.
    case shared
    /// Levels are being restored.
    case exclusive
    case none

    /// Locks an open file without waiting, in place of an earlier lock on it.
    ///
    /// - Returns: false if another program holds a lock that excludes this one; the earlier lock is then released.
    func apply(to descriptor: Int32) -> Bool {
        let operation =
            switch self {
            case .shared: LOCK_SH
            case .exclusive: LOCK_EX
            case .none: LOCK_UN
            }
        // A file that can't be locked at all holds nobody up.
        return flock(descriptor, operation | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
}
