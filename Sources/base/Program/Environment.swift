import CLinux
import Glibc
import Languages
import POSIX

/// The process's environment as it is at startup.
package enum Environment {
    /// A variable's value; nil if it is unset, empty, or a relative path where the XDG specification requires an
    /// absolute one.
    package static func variable(_ name: String) -> String? {
        getenv(name).flatMap { value(String(cString: $0), of: name) }
    }

    /// The effective value of a variable that is set to `text`.
    static func value(_ text: String, of name: String) -> String? {
        let isFolder = name.hasPrefix("XDG_") && (name.hasSuffix("_HOME") || name.hasSuffix("_DIR"))
        return text.isEmpty || isFolder && !text.hasPrefix("/") ? nil : text
    }

    /// The language that the user reads, which is looked for where this program is installed or was built.
    package static var language: Language { language(nil) }

    /// The language with this code; without one, that of the user.
    package static func language(_ code: String?) -> Language {
        let wanted = Language.wanted { code == nil ? variable($0) : code }
        return Language.find(wanted, in: languageFolder)
    }

    /// The languages that this program can speak.
    package static var languages: [Language] { Language.all(in: languageFolder) }

    private static var languageFolder: String? { executable.flatMap(Language.folder) }

    /// The path of the running program; nil if `/proc` isn't mounted.
    package static var executable: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// The user's folder for configurations, `~/.config` unless told otherwise; nil without a home.
    package static var configurationFolder: String? {
        UserFolder.configuration(variable)
    }

    /// The user's folder for states of programs, `~/.local/state` unless told otherwise; nil without a home.
    package static var stateFolder: String? {
        UserFolder.state(variable)
    }

    package static var machineName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(buffer: name)
    }

    /// The address at which other machines find this one: that of its way out, else its first one, else its name.
    package static var networkAddress: String {
        var text = [CChar](repeating: 0, count: 64)
        let address = clinux_network_address(&text, socklen_t(text.count)) == 0 ? IPAddress(String(buffer: text)) : nil
        return address?.description ?? machineName ?? "localhost"
    }

    /// Whether the user has a service manager, so that advice may name `systemctl`: systemd's has a folder in that of the
    /// user's sockets.
    package static var hasServiceManager: Bool {
        let folder = variable("XDG_RUNTIME_DIR") ?? "/run/user/\(geteuid())"
        return access("\(folder)/systemd", F_OK) == 0
    }

    /// Whether the user's service manager has a unit: it is installed in one of the folders that are searched.
    package static func hasUserUnit(_ name: String) -> Bool {
        guard hasServiceManager else { return false }
        let shared = ["/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]
        let folders = [configurationFolder.map { "\($0)/systemd/user" }].compactMap { $0 } + shared
        return folders.contains { access("\($0)/\(name)", F_OK) == 0 }
    }

    package static func isWritableFolder(_ path: String) -> Bool {
        access(path, W_OK | X_OK) == 0
    }
}
