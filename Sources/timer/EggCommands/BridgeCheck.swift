import EggWire

/// The finding of `doctor` about the bridge to an MQTT broker, which keeps no alarm from being heard.
enum BridgeCheck {
    /// The check; nil if the bridge isn't installed, or nobody has enabled or started it.
    static func run() -> Timers.Check? { ServiceStatus.read("eggmqtt").flatMap(check) }

    /// The check of the service; eggmqtt's status line tells what to do.
    static func check(_ service: ServiceStatus) -> Timers.Check? {
        let status = service.text
        if service.activeState == "active", status.hasPrefix("connected to ") {
            return .init(subject: "bridge", verdict: .ok, finding: "eggmqtt is \(status)")
        }
        if service.activeState == "active", status.hasPrefix("connected, but ") {
            return warning("eggmqtt is \(status)", fix: nil)
        }
        if service.isRunning {
            let reason = status.isEmpty ? "it has not reached the broker yet" : status
            return warning("eggmqtt is not connected: \(reason)", fix: nil)
        }
        return service.stopped.map { warning($0.finding, fix: $0.fix) }
    }

    private static func warning(_ finding: String, fix: String?) -> Timers.Check {
        .init(subject: "bridge", verdict: .warning, finding: finding, fix: fix)
    }
}
