import EggConfig
import EggWire
import MQTT

@testable import EggBridge

/// A message that a broker sends to the bridge. The first byte chooses the topic, whether the message is retained, and what its
/// sender wants as an answer; the rest is the payload, or the topic.
final class BridgeTarget: Target {
    static let name = "bridge"
    static let maxLength = 2048

    private let kitchen = BridgedKitchen(id: "1a2b", name: "Kitchen", access: .full, prefix: "eggtimer")
    private let other = Topics(prefix: "eggtimer", kitchenID: "0123456789ab")
    private let moment = Moment(unixMs: 1_800_000_000_000, isClockRight: true)

    func handle(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let text = String(decoding: rest, as: UTF8.self)
        let topics = [
            kitchen.topics.command, kitchen.topics.call("Start"), kitchen.topics.call(text), kitchen.topics.status,
            HomeAssistant.announcement, HomeAssistant(kitchen: kitchen).descriptionTopic, text,
            kitchen.topics.call("Dismiss"), kitchen.topics.ask, other.timers, other.status, other.reply,
            "\(other.reply)/1a2b-0",
        ]
        var message = MQTTMessage(
            topic: topics[Int(first & 15) % topics.count], payload: rest, isRetained: first & 16 != 0,
            correlationData: first & 32 != 0 ? rest : nil)
        message.responseTopic = first & 64 != 0 ? text : nil
        var bridge = Bridge(kitchen, describes: true, follow: [FollowedKitchen("0123456789ab")])
        _ = bridge.connected(at: moment)
        _ = bridge.menuArrived([Timers.Egg(name: "soft", durationMs: 300_000, description: "")])
        _ = bridge.watched(
            .event(.init(event: .init(kind: .snapshot, sequence: 0), timers: [], soundOut: nil)), at: moment)
        for effect in bridge.received(message, at: .now, moment) { check(effect, message) }
    }

    private func check(_ effect: Bridge.Effect, _ message: MQTTMessage) {
        let isOfOther = message.topic.hasPrefix("\(other.base)/")
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
            // Retained messages with another prefix are removed.
            let isRemoval = message.isRetained && message.topic.hasSuffix("/1a2b/status") && sent.payload.isEmpty
            let isAnswer = message.topic == kitchen.topics.ask && sent.topic.hasPrefix("\(kitchen.topics.reply)/")
            let isQuestion = isOfOther && sent.topic == other.ask
            require(
                own.contains(sent.topic) || isRemoval || isAnswer || isQuestion, "a message changes no other topics")
            require(!isAnswer || !sent.topic.contains { "+#".contains($0) }, "an answer has one topic")
        case .say: require(message.isRetained || isOfOther, "only retained commands and bad timers are logged")
        case .tell(let call, _):
            let isAboutOther = ["SetCopies", "Answered"].contains(call.method) && isOfOther
            require(isAboutOther, "only timers of a followed kitchen become copies")
        case .waitAfterAnnouncement:
            require(message.topic == HomeAssistant.announcement, "only Home Assistant announces itself")
        case .subscribe(let topic, _, _): require(isOfOther && topic == other.replies, "only answers are subscribed to")
        case .readMenu: require(false, "a message doesn't cause it")
        }
    }

    private func check(_ request: Bridge.Request) {
        let isOwn = request.topic == kitchen.topics.reply
        require(isOwn || request.topic.hasPrefix("\(kitchen.topics.reply)/"), "an answer is nobody's command")
        require(isOwn || !request.topic.contains { "+#".contains($0) }, "an answer has one topic")
    }
}
