/// Where timers and history are kept.
enum StateFolder {
    /// The option, else `STATE_DIRECTORY` as systemd sets it, else `eggtimer` in the user's folder for state.
    ///
    /// - Returns: nil when nothing says where.
    static func find(option: String?, environment: (String) -> String?) -> String? {
        func nonEmpty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = nonEmpty(option) { return folder }
        // systemd lists all of a unit's folders, by colons.
        if let folders = nonEmpty(environment("STATE_DIRECTORY")) {
            return folders.split(separator: ":").first.map(String.init)
        }
        if let folder = nonEmpty(environment("XDG_STATE_HOME")) { return "\(folder)/eggtimer" }
        return nonEmpty(environment("HOME")).map { "\($0)/.local/state/eggtimer" }
    }
}
