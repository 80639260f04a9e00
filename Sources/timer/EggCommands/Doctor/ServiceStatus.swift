import EggClient
import EggWire
import POSIX
import Program

/// A user's service as systemd shows it, for `doctor`.
struct ServiceStatus {
    let name: String
    let activeState: String
    /// Whether it has ended by itself; systemd may start it again in a moment.
    let hasFailed: Bool
    let isEnabled: Bool
    /// Its status line, a `ServiceReport`; empty if it has none.
    let text: String

    /// The service of this program; nil if it isn't installed, or the service manager doesn't answer.
    static func read(_ program: String) -> ServiceStatus? {
        let words = ["show", "--property=ActiveState,SubState,UnitFileState,StatusText", "\(program).service"]
        guard Environment.hasUserUnit("\(program).service"), let shown = Subprocess.systemctl(words), shown.status == 0
        else { return nil }
        return ServiceStatus(program, properties: shown.output)
    }

    /// The service of this program, from the output of `systemctl show`.
    init(_ program: String, properties: String) {
        let values = Dictionary(Subprocess.properties(properties[...])) { $1 }
        name = program
        activeState = values["ActiveState"] ?? ""
        hasFailed = activeState == "failed" || values["SubState"] == "auto-restart"
        isEnabled = values["UnitFileState"] == "enabled"
        text = values["StatusText"] ?? ""
    }

    /// The check of this service, which is about this subject; nil if nobody has enabled or started it.
    func check(_ subject: String, _ report: (any ServiceReport)?) -> Timers.Check? {
        guard isRunning else {
            return stopped.map { .warning(subject, $0.finding, fix: $0.fix) }
        }
        if text.isEmpty { return .ok(subject, "\(name) is starting") }
        guard let report else {
            return .warning(
                subject, "the running \(name) is another version than eggctl",
                fix: "systemctl --user restart \(name)")
        }
        return report.isFine ? .ok(subject, report.sentence) : .warning(subject, report.sentence)
    }

    /// The check of the bridge to an MQTT broker, which keeps no alarm from being heard; its report tells what to do.
    var bridgeCheck: Timers.Check? { check("bridge", BridgeStatus(status: text)) }

    var kitchenChecks: [Timers.Check] {
        guard isRunning, let status = BridgeStatus(status: text) else { return [] }
        return status.kitchens.map { $0.isFine ? .ok("kitchen", $0.sentence) : .warning("kitchen", $0.sentence) }
    }

    /// Whether it runs or starts; the status line then says more.
    var isRunning: Bool { !hasFailed && ["active", "activating", "reloading"].contains(activeState) }

    /// The finding and the command about a service that doesn't run; nil if nobody has enabled or started it.
    private var stopped: (finding: String, fix: String)? {
        if hasFailed {
            return ("\(name) has ended, and its log says why", "journalctl --user -u \(name) -n 20")
        }
        return isEnabled ? ("\(name) is enabled, but isn't running", "systemctl --user start \(name)") : nil
    }
}

/// The finding of `doctor` about buttons and dials; an alarm can be heard without them.
enum KeysCheck {
    /// The check; nil if the service isn't installed, or nobody has enabled or started it.
    static func run() -> Timers.Check? {
        ServiceStatus.read(KeysReport.program).flatMap { check($0, keysOfDevice: keys(ofDevice:)) }
    }

    /// The check of the service, whose report names a device that it can't read.
    ///
    /// - Parameter keysOfDevice: the keys of the device of this name, as the kernel writes them.
    static func check(_ service: ServiceStatus, keysOfDevice: (String) -> String?) -> Timers.Check? {
        let report = KeysReport(status: service.text)
        var check = service.check("keys", report)
        guard service.isRunning, case .unreadable(let name) = report else { return check }
        if let keys = keysOfDevice(name), hasLetters(keys) {
            check?.finding =
                "\(service.name) can't read \(name), because it has letter keys, like a keyboard; "
                + "eggtimer-keys(7) says more"
        } else {
            check?.fix = rule(for: name)
        }
        return check
    }

    /// The command that gives the device of this name to the group `audio`, by the line of eggtimer-keys(7).
    static func rule(for name: String) -> String {
        // A device can have any name, and this goes to a shell and into a rule, where '?' is any character.
        let safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ._:@-+".utf8
        let pattern = String(decoding: name.utf8.map { safe.contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        let line = #"SUBSYSTEM=="input", ATTRS{name}=="\#(pattern)", ENV{EGGTIMER_KEYS}="1""#
        return "echo '\(line)' | sudo tee -a /etc/udev/rules.d/69-eggtimer.rules && sudo udevadm control --reload "
            + "&& sudo udevadm trigger"
    }

    /// Whether a device has a letter key, by its keys as the kernel writes them: words of 64 keys each, of which the
    /// last one has keys 0 to 63.
    static func hasLetters(_ keys: String) -> Bool {
        guard let last = keys.split(whereSeparator: \.isWhitespace).last, let word = UInt64(last, radix: 16) else {
            return false
        }
        // KEY_Q to KEY_P, KEY_A to KEY_L, KEY_Z to KEY_M.
        let letters = [16...25, 30...38, 44...50].joined()
        return letters.contains { word & 1 << UInt64($0) != 0 }
    }

    /// The keys of the connected device of this name; every user may read them.
    private static func keys(ofDevice name: String) -> String? {
        let folder = "/sys/class/input"
        let devices = ((try? Folder.names(in: folder)) ?? []).map { "\(folder)/\($0)" }
        let device = devices.first { SmallFile.text("\($0)/name") == "\(name)\n" }
        return device.flatMap { SmallFile.text("\($0)/capabilities/key") }
    }
}
