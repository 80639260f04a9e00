import EggSound
import Glibc
import POSIX
import Program

/// The parts of the system that an alarm depends on.
struct SystemState: Equatable, Sendable {
    enum SoundAccess: Equatable, Sendable {
        case inGroup
        /// As root.
        case always
        /// The user has joined the group, but the process was started before.
        case joinedSince
        case notInGroup
        case noGroup
    }

    /// How the daemon is started again.
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

    /// A program that has a sound card open.
    struct CardUser: Equatable, Sendable, CustomStringConvertible {
        let process: pid_t
        /// nil when the process can't be seen.
        var program: String?
        var user: String?

        var description: String {
            let number = "process \(process)"
            return (program.map { "\($0) (\(number)" } ?? number) + (user.map { " of \($0)" } ?? "")
                + (program == nil ? "" : ")")
        }
    }

    /// A program beside eggd that the configuration has a section for, and that doesn't start with the machine.
    struct IdleProgram: Equatable, Sendable {
        /// `[mqtt]`.
        let section: String
        let name: String
        let isInstalled: Bool
    }

    var user = ""
    var idlePrograms: [IdleProgram] = []
    /// Other programs that have a sound card open for playback.
    var cardUsers: [CardUser] = []
    /// Whether eggd itself has a sound card open for playback, as by a call that hangs.
    var holdsCard = false
    var soundAccess = SoundAccess.inGroup
    var supervision = Supervision.withMachine
    var isClockSynchronised = true
    var hasPipeWire = true
    var process = getpid()
    var hasManager = true
    /// Whether that knows of the daemon.
    var hasUnit = false
    /// The script that installs the service, if the program was built in a source tree.
    var installer: String?
    var isPackaged = false

    /// The command that has the configuration read again.
    var reload: String {
        supervision == .none ? "kill -HUP \(process)" : "systemctl --user reload eggd"
    }

    /// The command that installs the program's files again; nil if nothing here can.
    var reinstall: String? { isPackaged ? "sudo apt install --reinstall eggtimer" : nil }

    /// The command that brings up the sound server of this system.
    var startSoundServer: String {
        if hasManager { return "systemctl --user restart \(hasPipeWire ? "pipewire" : "pulseaudio")" }
        return hasPipeWire ? "pipewire &" : "pulseaudio --start"
    }

    static func observed(isClockSynchronised: Bool) -> SystemState {
        let (user, owners) = (userName(), cardOwners())
        return SystemState(
            user: user, cardUsers: cardUsers(owners), holdsCard: owners.contains(getpid()),
            soundAccess: soundAccess(of: user),
            supervision: supervision(of: user),
            isClockSynchronised: isClockSynchronised, hasPipeWire: access("/usr/bin/pipewire", X_OK) == 0,
            hasManager: Environment.hasServiceManager, hasUnit: Environment.hasUserUnit("eggd.socket"),
            installer: installer(),
            isPackaged: Environment.executable == "/usr/bin/eggd")
    }

    private static func installer() -> String? {
        Folder.above(Environment.executable ?? "").map { "\($0)/script/install" }.first { access($0, X_OK) == 0 }
    }

    // MARK: Cards in use

    /// The processes that have a card open, as `/proc/asound/card*/pcm*p/sub*/status` names them.
    private static func cardOwners() -> Set<pid_t> {
        let files = Folder.entries(of: "/proc/asound").filter { $0.hasPrefix("card") }
            .flatMap { ALSACards.statusFiles(of: $0) }
        // The kernel names the thread.
        let threads = files.compactMap { number("owner_pid", in: text(of: $0)) }
        return Set(threads.map { number("Tgid", in: text(of: "/proc/\($0)/status")) ?? $0 })
    }

    private static func cardUsers(_ owners: Set<pid_t>) -> [CardUser] {
        let userMap = Admission.userMap()
        return owners.subtracting([getpid()]).sorted().map { process in
            let name = text(of: "/proc/\(process)/comm").split(separator: "\n").first.map(String.init)
            var status = stat()
            let isThere = stat("/proc/\(process)", &status) == 0
            return CardUser(
                process: process, program: name, user: isThere ? otherUser(status.st_uid, userMap: userMap) : nil)
        }
    }

    /// The user's name, or in a sandbox's user namespace, where others have no numbers, only that it is another; nil if
    /// it is this process's own.
    static func otherUser(_ id: uid_t, userMap: String) -> String? {
        if id == geteuid() { return nil }
        let isUnknown = id == Admission.overflowUser && !Admission.isIdentity(userMap)
        return isUnknown ? "another user" : userName(of: id)
    }

    /// A number in a file of `/proc`, such as `owner_pid   : 1234`; nil if the file has no such entry.
    static func number(_ name: String, in text: String) -> pid_t? {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":")
            guard fields.count == 2, fields[0].split(separator: " ") == [name[...]] else { continue }
            return fields[1].split { $0 == " " || $0 == "\t" }.first.flatMap { pid_t($0) }
        }
        return nil
    }

    /// A file in `/proc`; empty if it can't be read.
    private static func text(of file: String) -> String { SmallFile.text(file) ?? "" }

    private static func userName(of id: uid_t = geteuid()) -> String { POSIX.userName(of: id) ?? "\(id)" }

    private static func soundAccess(of user: String) -> SoundAccess {
        if geteuid() == 0 { return .always }
        var (entry, result) = (group(), UnsafeMutablePointer<group>?.none)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64 * 1024) { text in
            guard let base = text.baseAddress,
                getgrnam_r("audio", &entry, base, text.count, &result) == 0, result != nil
            else { return .noGroup }
            if isMember(entry.gr_gid) { return .inGroup }
            guard lists(entry, user) else { return .notInGroup }
            // In a sandbox's user namespace groups have no numbers, so access to the cards is found out by trying.
            let isNamespaced = !Admission.isIdentity(Admission.userMap())
            return isNamespaced && canReachCards() ? .inGroup : .joinedSince
        }
    }

    private static func isMember(_ id: gid_t) -> Bool {
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = getgroups(Int32(groups.count), &groups)
        return getegid() == id || groups.prefix(Int(max(0, count))).contains(id)
    }

    private static func lists(_ group: group, _ user: String) -> Bool {
        var member = group.gr_mem
        while let name = member?.pointee {
            if String(cString: name) == user { return true }
            member = member?.successor()
        }
        return false
    }

    /// Whether the kernel's sound timer can be opened; it appears with the first card and has the same mode.
    private static func canReachCards() -> Bool {
        !exists("/dev/snd/timer") || access("/dev/snd/timer", R_OK | W_OK) == 0
    }

    private static func supervision(of user: String) -> Supervision {
        // systemd says which process it has started; what a terminal's shell starts inherits the rest.
        guard Environment.variable("SYSTEMD_EXEC_PID") == "\(getpid())" else { return .none }
        guard isEnabled("eggd") else { return .notEnabled }
        return exists("/var/lib/systemd/linger/\(user)") ? .withMachine : .withoutLinger
    }

    /// The programs that a configuration with these sections needs, and that are not enabled.
    static func idlePrograms(for sections: [(section: String, program: String)]) -> [IdleProgram] {
        sections.filter { !isEnabled($0.program) }.map {
            IdleProgram(
                section: $0.section, name: $0.program, isInstalled: Environment.hasUserUnit("\($0.program).service"))
        }
    }

    private static func isEnabled(_ program: String) -> Bool {
        let own = Environment.configurationFolder.map { "\($0)/systemd/user" }
        return [own, "/etc/systemd/user"].contains { folder in
            folder.map { exists("\($0)/default.target.wants/\(program).service") } ?? false
        }
    }

    /// A symbolic link exists even if its target does not.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
