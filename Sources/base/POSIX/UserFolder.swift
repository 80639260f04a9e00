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
