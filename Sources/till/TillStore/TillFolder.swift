import Glibc
import POSIX

package enum TillFolder {
    /// `till` in the user's state folder; nil if no folder is known.
    package static func find(environment: (String) -> String?) -> String? {
        UserFolder.state(environment).map { "\($0)/till" }
    }

    /// Creates a folder and its parents, for their owner alone, and makes their entries durable.
    static func make(_ folder: String) throws(FileError) {
        for parent in try Folder.make(folder) { Folder.sync(parent) }
        guard access(folder, R_OK | X_OK) == 0 else { throw FileError(folder) }
    }

    /// Runs the body while no other program that calls this for the same folder does (`flock`).
    ///
    /// - Returns: false if another program has held the lock for this long; the body didn't run then.
    static func locked<Failure: Error>(
        _ folder: String, within time: Duration, _ body: () throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let end = SuspendingClock.now + time
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard SuspendingClock.now < end else { return false }
            usleep(10_000)
        }
        try body()
        return true
    }
}
