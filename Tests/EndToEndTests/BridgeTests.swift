import EggTestSupport
import Glibc
import MQTT
import Program
import Testing

/// `eggmqtt` between a real `eggd` and a real mosquitto.
@Suite(.enabled(if: RunningBroker.missing == nil, "mosquitto is not installed; script/test installs it"))
struct BridgeTests {
    @Test func anEggCanBeSeenAndAnswered() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let observer = try BrokerClient(port: broker.port)
        let bridge = try RunningBridge(daemon, broker)
        try observer.publish("1s --name tea", to: bridge.topic + "command")
        _ = try observer.next("/timers") { $0.text.contains(#""state":"ringing""#) }
        _ = try observer.next("/event") { $0.text.contains(#""kind":"rang""#) && $0.text.contains(#""timer":"tea""#) }
        try observer.publish("{}", to: bridge.topic + "call/Dismiss")
        _ = try observer.next("/timers") { $0.text.contains(#""timers":[]"#) }
        #expect(try daemon.eggctl("status", "--json").output.contains("ringing") == false)
    }

    @Test(arguments: [MQTTClientSettings.Version.three, .five])
    func repliesAndRefusalsAreInWords(_ version: MQTTClientSettings.Version) throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let observer = try BrokerClient(port: broker.port, version: version, subscribing: ["eggtimer/#", "panel"])
        let bridge = try RunningBridge(daemon, broker)
        try observer.publish(
            MQTTMessage(topic: bridge.topic + "call/Start", payload: Array(#"{"egg":"soft"}"#.utf8)))
        #expect(try observer.next("/reply").text.contains(#""name":"egg""#))
        try observer.publish("quail", to: bridge.topic + "command")
        let refused = try observer.next("/reply").text
        #expect(refused.contains("unknown egg 'quail'") && refused.contains(#""command":"quail""#), "\(refused)")
        try observer.publish("9m --name tea", to: bridge.topic + "command")
        #expect(try observer.next("/reply").text.contains(#""sentence":"tea: 9:00 left"#))
        // As eggctl says it.
        try observer.publish("rename egg 'egg 2'", to: bridge.topic + "command")
        _ = try observer.next("/reply")
        try observer.publish(#"{"byMs":60000}"#, to: bridge.topic + "call/Extend")
        #expect(try observer.next("/reply").text.contains("several timers are running; name one of them: egg 2, tea"))
        try observer.publish("what is this", to: bridge.topic + "call/Start")
        #expect(try observer.next("/reply").text.contains("isn't a JSON object"))
    }

    /// Runs `eggmqtt --forget` at a broker.
    private func forget(_ daemon: RunningDaemon, _ broker: RunningBroker) throws -> Program.Result {
        let lines = "[mqtt]\nbroker = mqtt://127.0.0.1:\(broker.port)\n"
        let path = daemon.folder.write(lines.utf8, to: "forget.conf")
        return try Program.run(BuiltPrograms.eggmqtt, ["--config", path, "--forget"])
    }

    @Test func forgettingRemovesEverything() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let bridge = try RunningBridge(daemon, broker)
        #expect(try daemon.eggctl("soft").status == 0)
        let before = try BrokerClient(port: broker.port)
        _ = try before.next("/config")
        // Beside a bridge, which would publish everything again, nothing is removed.
        let refused = try forget(daemon, broker)
        #expect(refused.status == 1 && refused.errors.contains("stop it first"), "\(refused.errors)")
        let kept = try BrokerClient(port: broker.port)
        _ = try kept.next("/status") { $0.text == "online" }
        _ = try kept.next("/config")
        try bridge.kill()
        _ = try kept.next("/status") { $0.text == "offline" }
        // Its session is removed as well, with what waits there.
        try kept.publish("hard", to: bridge.topic + "command")
        let result = try forget(daemon, broker)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try BrokerClient(port: broker.port).all().isEmpty)
        let next = try RunningBridge(daemon, broker)
        let observer = try BrokerClient(port: broker.port)
        try observer.publish("soft", to: next.topic + "command")
        #expect(try observer.next("/reply").text.contains("soft"))
        try broker.kill()
        #expect(try forget(daemon, broker).status == EX_UNAVAILABLE)
    }

    @Test func forgettingBesideABridgeWithoutEggdIsRefused() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let bridge = try RunningBridge(daemon, broker)
        let observer = try BrokerClient(port: broker.port, subscribing: [bridge.topic + "status"])
        try daemon.kill()
        _ = try observer.next("/status") { $0.text == "offline" }
        let refused = try forget(daemon, broker)
        #expect(refused.status == 1 && refused.errors.contains("stop it first"), "\(refused.errors)")
    }

    @Test func withAnotherTopicTheOldOnesAreRemoved() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let old = try RunningBridge(daemon, broker)
        old.process.signal(SIGTERM)
        #expect(try old.process.finish().status == 0)
        let next = try RunningBridge(daemon, broker, ["topic = eggs", "discovery = none"])
        try waitUntil("the old topics are removed") { try BrokerClient(port: broker.port).all().isEmpty }
        withExtendedLifetime(next) {}
    }
}
