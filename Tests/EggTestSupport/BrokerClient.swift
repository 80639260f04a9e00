import EggLoop
import Glibc
import MQTT

/// Another client of a broker, which sees what a program publishes.
public final class BrokerClient {
    private let running: RunningLoop
    private let connection: MQTTConnection
    private let events = Mailbox<MQTTConnection.Event>()
    private let marker: String
    /// Messages that have arrived and were not asked for yet.
    private var waiting: [MQTTMessage] = []

    /// Connects, and waits until the broker has taken its subscriptions.
    public init(_ settings: MQTTClientSettings, subscribing topics: [String] = []) throws {
        let (running, events, thread) = (try RunningLoop(), events, try WorkThread())
        self.running = running
        marker = "marker/\(settings.clientID)"
        connection = try running.sync {
            try MQTTConnection(settings, loop: running.loop, thread: thread) { events.put($0) }
        }
        guard case .connected = try nextEvent(by: .now + .seconds(60)) else {
            throw ProgramError("connecting to the broker", ECONNREFUSED)
        }
        running.sync { for topic in topics + [marker] { connection.subscribe(topic, wantsRetained: true) } }
        try publish("", to: "started/\(settings.clientID)")
    }

    /// Connects to a broker on this machine, by a name that is also its password, or without.
    public convenience init(
        port: Int, id: String = "observer-\(Int.random(in: 0..<1_000_000))", user: String? = nil,
        version: MQTTClientSettings.Version = .five, subscribing topics: [String] = ["eggtimer/#", "homeassistant/#"]
    ) throws {
        var settings = MQTTClientSettings(host: "127.0.0.1", port: port, clientID: id)
        (settings.user, settings.password, settings.version) = (user, user, version)
        try self.init(settings, subscribing: topics)
    }

    deinit {
        running.sync { connection.close() }
    }

    /// Publishes, and waits until the broker has taken it.
    public func publish(_ message: MQTTMessage) throws {
        guard let number = running.sync({ connection.publish(message) }) else { throw ProgramError("publish", EPIPE) }
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            switch try nextEvent(by: deadline) {
            case .message(let message): waiting.append(message)
            case .published(number, nil): return
            case .published(number, let refusal?): throw refusal
            case .published, .connected, .subscriptionRefused, .failed, .ended: break
            }
        }
    }

    /// Publishes a text.
    public func publish(_ text: String, to topic: String, isRetained: Bool = false) throws {
        try publish(MQTTMessage(topic: topic, payload: Array(text.utf8), isRetained: isRetained))
    }

    /// The next message of a topic that ends like this; others before it are dropped.
    public func next(
        _ ending: String, where isWanted: (MQTTMessage) -> Bool = { _ in true }
    ) throws -> MQTTMessage {
        let deadline = ContinuousClock.now + .seconds(60)
        var seen: [MQTTMessage] = []
        while true {
            let message: MQTTMessage
            do {
                message = try nextMessage(by: deadline)
            } catch {
                throw ProgramError("no message '\(ending)' (\(error)); saw \(seen.map(\.line))", ETIMEDOUT)
            }
            if message.topic.hasSuffix(ending), isWanted(message) { return message }
            seen.append(message)
        }
    }

    /// All messages that the broker has taken by now and that were not asked for.
    public func all() throws -> [MQTTMessage] {
        try publish("end", to: marker)
        let deadline = ContinuousClock.now + .seconds(60)
        var messages: [MQTTMessage] = []
        while true {
            let message = try nextMessage(by: deadline)
            if message.topic == marker { return messages }
            messages.append(message)
        }
    }

    private func nextMessage(by deadline: ContinuousClock.Instant) throws -> MQTTMessage {
        if !waiting.isEmpty { return waiting.removeFirst() }
        while true {
            if case .message(let message) = try nextEvent(by: deadline) { return message }
        }
    }

    private func nextEvent(by deadline: ContinuousClock.Instant) throws -> MQTTConnection.Event {
        guard let event = events.take(upTo: deadline - .now) else { throw ProgramError("the broker", ETIMEDOUT) }
        if case .ended(let error) = event { throw error }
        return event
    }
}

extension MQTTMessage {
    /// The payload as text.
    public var text: String { String(decoding: payload, as: UTF8.self) }
    /// The message in one line.
    public var line: String { "\(topic) \(text)" }
}
