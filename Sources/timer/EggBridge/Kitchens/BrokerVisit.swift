import EggConfig
import EggLoop
import Glibc
import MQTT

/// The connections of a command that asks a broker for something and ends.
struct BrokerVisit {
    /// How long the broker may take for everything.
    static let time: Duration = .seconds(30)

    /// Why the command fails, and its exit status.
    struct Refusal: Error {
        let message: String
        var status: Int32 = 1
    }

    /// A connection that the broker has accepted.
    struct Open {
        let connection: MQTTConnection
        let events: Mailbox<MQTTConnection.Event>
        private let loop: EventLoop
        /// It must live as long as the connection.
        private let thread: WorkThread

        init(_ client: MQTTClientSettings, _ loop: EventLoop) throws {
            let (events, thread) = (Mailbox<MQTTConnection.Event>(), try WorkThread())
            (self.events, self.loop, self.thread) = (events, loop, thread)
            connection = try loop.queue.sync {
                try MQTTConnection(client, loop: loop, thread: thread) { events.put($0) }
            }
        }

        func use(_ work: (MQTTConnection) -> Void) { loop.queue.sync { work(connection) } }

        func close() { use { $0.close() } }
    }

    let settings: MQTTSettings
    private let loop: EventLoop
    private var client: MQTTClientSettings

    /// Visits by a client with these settings; the loop is started.
    init(_ settings: MQTTSettings, _ client: MQTTClientSettings, _ loop: EventLoop) throws {
        (self.settings, self.client, self.loop) = (settings, client, loop)
        try loop.start()
    }

    /// Connects, with the older version if the broker doesn't speak the newer one.
    ///
    /// - Parameter suffix: what follows the name of the bridge, which would otherwise be thrown out.
    mutating func connect(_ suffix: String = "") throws -> Open {
        var client = client
        client.clientID += suffix
        let open = try Open(client, loop)
        switch open.events.take(upTo: Self.time) {
        case .connected: return open
        case .ended(let error) where client.version == .five && error.mayBeOfVersion:
            self.client.version = .three
            return try connect(suffix)
        case .ended(let error):
            throw Refusal(message: settings.trouble(error, .beforeAcceptance), status: EX_UNAVAILABLE)
        default: throw Refusal(message: "\(settings.broker) doesn't answer; try again")
        }
    }
}
