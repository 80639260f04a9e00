import Glibc
import POSIX

/// The files of one database: the database and SQLite's companions beside it.
package struct DatabaseFiles: Sendable {
    /// The ends of the companions' names.
    package static let companions = ["-journal", "-wal", "-shm"]

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    private static let ends = [""] + companions

    /// The first of the files that is not a regular file: a pipe would block for ever.
    package var irregular: String? {
        Self.ends.lazy.map { path + $0 }.first { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        }
    }

    /// Creates an empty database that only its owner can read, if it is missing; SQLite would let others read it.
    package func create() {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// Removes other users' rights to the files.
    package func tighten() {
        for end in Self.ends {
            var status = stat()
            guard stat(path + end, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
            chmod(path + end, status.st_mode & 0o700)
        }
    }

    package func remove() {
        for end in Self.ends { unlink(path + end) }
    }

    /// Renames the files, all or none, without replacing others; returns the database's new path, or nil if it fails.
    package func rename(to wanted: String) -> String? {
        var new = wanted
        var number = 1
        while Self.ends.contains(where: { access(new + $0, F_OK) == 0 }) {
            number += 1
            new = "\(wanted)-\(number)"
        }
        // The database comes first: without its companions it would hold an earlier state, which would be restored.
        // SQLite deletes companions that it finds beside a new, empty database.
        guard Glibc.rename(path, new) == 0 else { return nil }
        for end in Self.companions where Glibc.rename(path + end, new + end) != 0 && errno != ENOENT {
            for end in Self.ends { _ = Glibc.rename(new + end, path + end) }
            return nil
        }
        return new
    }
}
