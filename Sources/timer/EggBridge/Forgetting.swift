import EggConfig
import EggLoop
import Glibc
import MQTT
import Program

/// Removes from a broker what a bridge has published there.
enum Forgetting {
    /// How long the broker may take for everything.
    private static let time: Duration = .seconds(30)

    /// Publishes the removals and waits until the broker has taken them.
    ///
    /// - Returns: the exit status: 1 if the broker doesn't confirm them, 69 if it can't be reached.
    static func run(
        _ removals: [BridgeMessage], _ client: MQTTClientSettings, _ settings: MQTTSettings, _ loop: EventLoop,
        _ program: Executable
    ) throws -> Int32 {
        var client = client
        // A bridge that runs is not thrown out.
        client.clientID += "-f"
        try loop.start()
        while true {
            let events = Mailbox<MQTTConnection.Event>()
            let (version, thread) = (client.version, try WorkThread())
            let connection = try loop.queue.sync {
                try MQTTConnection(client, loop: loop, thread: thread) { events.put($0) }
            }
            defer { loop.queue.sync { connection.close() } }
            let deadline = ContinuousClock.now + time
            var (left, wasAccepted) = (removals.count, false)
            while left > 0 {
                switch events.take(upTo: deadline - .now) {
                case .connected:
                    wasAccepted = true
                    loop.queue.sync { for message in removals { _ = connection.publish(MQTTMessage(message)) } }
                case .published(_, nil): left -= 1
                case .published(_, let refusal?):
                    program.complain("\(settings.broker) refuses to remove what was published (\(refusal))")
                    return 1
                case .ended(let error):
                    if version == .five, !wasAccepted, error.mayBeOfVersion {
                        client.version = .three
                        break
                    }
                    program.complain(settings.trouble(error, .beforeAcceptance))
                    return EX_UNAVAILABLE
                case .failed(let error):
                    program.complain("what was published at \(settings.broker) can't be removed (\(error))")
                    return 1
                case .message, .subscriptionRefused: break
                case nil:
                    program.complain("\(settings.broker) doesn't confirm that everything is removed; try again")
                    return 1
                }
                if client.version != version { break }
            }
            if left == 0 { return 0 }
        }
    }
}
