import EggConfig
import EggLoop
import Glibc
import MQTT
import Program

/// Removes from a broker what a bridge has published there, and its session.
struct Forgetting {
    /// How long the broker may take for everything.
    private static let time: Duration = .seconds(30)
    /// How long a bridge may take to say that it is there.
    private static let answerTime: Duration = .seconds(3)

    /// Why nothing is removed.
    private struct Refusal: Error {
        let message: String
        var status: Int32 = 1
    }

    /// A connection that the broker has accepted.
    private struct Open {
        let connection: MQTTConnection
        let events: Mailbox<MQTTConnection.Event>
        /// It must live as long as the connection.
        let thread: WorkThread
    }

    private let settings: MQTTSettings
    private let loop: EventLoop
    private var client: MQTTClientSettings

    /// Removes everything of this kitchen, and waits until the broker has confirmed it.
    ///
    /// - Returns: the exit status: 1 if a bridge runs or the broker doesn't confirm it, 69 if that can't be reached.
    static func run(
        _ kitchen: BridgedKitchen, _ client: MQTTClientSettings, _ settings: MQTTSettings, _ loop: EventLoop,
        _ program: Executable
    ) throws -> Int32 {
        try loop.start()
        var forgetting = Forgetting(settings: settings, loop: loop, client: client)
        do {
            try forgetting.refuseBesideBridge(kitchen.topics.status)
            try forgetting.remove(Bridge(kitchen, describes: true).removals)
            return 0
        } catch let refusal as Refusal {
            program.complain(refusal.message)
            return refusal.status
        }
    }

    /// A bridge that runs sets its status right, also one that the broker takes for lost.
    private mutating func refuseBesideBridge(_ status: String) throws {
        // With its own name, the bridge would be thrown out, and come back.
        let open = try connect(as: client.clientID + "-f")
        defer { loop.queue.sync { open.connection.close() } }
        loop.queue.sync {
            open.connection.subscribe(status, wantsRetained: true)
            _ = open.connection.publish(.init(topic: status, payload: Array(Topics.offline.utf8), isRetained: true))
        }
        var (deadline, wasOnline, isAsked) = (ContinuousClock.now + Self.answerTime, false, false)
        while let event = open.events.take(upTo: deadline - .now) {
            guard case .message(let message) = event else { continue }
            if message.payload.elementsEqual(Topics.offline.utf8) {
                // What was retained comes before the question.
                guard wasOnline else { return }
                (isAsked, deadline) = (true, .now + Self.answerTime)
            } else if isAsked {
                throw Refusal(
                    message: "eggmqtt is running and would publish everything again; stop it first: systemctl --user "
                        + "disable --now eggmqtt")
            } else {
                wasOnline = true
            }
        }
    }

    /// With the bridge's name and without a session, which ends the one that the broker keeps.
    private mutating func remove(_ removals: [BridgeMessage]) throws {
        let open = try connect(as: client.clientID)
        defer { loop.queue.sync { open.connection.close() } }
        loop.queue.sync { for message in removals { _ = open.connection.publish(MQTTMessage(message)) } }
        let deadline = ContinuousClock.now + Self.time
        var left = removals.count
        while left > 0 {
            switch open.events.take(upTo: deadline - .now) {
            case .published(_, nil): left -= 1
            case .published(_, let refusal?):
                throw Refusal(message: "\(settings.broker) refuses to remove what was published (\(refusal))")
            case .ended(let error):
                throw Refusal(message: settings.trouble(error, .beforeAcceptance), status: EX_UNAVAILABLE)
            case .failed(let error):
                throw Refusal(message: "what was published at \(settings.broker) can't be removed (\(error))")
            case .message, .connected, .subscriptionRefused: break
            case nil: throw Self.silence(settings)
            }
        }
    }

    private static func silence(_ settings: MQTTSettings) -> Refusal {
        Refusal(message: "\(settings.broker) doesn't confirm that everything is removed; try again")
    }

    /// Connects, with the older version if the broker doesn't speak the newer one.
    private mutating func connect(as clientID: String) throws -> Open {
        let (loop, events, thread) = (loop, Mailbox<MQTTConnection.Event>(), try WorkThread())
        var client = client
        client.clientID = clientID
        let connection = try loop.queue.sync { [client] in
            try MQTTConnection(client, loop: loop, thread: thread) { events.put($0) }
        }
        switch events.take(upTo: Self.time) {
        case .connected: return Open(connection: connection, events: events, thread: thread)
        case .ended(let error) where client.version == .five && error.mayBeOfVersion:
            self.client.version = .three
            return try connect(as: clientID)
        case .ended(let error):
            throw Refusal(message: settings.trouble(error, .beforeAcceptance), status: EX_UNAVAILABLE)
        default: throw Self.silence(settings)
        }
    }
}
