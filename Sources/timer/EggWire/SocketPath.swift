/// Finds the paths of sockets in the same way for all programs.
public enum SocketPath {
    /// The variable that names the socket for both programs.
    public static let variable = "EGGD_SOCKET"

    /// The advice when `find` finds none, as a sentence without its full stop.
    public static let unknown =
        "can't tell where eggd's socket is: XDG_RUNTIME_DIR is not set, as after su or sudo; log in as the user whose "
        + "eggd it is, or name its path for eggd and its clients, such as: EGGD_SOCKET=~/eggd.sock"

    /// The option, else `EGGD_SOCKET`, else `eggd.sock` in the user's runtime folder.
    ///
    /// - Parameter folderExists: whether a folder exists; without `XDG_RUNTIME_DIR` (sudo, cron), systemd's default
    ///   folder is tried.
    /// - Returns: nil when none of them is set.
    public static func find(
        option: String?, environment: (String) -> String?, userID: UInt32, folderExists: (String) -> Bool
    ) -> String? {
        if let path = nonEmpty(option) ?? nonEmpty(environment(variable)) { return path }
        return folder(environment: environment, userID: userID, folderExists: folderExists).map { "\($0)/eggd.sock" }
    }

    /// The socket at which `eggrun` receives each `CommandRequest`: `eggd-commands.sock` in the user's runtime folder.
    public static func commands(
        environment: (String) -> String?, userID: UInt32, folderExists: (String) -> Bool
    ) -> String? {
        folder(environment: environment, userID: userID, folderExists: folderExists).map { "\($0)/eggd-commands.sock" }
    }

    private static func folder(
        environment: (String) -> String?, userID: UInt32, folderExists: (String) -> Bool
    ) -> String? {
        if let folder = nonEmpty(environment("XDG_RUNTIME_DIR")) { return folder }
        let folder = "/run/user/\(userID)"
        return folderExists(folder) ? folder : nil
    }

    private static func nonEmpty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
