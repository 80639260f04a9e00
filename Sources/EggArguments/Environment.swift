import Glibc

/// The process's environment, for what is decided once at start.
public enum Environment {
    /// A variable's value, nil when it is not set.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Whether a folder is there and can be written to.
    public static func isWritableFolder(_ path: String) -> Bool {
        access(path, W_OK | X_OK) == 0
    }
}
