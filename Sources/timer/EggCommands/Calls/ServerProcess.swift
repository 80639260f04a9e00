import CLinux
import Glibc
import POSIX

/// The process that listens on eggd's socket: eggd itself, or the service manager that passed it the socket.
struct ServerProcess {
    let id: Int
    private let user: uid_t

    /// The process at the other end of a connection; nil if the kernel doesn't know it.
    init?(connectedBy descriptor: Int32) {
        let (process, user) = (clinux_peer_process(descriptor), clinux_peer_user(descriptor))
        // The process is 0 if it is outside this process's namespace.
        guard process > 0, user >= 0 else { return nil }
        self.init(id: process, user: uid_t(user))
    }

    private init(id: Int, user: uid_t) {
        self.id = id
        self.user = user
    }

    var isDaemon: Bool { SmallFile.text("/proc/\(id)/comm") == "eggd\n" }

    /// Whether the process is stopped, by SIGSTOP or Ctrl-Z.
    var isStopped: Bool { Self.isStopped(id) }

    var isInUserManager: Bool {
        Self.isInUserManager(cgroup: SmallFile.text("/proc/\(id)/cgroup") ?? "", user: user)
    }

    /// The user whose logout ends eggd; nil if it continues then.
    var sessionUser: String? {
        guard isInUserManager, let name = userName(of: user), !Self.lingers(name) else { return nil }
        return name
    }

    /// Whether a process is stopped, according to `/proc/PID/stat`.
    static func isStopped(_ process: Int) -> Bool {
        SmallFile.text("/proc/\(process)/stat").map(isStopped(stat:)) ?? false
    }

    /// The state is the first word after the program's name, which can itself contain parentheses and spaces.
    static func isStopped(stat: String) -> Bool {
        guard let end = stat.lastIndex(of: ")") else { return false }
        return stat[end...].dropFirst().first { $0 != " " }.map { "Tt".contains($0) } ?? false
    }

    /// Whether a process's control group is that of the user's service manager, or inside it.
    static func isInUserManager(cgroup: String, user: uid_t) -> Bool {
        cgroup.split { $0 == "/" || $0 == "\n" }.contains { $0 == "user@\(user).service" }
    }

    /// Whether the user's service manager runs without a session; logind has a file for each such user.
    private static func lingers(_ name: String) -> Bool { access("/var/lib/systemd/linger/\(name)", F_OK) == 0 }
}
