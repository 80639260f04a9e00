import Glibc

/// The database's files in the till's folder: the database, SQLite's companions, and damaged ones that were set aside.
enum TillFiles {
    /// SQLite's companion files; those of WAL exist only with a database of an older layout.
    private static let companions = ["-journal", "-wal", "-shm"]

    /// The first file of a database that is not a regular file: a pipe would block for ever.
    static func irregular(_ path: String) -> String? {
        ([""] + companions).lazy.map { path + $0 }.first { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        }
    }

    /// Creates an empty file that only its owner can read, if it is missing; SQLite would let others read it.
    static func create(_ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// The device and the inode of a file; empty if there is none.
    static func identity(_ path: String) -> [UInt64] {
        var status = stat()
        return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
    }

    /// Renames a damaged database with its companions; existing files are not replaced.
    ///
    /// The database comes first: if only it is renamed, SQLite deletes what is left beside a new, empty database.
    ///
    /// - Returns: the new path; nil if it could not be renamed.
    static func setAside(_ path: String) -> String? {
        let wanted = "\(path).damaged-\(TillClock.fileDate())"
        var new = wanted
        var number = 1
        while ([""] + companions).contains(where: { access(new + $0, F_OK) == 0 }) {
            number += 1
            new = "\(wanted)-\(number)"
        }
        guard rename(path, new) == 0 else { return nil }
        for suffix in companions { _ = rename(path + suffix, new + suffix) }
        return new
    }
}
