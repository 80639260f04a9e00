import EggWire
import MQTT

@testable import EggBridge

/// A message that a broker sends to the bridge. The first byte chooses the topic, whether the message is retained, and what its
/// sender wants as an answer; the rest is the payload, or the topic.
final class BridgeTarget: Target {
    static let name = "bridge"
    static let maxLength = 2048

    private let kitchen = BridgedKitchen(id: "1a2b", name: "Kitchen", access: .full, prefix: "eggtimer")
    private let moment = Moment(unixMs: 1_800_000_000_000, isClockRight: true)

    func handle(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let text = String(decoding: rest, as: UTF8.self)
        let topics = [
            kitchen.topics.command, kitchen.topics.call("Start"), kitchen.topics.call(text), kitchen.topics.status,
            HomeAssistant.announcement, HomeAssistant(kitchen: kitchen).descriptionTopic, text,
            kitchen.topics.call("Dismiss"),
        ]
        var message = MQTTMessage(
            topic: topics[Int(first & 7)], payload: rest, isRetained: first & 8 != 0,
            correlationData: first & 16 != 0 ? rest : nil)
        message.responseTopic = first & 32 != 0 ? text : nil
        var bridge = Bridge(kitchen, describes: true)
        _ = bridge.connected(at: moment)
        _ = bridge.menuArrived([Timers.Egg(name: "soft", durationMs: 300_000, description: "")])
        _ = bridge.watched(
            .event(.init(event: .init(kind: .snapshot, sequence: 0), timers: [], soundOut: nil)), at: moment)
        for effect in bridge.received(message, at: .now, moment) { check(effect, message) }
    }

    private func check(_ effect: Bridge.Effect, _ message: MQTTMessage) {
        switch effect {
        case .call(let calls, let request):
            require(!message.isRetained, "a retained message is not carried out")
            require(!calls.isEmpty && calls.allSatisfy { (try? $0.check(.full)) != nil }, "only timers are called")
            check(request)
        case .answer(let answer, let request):
            require(!message.isRetained && answer.message != nil, "a refusal says why")
            check(request)
        case .publish(let sent):
            let own = [kitchen.topics.status, HomeAssistant(kitchen: kitchen).descriptionTopic]
            // What is retained with another prefix is removed.
            let isRemoval = message.isRetained && message.topic.hasSuffix("/1a2b/status") && sent.payload.isEmpty
            require(own.contains(sent.topic) || isRemoval, "a message changes no other topics")
        case .say: require(message.isRetained, "only retained commands are logged")
        case .waitAfterAnnouncement:
            require(message.topic == HomeAssistant.announcement, "only Home Assistant announces itself")
        case .subscribe, .readMenu: require(false, "a message causes neither")
        }
    }

    private func check(_ request: Bridge.Request) {
        let isOwn = request.topic == kitchen.topics.reply
        require(isOwn || request.topic.hasPrefix("\(kitchen.topics.reply)/"), "an answer is nobody's command")
        require(isOwn || !request.topic.contains { "+#".contains($0) }, "an answer has one topic")
    }
}
