import MQTT

/// Decides when a bridge connects to the broker, and when it may exit. Events and the time go in, actions come out; it
/// does no I/O.
///
///     waiting ── delay ──▶ connecting ──▶ accepted ── exit ──▶ leaving ──▶ ended
///        └──── the connection ends ──┴────────┘
struct BrokerLink {
    typealias Instant = SuspendingClock.Instant

    enum Action: Equatable {
        /// Connect with this version of MQTT, and drop a session that the broker has kept if its messages do harm.
        case connect(MQTTClientSettings.Version, dropsSession: Bool = false)
        /// Report why the connection has ended, and call `connect` after this time.
        case retry(after: Duration, MQTTError, End)
        /// Call `connect` after this time: the broker has only refused the version of MQTT.
        case retryQuietly(after: Duration)
        /// Publish the last message, and call `published(last:)` with its number.
        case publishLast
        /// Close the connection; nothing follows.
        case close
    }

    enum End: Equatable {
        case beforeAcceptance
        case afterAcceptance
        /// Like the connections before it, within seconds of its acceptance.
        case soonAgainAndAgain
    }

    private enum State {
        /// There is no connection. When the delay is over, it becomes connecting.
        case waiting
        /// The broker has not accepted the client yet. Then it becomes accepted, and waiting if the connection ends.
        case connecting
        /// The broker has accepted the client at this instant. When the connection ends, it becomes waiting, and when the
        /// bridge is to exit, leaving.
        case accepted(since: Instant)
        /// The last message has this number, unless it couldn't be sent. When the broker has answered it or the connection
        /// ends, it becomes ended.
        case leaving(last: Int32?)
        /// Nothing follows.
        case ended
    }

    private var state = State.waiting
    private var reconnection = Reconnection()

    /// The delay is over, or the bridge starts.
    mutating func connect() -> Action? {
        guard case .waiting = state else { return nil }
        state = .connecting
        return .connect(reconnection.version, dropsSession: reconnection.dropsSession)
    }

    /// The broker has accepted the client.
    mutating func accepted(at now: Instant) {
        if case .connecting = state { state = .accepted(since: now) }
    }

    /// The connection has ended, or could not be made.
    ///
    /// - Parameter jitter: a random number from 0 to 1.
    mutating func failed(_ error: MQTTError, at now: Instant, jitter: Double) -> Action? {
        let lasted: Duration?
        switch state {
        case .waiting, .ended: return nil
        case .connecting: lasted = nil
        case .accepted(let since): lasted = now - since
        case .leaving:
            state = .ended
            return .close
        }
        state = .waiting
        let version = reconnection.version
        let delay = reconnection.delay(after: error, lasted: lasted, jitter: jitter)
        if error.isUnsupportedVersion, version == .five { return .retryQuietly(after: delay) }
        let accepted: End = reconnection.endsSoonAgainAndAgain ? .soonAgainAndAgain : .afterAcceptance
        return .retry(after: delay, error, lasted == nil ? .beforeAcceptance : accepted)
    }

    /// The bridge is to exit.
    mutating func exit() -> Action? {
        switch state {
        case .accepted:
            state = .leaving(last: nil)
            return .publishLast
        case .waiting, .connecting:
            state = .ended
            return .close
        case .leaving, .ended: return nil
        }
    }

    /// The last message was sent with this number; nil if it couldn't be sent.
    mutating func published(last number: Int32?) {
        if case .leaving = state { state = .leaving(last: number) }
    }

    /// The broker has taken or refused a message.
    mutating func answered(_ number: Int32) -> Action? {
        guard case .leaving(number) = state else { return nil }
        state = .ended
        return .close
    }
}
