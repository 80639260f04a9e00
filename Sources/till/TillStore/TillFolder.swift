import Glibc
import POSIX

/// The folder of the till's database.
public enum TillFolder {
    /// The folder from an option, else `till` in the user's state folder; nil if no folder is known.
    public static func find(option: String? = nil, environment: (String) -> String?) -> String? {
        if let option, !option.isEmpty { return option }
        if let folder = environment("XDG_STATE_HOME") { return "\(folder)/till" }
        return environment("HOME").map { "\($0)/.local/state/till" }
    }

    /// Creates a folder and its parents, for their owner alone, and makes their entries durable.
    ///
    /// - Returns: an error number of `errno(3)`; 0 if the folder exists and can be opened.
    static func make(_ folder: String) -> Int32 {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            let parent = path.isEmpty ? "/" : path
            path += "/\(part)"
            guard access(path, F_OK) != 0 else { continue }
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { return errno }
            sync(parent)
        }
        return access(path, R_OK | X_OK) == 0 ? 0 : errno
    }

    /// Makes a folder's entries durable (`fsync`).
    static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
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
        guard poll(within: time, { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }) else { return false }
        try body()
        return true
    }

    /// Checks a condition of which nothing tells, until it holds.
    ///
    /// - Returns: false if it hasn't held for this long.
    static func poll<Failure: Error>(
        within time: Duration, _ holds: () throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let end = SuspendingClock.now + time
        while try !holds() {
            guard SuspendingClock.now < end else { return false }
            usleep(10_000)
        }
        return true
    }
}
