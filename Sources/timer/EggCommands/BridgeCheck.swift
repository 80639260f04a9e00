import EggWire
import Program

/// The finding of `doctor` about the bridge to an MQTT broker, which keeps no alarm from being heard.
enum BridgeCheck {
    private static let service = "eggmqtt.service"

    /// The check; nil if the bridge isn't installed, or nobody has enabled or started it.
    static func run() -> Timers.Check? {
        let words = ["show", "--property=ActiveState,UnitFileState,StatusText", service]
        guard Environment.hasUserUnit(service), let shown = Subprocess.systemctl(words), shown.status == 0 else {
            return nil
        }
        return check(properties: shown.output)
    }

    /// The check of what `systemctl show` says; eggmqtt's status line tells what to do.
    static func check(properties: String) -> Timers.Check? {
        var values: [Substring: String] = [:]
        for line in properties.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = String(parts[1]) }
        }
        let status = values["StatusText"] ?? ""
        switch values["ActiveState"] {
        case "active" where status.hasPrefix("connected to "):
            return .init(subject: "bridge", verdict: .ok, finding: "eggmqtt is \(status)")
        case "active" where status.hasPrefix("connected, but "): return warning("eggmqtt is \(status)", fix: nil)
        case "active", "activating", "reloading":
            let reason = status.isEmpty ? "it has not reached the broker yet" : status
            return warning("eggmqtt is not connected: \(reason)", fix: nil)
        case "failed":
            return warning("eggmqtt has ended, and its log says why", fix: "journalctl --user -u eggmqtt -n 20")
        default:
            guard values["UnitFileState"] == "enabled" else { return nil }
            return warning("eggmqtt is enabled, but isn't running", fix: "systemctl --user start eggmqtt")
        }
    }

    private static func warning(_ finding: String, fix: String?) -> Timers.Check {
        .init(subject: "bridge", verdict: .warning, finding: finding, fix: fix)
    }
}
