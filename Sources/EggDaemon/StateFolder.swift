/// Where timers and history are kept.
enum StateFolder {
    /// The option, else `STATE_DIRECTORY` as systemd sets it, else `eggtimer` in the user's folder for state.
    ///
    /// - Returns: nil when nothing says where.
    static func find(option: String?, environment: (String) -> String?) -> String? {
        if let folder = option, !folder.isEmpty { return folder }
        // systemd lists all of a unit's folders, by colons.
        if let folders = environment("STATE_DIRECTORY") {
            return folders.split(separator: ":").first.map(String.init)
        }
        if let folder = environment("XDG_STATE_HOME") { return "\(folder)/eggtimer" }
        return environment("HOME").map { "\($0)/.local/state/eggtimer" }
    }
}
