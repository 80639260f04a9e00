import Glibc

/// The folder of the timers and the history.
enum StateFolder {
    /// The option, else `STATE_DIRECTORY` as systemd sets it, else `eggtimer` in the user's folder for state.
    ///
    /// - Returns: nil when nothing says where.
    static func find(option: String?, environment: (String) -> String?) -> String? {
        if let folder = option, !folder.isEmpty { return folder }
        // systemd separates a unit's folders by colons.
        if let folders = environment("STATE_DIRECTORY") {
            return folders.split(separator: ":").first.map(String.init)
        }
        if let folder = environment("XDG_STATE_HOME") { return "\(folder)/eggtimer" }
        return environment("HOME").map { "\($0)/.local/state/eggtimer" }
    }

    /// Makes a folder and those above it, for their owner alone.
    ///
    /// - Returns: the folders that have got a new entry; only `sync` makes it durable.
    static func make(_ folder: String) -> [String] {
        var parents: [String] = []
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            let parent = path.isEmpty ? "/" : path
            path += "/\(part)"
            // Asking first writes nothing where all are there.
            if access(path, F_OK) != 0, mkdir(path, 0o700) == 0 { parents.append(parent) }
        }
        return parents
    }

    /// Makes the entries of these folders durable (`fsync`).
    static func sync(_ folders: [String]) {
        for folder in folders {
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            fsync(descriptor)
            close(descriptor)
        }
    }
}
