/// The next steps of a connection to a broker, as a value: what has happened goes in, actions come out.
///
///     connecting ── socket ──▶ asking ── CONNACK ──▶ accepted
///         └──────── fails, refused, lost or closed ──────┴──▶ ended
struct MQTTSession {
    typealias Event = MQTTConnection.Event

    /// One thing to do; several are done in order.
    enum Action {
        case report(Event)
        /// Call `timePassed` after this time, in place of any time before.
        case wait(Duration)
        /// Have libmosquitto check the connection.
        case check
        /// Give up the address that doesn't answer; the next one of the name is tried, if there is one.
        case nextAddress
        /// Wait for nothing more.
        case release
        /// Send a DISCONNECT packet.
        case disconnect
    }

    private enum State {
        /// The thread resolves the name and connects, and only it uses the handle. Becomes asking, or ended if it fails or
        /// the connection is closed.
        case connecting
        /// The broker has been asked to accept the client. Becomes accepted when it does, and ended when it refuses, when
        /// it does not answer within `acceptTime`, and when the connection is lost or closed.
        case asking(refusal: MQTTError?)
        /// Messages go both ways. Becomes ended when the connection is lost or closed.
        case accepted(Traffic)
        /// Nothing follows.
        case ended
    }

    private struct Traffic {
        /// After how much time without a message the connection is checked.
        let keepalive: Duration
        /// How many messages the broker has not taken yet.
        var unacknowledged = 0
        /// The topics of the subscriptions that the broker has not answered yet.
        var subscriptions: [Int32: String] = [:]
        /// The events that have arrived, until libmosquitto's function has returned.
        var arrived: [Event]
        /// Why the broker closes the connection, if it said so.
        var reason: MQTTError?
    }

    /// How long an address may take to be connected.
    static let addressTime: Duration = .seconds(5)
    /// How long the broker may take to accept the client once it is connected.
    static let acceptTime: Duration = .seconds(15)
    /// How many messages may wait to be taken by the broker.
    static let maxUnacknowledged = 500

    private var state = State.connecting

    /// Whether nothing follows.
    var hasEnded: Bool { if case .ended = state { true } else { false } }
    /// How many more messages may be sent before the broker takes one; nil while none can be sent.
    var room: Int? {
        if case .accepted(let traffic) = state { Self.maxUnacknowledged - traffic.unacknowledged } else { nil }
    }

    // MARK: The connection

    /// The thread begins to connect.
    func begun() -> [Action] { [.wait(Self.addressTime)] }

    /// The client is connected, and has asked the broker to accept it.
    mutating func connected() -> [Action] {
        state = .asking(refusal: nil)
        return [.wait(Self.acceptTime)]
    }

    /// The time to wait is over.
    mutating func timePassed() -> [Action] {
        switch state {
        case .connecting: [.wait(Self.addressTime), .nextAddress]
        case .ended: []
        case .asking: lost(.timeout("mosquitto_connect", "the broker doesn't answer"))
        case .accepted(let traffic): [.wait(traffic.keepalive), .check]
        }
    }

    /// The connection can't be used any more. The broker's own reason is better than this error.
    mutating func lost(_ error: MQTTError) -> [Action] {
        defer { state = .ended }
        switch state {
        case .connecting: return [.release, .report(.ended(error))]
        case .asking(let refusal): return [.release, .report(.ended(refusal ?? error))]
        case .accepted(let traffic): return [.release, .report(.ended(traffic.reason ?? error))]
        case .ended: return []
        }
    }

    /// The user closes the connection.
    mutating func closed() -> [Action] {
        defer { state = .ended }
        switch state {
        case .connecting, .asking: return [.release]
        case .accepted: return [.release, .disconnect]
        case .ended: return []
        }
    }

    // MARK: What is sent

    /// A message was sent, or a subscription to a topic. The next check counts from the last packet that was sent while the
    /// broker owed no answer.
    mutating func sent(_ number: Int32, subscribing topic: String? = nil) -> [Action] {
        guard case .accepted(var traffic) = state else { return [] }
        let owesNothing = traffic.unacknowledged == 0 && traffic.subscriptions.isEmpty
        if let topic { traffic.subscriptions[number] = topic } else { traffic.unacknowledged += 1 }
        state = .accepted(traffic)
        return owesNothing ? [.wait(traffic.keepalive)] : []
    }

    /// A message or a subscription could not be sent.
    func failed(_ error: MQTTError) -> [Action] { hasEnded ? [] : [.report(.failed(error))] }

    // MARK: What arrives

    /// The broker has accepted the client.
    mutating func accepted(hasSession: Bool = false, keepalive: Duration) -> [Action] {
        guard case .asking = state else { return [] }
        state = .accepted(Traffic(keepalive: keepalive, arrived: [.connected(hasSession: hasSession)]))
        return [.wait(keepalive)]
    }

    /// The broker has said why it refuses the client or closes the connection.
    mutating func received(reason: MQTTError) {
        switch state {
        case .asking: state = .asking(refusal: reason)
        case .accepted(var traffic):
            traffic.reason = reason
            state = .accepted(traffic)
        case .connecting, .ended: break
        }
    }

    /// The broker has answered a subscription.
    mutating func received(answerTo subscription: Int32, isRefused: Bool) {
        guard case .accepted(var traffic) = state else { return }
        if let topic = traffic.subscriptions.removeValue(forKey: subscription), isRefused {
            traffic.arrived.append(.subscriptionRefused(topic))
        }
        state = .accepted(traffic)
    }

    /// A message has arrived, or the broker has answered one.
    mutating func received(_ event: Event) {
        guard case .accepted(var traffic) = state else { return }
        if case .published = event { traffic.unacknowledged -= 1 }
        traffic.arrived.append(event)
        state = .accepted(traffic)
    }

    /// The next event that has arrived; nil if there is none.
    mutating func nextEvent() -> Event? {
        guard case .accepted(var traffic) = state, !traffic.arrived.isEmpty else { return nil }
        defer { state = .accepted(traffic) }
        return traffic.arrived.removeFirst()
    }
}
