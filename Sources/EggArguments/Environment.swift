import Glibc

/// The process's environment, for decisions that are made once at the start.
public enum Environment {
    /// A variable's value; nil when it is unset or empty, which the XDG rules treat alike.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The running program's own path; nil where `/proc` isn't mounted.
    public static var executable: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Whether a unit is installed in one of the folders where the user's service manager looks for units.
    public static func hasUserUnit(_ name: String) -> Bool {
        let own = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" }
        let shared = ["/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]
        let folders = [own.map { "\($0)/systemd/user" }].compactMap { $0 } + shared
        return folders.contains { access("\($0)/\(name)", F_OK) == 0 }
    }

    /// Whether a folder exists and is writable.
    public static func isWritableFolder(_ path: String) -> Bool {
        access(path, W_OK | X_OK) == 0
    }
}
