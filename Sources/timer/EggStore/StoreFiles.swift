import Glibc
import POSIX
import SQLite

/// The databases in a state folder: the one in use, those that were set aside, and copies to read.
package enum StoreFiles {
    /// The database's name within the state folder.
    package static let database = "eggtimer.db"
    /// The part between the name of a database that was set aside and the date, until its message is dismissed.
    private static let damaged = ".damaged-"
    /// The same part afterwards.
    private static let seen = ".old-"

    /// How the names of all files in a state folder begin: also of the mixer's levels, and of eggrun's failed commands.
    private static let own = [database, "eggd.lock", "mixer", "failed-commands"]

    package static func path(in folder: String) -> String { "\(folder)/\(database)" }

    /// Removes other users' rights to a state folder, unless it holds files that are not eggd's: a folder that serves
    /// other purposes as well is left alone.
    package static func tighten(folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & 0o077 != 0, status.st_uid == geteuid(),
            Folder.entries(of: folder).allSatisfy({ name in own.contains { name.hasPrefix($0) } })
        else { return }
        chmod(folder, 0o700)
    }

    /// Paths of the databases that were set aside and whose message has not been dismissed, the oldest first.
    package static func setAside(in folder: String) -> [String] {
        Folder.entries(of: folder).filter { name in
            name.hasPrefix(database + damaged) && !DatabaseFiles.companions.contains { name.hasSuffix($0) }
        }.map { "\(folder)/\($0)" }
    }

    /// Moves a database and its companion files aside, so that a new one can be created; nothing is deleted.
    ///
    /// - Parameter date: for the new name, such as `2026-11-20T08.35.00`.
    /// - Returns: its new path; nil if it could not be moved.
    package static func setAside(folder: String, date: String) -> String? {
        let files = DatabaseFiles(path(in: folder))
        files.tighten()
        return files.rename(to: files.path + damaged + date)
    }

    /// Renames the databases that were set aside, so that they are no longer reported.
    package static func dismissSetAside(in folder: String) {
        let prefix = path(in: folder)
        for path in setAside(in: folder) {
            _ = DatabaseFiles(path).rename(to: prefix + seen + path.dropFirst(prefix.count + damaged.count))
        }
    }

    // MARK: A copy to read

    /// A copy of a database in memory, for a disk on which SQLite can't create the files that it needs to read.
    struct Copy {
        let folder: String
        var path: String { StoreFiles.path(in: folder) }

        /// Copies a database with its log; nil if it can't be read or there is no room for the copy.
        init?(of original: String) {
            guard let folder = Self.makeFolder() else { return nil }
            self.folder = folder
            for suffix in ["", "-wal"] where suffix.isEmpty || access(original + suffix, F_OK) == 0 {
                guard Self.copy(original + suffix, to: path + suffix) else {
                    remove()
                    return nil
                }
            }
        }

        /// Deletes the copy; a connection that has it open can still use it.
        func remove() {
            DatabaseFiles(path).remove()
            rmdir(folder)
        }

        private static func makeFolder() -> String? {
            for place in ["/dev/shm", "/tmp"] {
                var template = Array("\(place)/eggd-XXXXXX".utf8CString)
                if mkdtemp(&template) != nil { return String(buffer: template) }
            }
            return nil
        }

        private static func copy(_ from: String, to: String) -> Bool {
            guard let bytes = try? SmallFile.read(from, limit: .max) else { return false }
            return (try? SmallFile.replace(to, with: bytes, isDurable: false)) != nil
        }
    }
}
