import EggArguments
import Glibc

/// What of the system stands between a person and the alarm.
struct Surroundings: Equatable, Sendable {
    /// How the sound cards can be reached.
    enum SoundAccess: Equatable, Sendable {
        /// By membership in the group `audio`.
        case inGroup
        /// As root.
        case always
        /// The user is in the group and the process is not: it was started before.
        case joinedSince
        case notInGroup
        /// The system has no such group.
        case noGroup
    }

    /// What brings the daemon back.
    enum Supervision: Equatable, Sendable {
        /// Nothing: it was started by hand.
        case none
        /// systemd, until the machine is restarted.
        case notEnabled
        /// systemd, once the user has logged in.
        case withoutLinger
        /// systemd, with the machine.
        case withMachine
    }

    var user = ""
    var soundAccess = SoundAccess.inGroup
    var supervision = Supervision.withMachine
    var isClockSynchronised = true
    var hasPipeWire = true

    /// The command that has the configuration read again.
    var reload: String {
        supervision == .none ? "kill -HUP \(getpid())" : "systemctl --user reload eggd"
    }

    /// The command that brings up the sound server of this system.
    var startSoundServer: String {
        "systemctl --user restart \(hasPipeWire ? "pipewire" : "pulseaudio")"
    }

    /// Looks around.
    static func observed(isClockSynchronised: Bool) -> Surroundings {
        let user = userName()
        return Surroundings(
            user: user, soundAccess: soundAccess(of: user), supervision: supervision(of: user),
            isClockSynchronised: isClockSynchronised, hasPipeWire: access("/usr/bin/pipewire", X_OK) == 0)
    }

    private static func userName() -> String {
        var (entry, result) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var text = [CChar](repeating: 0, count: 4096)
        guard getpwuid_r(geteuid(), &entry, &text, text.count, &result) == 0, result != nil, let name = entry.pw_name
        else { return "\(geteuid())" }
        return String(cString: name)
    }

    private static func soundAccess(of user: String) -> SoundAccess {
        if geteuid() == 0 { return .always }
        var (entry, result) = (group(), UnsafeMutablePointer<group>?.none)
        var text = [CChar](repeating: 0, count: 64 * 1024)
        guard getgrnam_r("audio", &entry, &text, text.count, &result) == 0, result != nil else { return .noGroup }
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = getgroups(Int32(groups.count), &groups)
        if getegid() == entry.gr_gid || groups.prefix(Int(max(0, count))).contains(entry.gr_gid) { return .inGroup }
        var member = entry.gr_mem
        while let name = member?.pointee {
            if String(cString: name) == user { return .joinedSince }
            member = member?.successor()
        }
        return .notInGroup
    }

    private static func supervision(of user: String) -> Supervision {
        // systemd gives each start of a service an id.
        guard Environment.variable("INVOCATION_ID") != nil, exists("/run/systemd/system") else { return .none }
        let own = Environment.variable("XDG_CONFIG_HOME") ?? Environment.variable("HOME").map { "\($0)/.config" }
        let folders = [own.map { "\($0)/systemd/user" }, "/etc/systemd/user"].compactMap { $0 }
        guard folders.contains(where: { exists("\($0)/default.target.wants/eggd.service") }) else { return .notEnabled }
        return exists("/var/lib/systemd/linger/\(user)") ? .withMachine : .withoutLinger
    }

    /// A symbolic link is there even when what it points to is elsewhere.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
