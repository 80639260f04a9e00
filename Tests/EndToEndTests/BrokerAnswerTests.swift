import EggTestSupport
import Glibc
import MQTT
import Program
import Testing

/// Each command has an answer, whatever becomes of connections; and floods and long messages.
@Suite(.enabled(if: RunningBroker.missing == nil, "mosquitto is not installed; script/test installs it"))
struct BrokerAnswerTests {
    /// A command whose answer can be told from others.
    private func command(_ line: String, _ number: Int, _ topic: String) -> MQTTMessage {
        MQTTMessage(topic: topic + "command", payload: Array(line.utf8), correlationData: Array("\(number)".utf8))
    }

    @Test func whatHasWaitedForTheBridgeIsRefusedAndAnswered() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let first = try RunningBridge(daemon, broker)
        try first.kill()
        let observer = try BrokerClient(port: broker.port)
        for number in 0..<60 { try observer.publish("1h --name t\(number)", to: first.topic + "command") }
        try observer.publish("{}", to: first.topic + "call/Undo")
        let next = try RunningBridge(daemon, broker)
        for _ in 0..<61 { #expect(try observer.next("/reply").text.contains("has waited")) }
        try observer.publish("soft", to: first.topic + "command")
        #expect(try observer.next("/reply").text.contains("soft"))
        #expect(try daemon.timers().map(\.name) == ["egg"])
        withExtendedLifetime(next) {}
    }

    /// A connection is cut again and again, also while the broker's packets are under way.
    @Test func aCutConnectionLosesNoAnswerAndRepeatsNoCommand() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let proxy = try BrokerProxy(to: broker.port)
        let observer = try BrokerClient(port: broker.port)
        let bridge = try RunningBridge(daemon, broker: "mqtt://127.0.0.1:\(proxy.port)")
        _ = try observer.next("/status") { $0.text == "online" }
        var (open, carriedOut) = (Set<String>(), 0)
        func take() throws {
            let answer = try observer.next("/reply")
            let data = String(decoding: try #require(answer.correlationData), as: UTF8.self)
            // An answer that the broker has not confirmed comes once more.
            if open.remove(data) != nil, answer.text.contains(#""sentence""#) { carriedOut += 1 }
        }
        for round in 0..<4 {
            proxy.hold(round % 2 == 1)
            for number in 0..<10 {
                open.insert("\(round * 10 + number)")
                try observer.publish(command("1h --name t\(round * 10 + number)", round * 10 + number, bridge.topic))
            }
            proxy.cut()
            proxy.hold(false)
            while !open.isEmpty { try take() }
        }
        #expect(try daemon.timers().count == carriedOut)
    }

    @Test func whatABrokerSendsTwiceIsCarriedOutOnceAndAnsweredTwice() throws {
        let (daemon, broker) = (try RunningDaemon(), try PlayedBroker())
        let (bridge, peer) = try RunningBridge.connected(daemon, broker)
        let topic = bridge.topic + "command"
        peer.send(command: "1h --name tea", to: topic)
        #expect(peer.published("/reply")?.contains(#""sentence""#) == true)
        // The broker has got neither the confirmation nor the answer.
        peer.hangUp()
        let next = try broker.accept()
        #expect(next.packet()?.type == 0x10)
        next.send([0x20, 3, 1, 0, 0])
        next.send(command: "1h --name tea", to: topic, isDuplicate: true)
        #expect(next.published("/reply")?.contains(#""sentence""#) == true)
        #expect(next.published("/reply")?.contains("not carried out twice") == true)
        #expect(try daemon.timers().map(\.name) == ["tea"])
    }

    @Test func theEndWaitsForAnswers() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let bridge = try RunningBridge(daemon, broker)
        let topics = ["reply", "status"].map { bridge.topic + $0 }
        let observer = try BrokerClient(port: broker.port, subscribing: topics)
        _ = try observer.next("/status")
        daemon.process.signal(SIGSTOP)
        try observer.publish("1h --name tea", to: bridge.topic + "command")
        // Its answer comes from the bridge, after the command.
        try observer.publish("{}", to: bridge.topic + "call/Nothing")
        #expect(try observer.next("/reply").text.contains("there is no method"))
        bridge.process.signal(SIGTERM)
        daemon.process.signal(SIGCONT)
        #expect(try bridge.process.finish().status == 0)
        let messages = try observer.all().map(\.text)
        #expect(messages.first?.contains("tea: 1:00:00 left") == true && messages.last == "offline", "\(messages)")
    }

    /// `timers` is too long as well.
    @Test func anAnswerThatIsTooLongForTheBrokerHasNoParameters() throws {
        let daemon = try RunningDaemon()
        let broker = try RunningBroker(["allow_anonymous true", "max_packet_size 500"])
        let bridge = try RunningBridge(daemon, broker)
        let observer = try BrokerClient(port: broker.port, subscribing: [bridge.topic + "reply"])
        try observer.publish("1h --name tea", to: bridge.topic + "command")
        let answer = try observer.next("/reply").text
        #expect(answer.contains("tea: 1:00:00 left") && answer.contains(#""parameters":null"#), "\(answer)")
    }

    // With QoS 0 nothing slows a flood down.
    @Test(arguments: [("call/Dismiss", #"{"name":"nothing"}"#), ("status", "offline")])
    func aFloodThrowsTheBridgeOffNoBroker(_ flooded: String, _ payload: String) throws {
        // The broker would drop messages of such a flood for the bridge.
        let broker = try RunningBroker(["allow_anonymous true", "max_queued_messages 0"])
        let daemon = try RunningDaemon()
        let bridge = try RunningBridge(daemon, broker)
        let observer = try BrokerClient(port: broker.port, subscribing: [bridge.topic + "reply"])
        let flood = try WebClient(port: UInt16(broker.port))
        let topic = bridge.topic + flooded
        flood.send(bytes: [0x10, 13, 0, 4] + "MQTT".utf8 + [4, 2, 0, 60, 0, 1, 0x66])
        let size = UInt8(2 + topic.utf8.count + payload.utf8.count)
        let packet = [0x30, size, 0, UInt8(topic.utf8.count)] + topic.utf8 + payload.utf8
        for round in 0..<3 {
            flood.send(bytes: Array(repeatElement(packet, count: 2000).joined()))
            try observer.publish(command("1h --name t\(round)", round, bridge.topic))
            _ = try observer.next("/reply") { $0.correlationData == Array("\(round)".utf8) }
        }
        let status = try BrokerClient(port: broker.port, subscribing: [bridge.topic + "status"])
        _ = try status.next("/status") { $0.text == "online" }
        bridge.process.signal(SIGTERM)
        let lines = try bridge.process.finish().errors
        #expect(lines.contains("\(topic) gets more than 200 messages in a second"), "\(lines)")
        #expect(!lines.contains("127.0.0.1:\(broker.port) "), "\(lines)")
    }

    @Test func withMQTT5ALongMessageIsNotSent() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let bridge = try RunningBridge(daemon, broker)
        let observer = try BrokerClient(port: broker.port, subscribing: [bridge.topic + "reply"])
        try observer.publish(String(repeating: "x", count: 300_000), to: bridge.topic + "command")
        try observer.publish("soft", to: bridge.topic + "command")
        #expect(try observer.next("/reply").text.contains("soft"))
    }

    // One that is read, and one that isn't.
    @Test(arguments: [300_000, 64_000_000])
    func withMQTT3ALongMessageEndsTheConnectionAndTheSession(_ length: Int) throws {
        let (daemon, broker) = (try RunningDaemon(), try PlayedBroker())
        let bridge = try RunningBridge(daemon, broker: "mqtt://127.0.0.1:\(broker.port)")
        let old = try broker.accept()
        #expect(old.packet()?.type == 0x10)
        old.send([0x20, 2, 0, 1])
        old.hangUp()
        let peer = try broker.accept()
        // The session outlives the connection: no clean start.
        #expect(try #require(peer.packet()).body[7] & 2 == 0)
        peer.send([0x20, 2, 1, 0])
        let topic = bridge.topic + "command"
        let size = [0, 7, 14, 21].map { UInt8(length >> $0 & 0x7f) | ($0 < 21 ? 0x80 : 0) }
        peer.send([0x30] + size + [0, UInt8(topic.utf8.count)] + topic.utf8)
        let payload = [UInt8](repeating: 0x20, count: length - 2 - topic.utf8.count)
        peer.send(payload)
        while peer.packet() != nil {}
        #expect(try bridge.waitForLine("too long").contains("dropped"))
        let next = try broker.accept()
        #expect(try #require(next.packet()).body[7] & 2 == 2)
        let peak = statusField("VmHWM", of: bridge.process.pid)
        let kilobytes = try #require(peak.flatMap { Int($0) })
        #expect(kilobytes < 32 * 1024 || Build.isSanitized)
    }
}
