import EggClient
import EggWire
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
        var values: [Substring: String] = [:]
        for line in properties.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = String(parts[1]) }
        }
        name = program
        activeState = values["ActiveState"] ?? ""
        hasFailed = activeState == "failed" || values["SubState"] == "auto-restart"
        isEnabled = values["UnitFileState"] == "enabled"
        text = values["StatusText"] ?? ""
    }

    /// The check of this service, which is about this subject; nil if nobody has enabled or started it.
    func check(_ subject: String, _ report: (any ServiceReport)?) -> Timers.Check? {
        guard isRunning else {
            return stopped.map { .init(subject: subject, verdict: .warning, finding: $0.finding, fix: $0.fix) }
        }
        if text.isEmpty { return .init(subject: subject, verdict: .ok, finding: "\(name) is starting") }
        guard let report else {
            return .init(
                subject: subject, verdict: .warning, finding: "the running \(name) is another version than eggctl",
                fix: "systemctl --user restart \(name)")
        }
        return .init(subject: subject, verdict: report.isFine ? .ok : .warning, finding: report.sentence)
    }

    /// The check of the bridge to an MQTT broker, which keeps no alarm from being heard; its report tells what to do.
    var bridgeCheck: Timers.Check? { check("bridge", BridgeStatus(status: text)) }

    var kitchenChecks: [Timers.Check] {
        guard isRunning, let status = BridgeStatus(status: text) else { return [] }
        return status.kitchens.map {
            .init(subject: "kitchen", verdict: $0.isFine ? .ok : .warning, finding: $0.sentence)
        }
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
