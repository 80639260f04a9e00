import Glibc

/// The process's environment, for what is decided once at start.
public enum Environment {
    /// A variable's value; nil when it is not set, or set to nothing, which the XDG rules hold for the same.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The running program's own path; nil where `/proc` is not to be had.
    public static var executable: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Whether a folder is there and can be written to.
    public static func isWritableFolder(_ path: String) -> Bool {
        access(path, W_OK | X_OK) == 0
    }
}
