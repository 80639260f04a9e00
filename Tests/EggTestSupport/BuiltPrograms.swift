import Glibc

/// The programs that the build puts beside the tests, and the source tree.
public enum BuiltPrograms {
    /// The daemon.
    public static let eggd = folder + "/eggd"
    /// The client.
    public static let eggctl = folder + "/eggctl"
    /// The notifications on the desktop.
    public static let eggnotify = folder + "/eggnotify"
    /// The bridge to an MQTT broker.
    public static let eggmqtt = folder + "/eggmqtt"
    /// The program that runs commands of the user's own.
    public static let eggrun = folder + "/eggrun"
    /// The server of the page.
    public static let eggweb = folder + "/eggweb"
    /// The till.
    public static let till = folder + "/till"
    /// The small Varlink client that is certified.
    public static let certification = folder + "/varlink-certification"

    /// The program that a service manager starts in the tests of `EggSystemd`.
    public static let systemdProbe = folder + "/systemd-probe"
    /// The clients that put the daemon under load.
    public static let load = folder + "/egg-load"

    /// The top of the source tree.
    public static let sourceTree: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return parts.joined(separator: "/")
    }()

    private static let folder: String = {
        guard let path = realpath("/proc/self/exe", nil) else { preconditionFailure("no /proc/self/exe") }
        defer { free(path) }
        return String(cString: path).split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
    }()
}

/// How the tests and programs were built.
public enum Build {
    /// Whether a sanitizer is built in: it uses memory and addresses unlike any user's build.
    public static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
