import Glibc

/// The database's files in a state folder: the database itself, its write-ahead log, and copies that were set aside.
enum StoreFiles {
    /// The database's name within the state folder.
    static let database = "eggtimer.db"
    /// The part between a damaged database's name and its date, until its message is dismissed.
    static let damaged = ".damaged-"
    /// The same part afterwards.
    static let seen = ".old-"
    /// SQLite's companion files.
    static let companions = ["-wal", "-shm"]

    /// The files at the paths of a database and its companions: device and inode of each.
    static func identity(_ path: String) -> [[UInt64]] {
        ([""] + companions).map { suffix in
            var status = stat()
            return stat(path + suffix, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
        }
    }

    /// The size of a file; 0 if there is none.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The first file of a database that is not a regular file, such as a pipe, which would block.
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

    /// Removes other users' rights to a database.
    static func tighten(_ path: String) {
        for file in ([""] + companions).map({ path + $0 }) {
            var status = stat()
            guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
            chmod(file, status.st_mode & 0o700)
        }
    }

    /// Removes other users' rights to a state folder, unless it holds files that are not eggd's: a folder that serves
    /// other purposes as well is left alone.
    static func tighten(folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & 0o077 != 0, status.st_uid == geteuid(),
            names(in: folder).allSatisfy({ $0.hasPrefix(database) || $0 == "eggd.lock" })
        else { return }
        chmod(folder, 0o700)
    }

    /// The names in a folder, without `.` and `..`.
    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    // MARK: Set aside

    /// Renames a database with its companions, all or none; existing files are not replaced.
    ///
    /// - Returns: the new path; nil if they could not be renamed.
    static func rename(_ path: String, to wanted: String) -> String? {
        var new = wanted
        var number = 1
        while ([""] + companions).contains(where: { access(new + $0, F_OK) == 0 }) {
            number += 1
            new = "\(wanted)-\(number)"
        }
        // The database comes first: without its log it would hold an earlier state, whose timers would be restored.
        guard Glibc.rename(path, new) == 0 else { return nil }
        for suffix in companions where Glibc.rename(path + suffix, new + suffix) != 0 && errno != ENOENT {
            for suffix in [""] + companions { _ = Glibc.rename(new + suffix, path + suffix) }
            return nil
        }
        return new
    }

    /// Paths of the damaged databases whose message has not been dismissed, the oldest first.
    static func damaged(in folder: String) -> [String] {
        names(in: folder).filter { name in
            name.hasPrefix(database + damaged) && !companions.contains { name.hasSuffix($0) }
        }.sorted().map { "\(folder)/\($0)" }
    }

    // MARK: A copy to read

    /// A copy of a database in memory, for a disk on which SQLite can't create the files that it needs to read.
    struct Copy {
        let folder: String
        var path: String { "\(folder)/\(database)" }

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
            for suffix in [""] + companions { unlink(path + suffix) }
            rmdir(folder)
        }

        private static func makeFolder() -> String? {
            for place in ["/dev/shm", "/tmp"] {
                var template = Array("\(place)/eggd-XXXXXX".utf8CString)
                if mkdtemp(&template) != nil {
                    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
                }
            }
            return nil
        }

        private static func copy(_ from: String, to: String) -> Bool {
            let source = open(from, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard source >= 0 else { return false }
            defer { close(source) }
            let target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard target >= 0 else { return false }
            defer { close(target) }
            var chunk = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let count = read(source, &chunk, chunk.count)
                if count == 0 { return true }
                guard count > 0, write(target, chunk, count) == count else { return false }
            }
        }
    }
}
