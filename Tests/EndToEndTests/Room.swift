import EggTestSupport
import EggWire

/// One of the kitchens that follow each other, whose `eggmqtt` is of a machine of its own.
final class Room {
    let name: String
    private let port: Int
    private let settings: [String]
    private(set) var daemon: RunningDaemon
    private(set) var bridge: RunningBridge

    init(
        _ name: String, _ broker: RunningBroker, follow: String? = nil, _ settings: [String] = ["access = answer"],
        by proxy: BrokerProxy? = nil
    ) throws {
        (self.name, port) = (name, proxy?.port ?? broker.port)
        self.settings = ["kitchen = \(name)"] + (follow.map { ["follow = \($0)"] } ?? []) + settings
        daemon = try RunningDaemon()
        let observer = try BrokerClient(port: broker.port, subscribing: ["eggtimer/+/status"])
        bridge = try RunningBridge(daemon, broker: "mqtt://127.0.0.1:\(port)", self.settings, machine: name)
        _ = try observer.next("/status") { [topic = bridge.topic] in
            $0.topic == topic + "status" && $0.text == "online"
        }
    }

    func startDaemon() throws { daemon = try RunningDaemon(folder: daemon.folder) }

    /// Starts it, whether eggd and the broker are there or not.
    func startBridge() throws {
        bridge = try RunningBridge(
            daemon, broker: "mqtt://127.0.0.1:\(port)", settings, machine: name)
    }

    /// Its only timer once it is like this.
    @discardableResult
    func waitForTimer(_ what: String, _ isWanted: (Timers.Timer) -> Bool = { _ in true }) throws -> Timers.Timer {
        var seen: [Timers.Timer] = []
        try waitUntil("\(what) in \(name): \(seen)") {
            seen = try daemon.timers()
            return seen.count == 1 && isWanted(seen[0])
        }
        return seen[0]
    }

    func waitForNothing() throws {
        var seen: [Timers.Timer] = []
        try waitUntil("no timer in \(name): \(seen)") {
            seen = try daemon.timers()
            return seen.isEmpty
        }
    }

    func history() throws -> [Timers.Run] { try daemon.client().call(Timers.History.self, .init()).runs }
}
