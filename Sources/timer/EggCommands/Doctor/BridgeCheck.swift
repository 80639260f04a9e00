import EggClient
import EggWire

/// The finding of `doctor` about the bridge to an MQTT broker, which keeps no alarm from being heard.
enum BridgeCheck {
    /// The check; nil if the bridge isn't installed, or nobody has enabled or started it.
    static func run() -> Timers.Check? { ServiceStatus.read("eggmqtt").flatMap(check) }

    /// The check of the service; the report of eggmqtt tells what to do.
    static func check(_ service: ServiceStatus) -> Timers.Check? {
        service.check("bridge", BridgeReport(status: service.text))
    }
}
