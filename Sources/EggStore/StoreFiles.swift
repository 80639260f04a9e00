import Glibc

/// The database's files in a state folder: the database itself, its write-ahead log, and copies that were set aside.
enum StoreFiles {
    /// The database's name within the state folder.
    static let database = "eggtimer.db"
    /// What the name of a database goes on with that was damaged, until a person has seen the message about it.
    static let damaged = ".damaged-"
    /// What it goes on with afterwards.
    static let seen = ".old-"
    /// SQLite's files beside a database. The log comes first: a log beside no database would be deleted.
    static let companions = ["-wal", "-shm"]

    /// Which files stand at the paths of a database and its companions: device and inode of each.
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

    /// The first file of a database that is not a regular file, such as a pipe, which would be waited for.
    static func irregular(_ path: String) -> String? {
        ([""] + companions).lazy.map { path + $0 }.first { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        }
    }

    /// Creates an empty file that only its owner can read, if there is none; SQLite would let others read it.
    static func create(_ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// Takes the rights of other users to a database away.
    static func tighten(_ path: String) {
        for file in ([""] + companions).map({ path + $0 }) {
            var status = stat()
            guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
            chmod(file, status.st_mode & 0o700)
        }
    }

    /// Takes the rights of other users to a state folder away, unless it holds files that are not eggd's: a folder that
    /// serves other purposes as well is left alone.
    static func tighten(folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & 0o077 != 0, status.st_uid == geteuid(),
            names(in: folder).allSatisfy({ $0.hasPrefix(database) || $0 == "eggd.lock" })
        else { return }
        chmod(folder, 0o700)
    }

    /// The names in a folder, without those of the folder itself and its parent.
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

    /// Renames a database with its companions; an existing file is not replaced.
    ///
    /// - Returns: the new path; nil if it could not be renamed.
    static func rename(_ path: String, to wanted: String) -> String? {
        var new = wanted
        var number = 1
        while ([""] + companions).contains(where: { access(new + $0, F_OK) == 0 }) {
            number += 1
            new = "\(wanted)-\(number)"
        }
        for suffix in companions { _ = Glibc.rename(path + suffix, new + suffix) }
        return Glibc.rename(path, new) == 0 ? new : nil
    }

    /// Paths of the damaged databases that were set aside and not been seen yet, the oldest first.
    static func damaged(in folder: String) -> [String] {
        names(in: folder).filter { name in
            name.hasPrefix(database + damaged) && !companions.contains { name.hasSuffix($0) }
        }.sorted().map { "\(folder)/\($0)" }
    }

    // MARK: A copy to read

    /// A copy of a database in memory, for a disk on which SQLite can't make what it needs to read.
    struct Copy {
        let folder: String
        var path: String { "\(folder)/\(database)" }

        /// Copies a database with its log; nil if it can't be read, or nowhere is room for it.
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

        /// Deletes the copy; a connection that has it open can use it nevertheless.
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
