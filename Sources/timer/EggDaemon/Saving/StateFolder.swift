import Glibc

/// The folder of the timers and the history.
enum StateFolder {
    /// The folder from the option, or from `STATE_DIRECTORY` as systemd sets it, or `eggtimer` in the user's state
    /// folder.
    ///
    /// - Returns: nil if no folder is known.
    static func find(option: String?, environment: (String) -> String?) -> String? {
        if let folder = option, !folder.isEmpty { return folder }
        // systemd separates several folders by colons.
        if let folders = environment("STATE_DIRECTORY") {
            return folders.split(separator: ":").first.map(String.init)
        }
        if let folder = environment("XDG_STATE_HOME") { return "\(folder)/eggtimer" }
        return environment("HOME").map { "\($0)/.local/state/eggtimer" }
    }

    /// Creates a folder and its parents, for their owner alone.
    ///
    /// - Returns: the folders that have a new entry; only `sync` makes it durable.
    static func make(_ folder: String) -> [String] {
        var parents: [String] = []
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            let parent = path.isEmpty ? "/" : path
            path += "/\(part)"
            // Checking first avoids any write if all of them exist.
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
