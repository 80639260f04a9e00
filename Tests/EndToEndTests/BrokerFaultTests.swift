import EggTestSupport
import Glibc
import MQTT
import Program
import Testing

/// Brokers, bridges and daemons that end, hang or lie.
@Suite(.enabled(if: RunningBroker.missing == nil, "mosquitto is not installed; script/test installs it"))
struct BrokerFaultTests {
    @Test func aBridgeThatIsKilledIsOfflineAndComesBack() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let observer = try BrokerClient(port: broker.port)
        let bridge = try RunningBridge(daemon, broker)
        _ = try observer.next("/status") { $0.text == "online" }
        try bridge.kill()
        _ = try observer.next("/status") { $0.text == "offline" }
        #expect(try daemon.eggctl("soft").status == 0)
        let next = try RunningBridge(daemon, broker)
        _ = try observer.next("/timers") { $0.text.contains("soft") }
        _ = try observer.next("/status") { $0.text == "online" }
        withExtendedLifetime(next) {}
    }

    @Test func aDaemonThatIsKilledIsOfflineUntilItIsBack() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let observer = try BrokerClient(port: broker.port)
        let bridge = try RunningBridge(daemon, broker)
        #expect(try daemon.eggctl("soft").status == 0)
        _ = try observer.next("/timers") { $0.text.contains("soft") }
        try daemon.kill()
        _ = try observer.next("/status") { $0.text == "offline" }
        let next = try RunningDaemon(folder: daemon.folder)
        let status = try observer.next("/status")
        #expect(status.text == "online")
        let timers = try BrokerClient(port: broker.port, subscribing: [bridge.topic + "timers"]).next("/timers")
        #expect(timers.text.contains("soft"))
        withExtendedLifetime(next) {}
    }

    @Test(arguments: [true, false])
    func aBrokerThatIsKilledKnowsEverythingAgain(_ hasMemory: Bool) throws {
        let (daemon, folder) = (try RunningDaemon(), TemporaryFolder())
        let memory = [
            "persistence true", "persistence_location \(folder.path)/", "autosave_on_changes true",
            "autosave_interval 1",
        ]
        let broker = try RunningBroker(["allow_anonymous true"] + (hasMemory ? memory : []), folder: folder)
        let bridge = try RunningBridge(daemon, broker)
        #expect(try daemon.eggctl("soft").status == 0)
        let before = try BrokerClient(port: broker.port)
        _ = try before.next("/timers") { $0.text.contains("soft") }
        try before.publish("hard", to: bridge.topic + "command", isRetained: true)
        try broker.kill()
        // What happens meanwhile is in what is published afterwards.
        #expect(try daemon.eggctl("medium", "--name", "tea").status == 0)
        try broker.restart()
        let observer = try BrokerClient(port: broker.port)
        let timers = try observer.next("/timers") { $0.text.contains("tea") }
        #expect(timers.text.contains("soft") && !timers.text.contains("hard"))
        _ = try observer.next("/status") { $0.text == "online" }
        _ = try BrokerClient(port: broker.port).next("/config")
        #expect(try daemon.eggctl("status", "--json").output.contains("hard") == false)
        withExtendedLifetime(bridge) {}
    }

    @Test func twoBridgesOfOneKitchenDoNothingTwice() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let first = try RunningBridge(daemon, broker)
        let observer = try BrokerClient(port: broker.port)
        let second = try RunningBridge(daemon, broker: "mqtt://127.0.0.1:\(broker.port)")
        #expect(first.topic == second.topic)
        // The broker lets only one of them be connected, so that no command is carried out twice.
        #expect(try first.waitForLine("another eggmqtt").contains("/etc/machine-id"))
        first.process.signal(SIGSTOP)
        // The second one says so at once if it is connected, and otherwise as soon as it is.
        _ = try observer.all()
        try observer.publish("offline", to: first.topic + "status")
        _ = try observer.next("/status") { $0.text == "online" }
        try observer.publish("1h --name tea", to: first.topic + "command")
        _ = try observer.next("/reply")
        try observer.publish("extend 1m tea", to: first.topic + "command")
        _ = try observer.next("/reply")
        // The first one comes back, at once or after a minute or two: that depends on the broker. One that starts now throws
        // out the other, and does nothing that was before.
        first.process.signal(SIGCONT)
        let third = try RunningBridge(daemon, broker: "mqtt://127.0.0.1:\(broker.port)")
        _ = try third.waitForLine("connected to")
        let late = try BrokerClient(port: broker.port, subscribing: [first.topic + "status"])
        _ = try late.next("/status") { $0.text == "online" }
        #expect(try observer.all().filter { $0.topic.hasSuffix("/reply") }.isEmpty)
        #expect(try daemon.eggctl("status", "--json").output.contains(#""durationMs":3660000"#))
        withExtendedLifetime((second, third)) {}
    }

    /// The words differ from those of a broker that can't be reached.
    @Test func aBrokerThatEndsAConnectionIsNamed() throws {
        let (daemon, broker) = (try RunningDaemon(), try PlayedBroker())
        let (bridge, peer) = try RunningBridge.connected(daemon, broker)
        // Closed with packets that nobody has read, the connection would be reset.
        peer.closeSending()
        _ = try bridge.waitForLine("has closed the connection")
    }

    @Test func aHostileBrokerHarmsNothingElse() throws {
        let (daemon, broker) = (try RunningDaemon(), try PlayedBroker())
        let bridge = try RunningBridge(daemon, broker: "mqtt://127.0.0.1:\(broker.port)")
        let accepted: [UInt8] = [0x20, 3, 0, 0, 0]
        // Nothing at all; no MQTT; accepted and then packets that don't exist, lengths without an end, 200 MB that never
        // come, topics that aren't UTF-8.
        let answers: [[UInt8]] = [
            [], Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), accepted + [0xff, 0xff, 0xff, 0xff, 0xff],
            accepted + [0x30, 0x80, 0x84, 0xaf, 0x5f] + [UInt8](repeating: 0, count: 1000),
            accepted + [0x30, 5, 0, 2, 0xff, 0xfe, 0],
        ]
        for answer in answers {
            let peer = try broker.accept()
            #expect(peer.packet()?.type == 0x10)
            peer.send(answer)
            #expect(try daemon.eggctl("status").status == 0)
            peer.hangUp()
        }
        #expect(try daemon.eggctl("start", "1s").status == 0)
        try waitUntil("it rings") { try daemon.eggctl("status", "--json").output.contains("ringing") }
        bridge.process.signal(SIGTERM)
        #expect(try bridge.process.finish().status == 0)
    }

    /// A broker of MQTT 3.1.1 refuses MQTT 5 with a CONNACK of its own version; some only close the connection.
    @Test(arguments: [[0x20, 2, 0, 1], []] as [[UInt8]])
    func forgettingSpeaksTheVersionOfAnOldBroker(_ refusal: [UInt8]) throws {
        let (folder, broker) = (TemporaryFolder(), try PlayedBroker())
        let path = folder.write("[mqtt]\nbroker = mqtt://127.0.0.1:\(broker.port)\n".utf8, to: "forget.conf")
        let process = try Program(BuiltPrograms.eggmqtt, ["--config", path, "--forget"])
        // The version is the byte after the protocol's name.
        for version in [5, 4] as [UInt8] {
            let peer = try broker.accept()
            #expect(try #require(peer.packet()).body.dropFirst(6).first == version)
            peer.send(refusal)
            peer.hangUp()
        }
        #expect(try process.finish().status == EX_UNAVAILABLE)
    }

    @Test func aBrokerThatHangsDoesNotDelayTheEnd() throws {
        let (daemon, broker) = (try RunningDaemon(), try PlayedBroker())
        let (bridge, peer) = try RunningBridge.connected(daemon, broker)
        bridge.process.signal(SIGTERM)
        #expect(try bridge.process.finish().status == 0)
        withExtendedLifetime(peer) {}
    }

    @Test(.enabled(if: !Build.isSanitized, "a sanitizer has a thread of its own, which wakes up"))
    func idleItWakesUpTwiceAKeepalive() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker(["allow_anonymous true", "log_type debug"]))
        let bridge = try RunningBridge(daemon, broker, ["keepalive = 10s"])
        let observer = try BrokerClient(port: broker.port)
        _ = try observer.next("/config")
        // Nor does a countdown wake it.
        #expect(try daemon.eggctl("soft").status == 0)
        _ = try observer.next("/timers") { $0.text.contains("soft") }
        _ = try observer.all()
        // From one check of the connection to the next one.
        try broker.waitForLine { $0.contains("PINGREQ from eggtimer-") }
        let before = try switches(bridge.process.pid)
        for _ in 0..<2 { try broker.waitForLine { $0.contains("PINGREQ from eggtimer-") } }
        let after = try switches(bridge.process.pid)
        // At the first look the answer may not have arrived yet.
        #expect(after - before <= 2 * 2 + 1, "\(after - before) wakeups")
    }

    /// How often all threads of a process have waited.
    private func switches(_ process: pid_t) throws -> Int {
        try contextSwitches(of: process, kinds: ["voluntary"]).values.reduce(0, +)
    }
}
