import Glibc

package enum Folder {
    /// Creates a folder and its parents, for their owner alone.
    ///
    /// - Returns: the folders that have a new entry; only `sync` makes it durable.
    @discardableResult
    package static func make(_ folder: String) throws(FileError) -> [String] {
        var parents: [String] = []
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            let parent = path.isEmpty ? "/" : path
            path += "/\(part)"
            // Checking first avoids any write if all of them exist.
            guard access(path, F_OK) != 0 else { continue }
            if mkdir(path, 0o700) == 0 {
                parents.append(parent)
            } else if errno != EEXIST {
                throw FileError(path)
            } else if let link = DeadLink(on: path) {
                throw link.error(of: path)
            }
        }
        return parents
    }

    /// Creates the folders above a file that are missing.
    package static func make(above file: String) throws(FileError) {
        if let end = file.lastIndex(of: "/") { try make(String(file[..<end])) }
    }

    /// Makes a folder's entries durable (`fsync`).
    package static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = uninterrupted { fsync(descriptor) }
        close(descriptor)
    }

    /// The names in a folder, sorted, without `.` and `..` (`readdir`).
    package static func names(in folder: String) throws(FileError) -> [String] {
        guard let directory = opendir(folder) else { throw FileError(folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The same; none if the folder can't be read.
    package static func entries(of folder: String) -> [String] { (try? names(in: folder)) ?? [] }

    /// The folders above a path, the nearest first; empty for the root.
    package static func above(_ path: String) -> [String] {
        var above: [String] = []
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            above.append(String(rest))
        }
        return above
    }
}

/// The user's folders, as the XDG specification names them.
package enum UserFolder {
    /// The folder for configurations, `~/.config` unless told otherwise; nil without a home.
    package static func configuration(_ environment: (String) -> String?) -> String? {
        environment("XDG_CONFIG_HOME") ?? environment("HOME").map { "\($0)/.config" }
    }

    /// The folder for states of programs, `~/.local/state` unless told otherwise; nil without a home.
    package static func state(_ environment: (String) -> String?) -> String? {
        environment("XDG_STATE_HOME") ?? environment("HOME").map { "\($0)/.local/state" }
    }

    /// A service's folder for its state: the option, or `STATE_DIRECTORY` as systemd sets it, or a folder of this name
    /// in the user's state folder.
    ///
    /// - Returns: nil if no folder is known.
    package static func state(of name: String, option: String?, environment: (String) -> String?) -> String? {
        if let option, !option.isEmpty { return option }
        // systemd separates several folders by colons.
        if let folder = environment("STATE_DIRECTORY")?.split(separator: ":").first { return String(folder) }
        return state(environment).map { "\($0)/\(name)" }
    }
}
