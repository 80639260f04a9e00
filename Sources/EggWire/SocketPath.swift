/// Finds the path of `eggd`'s socket in the same way for both programs.
public enum SocketPath {
    /// The variable that names the socket for both programs.
    public static let variable = "EGGD_SOCKET"

    /// The option, else `EGGD_SOCKET`, else `eggd.sock` in the user's runtime folder.
    ///
    /// - Parameter folderExists: whether a folder exists; without `XDG_RUNTIME_DIR` (sudo, cron), systemd's default
    ///   folder is tried.
    /// - Returns: nil when none of them is set.
    public static func find(
        option: String?, environment: (String) -> String?, userID: UInt32, folderExists: (String) -> Bool
    ) -> String? {
        func nonEmpty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        if let path = nonEmpty(option) ?? nonEmpty(environment(variable)) { return path }
        if let folder = nonEmpty(environment("XDG_RUNTIME_DIR")) { return "\(folder)/eggd.sock" }
        let folder = "/run/user/\(userID)"
        return folderExists(folder) ? "\(folder)/eggd.sock" : nil
    }
}
