import Glibc
import MQTT

/// Removes from a broker what a bridge has published there, and its session.
enum Forgetting {
    /// How long a bridge may take to say that it is there.
    private static let answerTime: Duration = .seconds(3)

    /// Removes everything of this kitchen, and waits until the broker has confirmed it; refuses beside a bridge that runs.
    static func run(_ kitchen: BridgedKitchen, _ visit: inout BrokerVisit) throws {
        try refuseBesideBridge(kitchen, &visit)
        try remove(Bridge(kitchen, describes: true).removals, &visit)
    }

    /// A bridge that runs answers questions, also while its eggd doesn't.
    private static func refuseBesideBridge(_ kitchen: BridgedKitchen, _ visit: inout BrokerVisit) throws {
        let open = try visit.connect("-f")
        defer { open.close() }
        let question = Question(reply: "forget", from: kitchen.name)
        open.use {
            $0.subscribe(kitchen.topics.answer(to: question))
            _ = $0.publish(MQTTMessage(BridgeMessage(kitchen.topics.ask, jsonText(question))))
        }
        let deadline = ContinuousClock.now + answerTime
        while let event = open.events.take(upTo: deadline - .now) {
            guard case .message = event else { continue }
            throw BrokerVisit.Refusal(
                message: "eggmqtt is running and would publish everything again; stop it first: systemctl --user "
                    + "disable --now eggmqtt")
        }
    }

    /// With the bridge's name and without a session, which ends the one that the broker keeps.
    private static func remove(_ removals: [BridgeMessage], _ visit: inout BrokerVisit) throws {
        let open = try visit.connect()
        defer { open.close() }
        open.use { for message in removals { _ = $0.publish(MQTTMessage(message)) } }
        let (broker, deadline) = (visit.settings.broker, ContinuousClock.now + BrokerVisit.time)
        var left = removals.count
        while left > 0 {
            switch open.events.take(upTo: deadline - .now) {
            case .published(_, nil): left -= 1
            case .published(_, let refusal?):
                throw BrokerVisit.Refusal(message: "\(broker) refuses to remove what was published (\(refusal))")
            case .ended(let error):
                throw BrokerVisit.Refusal(
                    message: visit.settings.trouble(error, .beforeAcceptance), status: EX_UNAVAILABLE)
            case .failed(let error):
                throw BrokerVisit.Refusal(message: "what was published at \(broker) can't be removed (\(error))")
            case .message, .connected, .subscriptionRefused: break
            case nil:
                throw BrokerVisit.Refusal(
                    message: "\(broker) doesn't confirm that everything is removed; try again")
            }
        }
    }
}
