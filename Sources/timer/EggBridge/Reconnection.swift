import MQTT

/// Decides when a bridge connects again, and with which version of MQTT. It does no I/O.
struct Reconnection {
    /// After a connection that lasted this long, the next delay is the shortest again. It is longer than all delays, so
    /// that two clients of one name, each of which ends the other's connection, connect less and less often.
    static let settlingTime: Duration = .seconds(130)
    private static let maxDelay = 120.0
    /// A connection that ends within this time of its acceptance ends soon, as that of two clients with one name.
    static let soon: Duration = .seconds(10)

    private(set) var version = MQTTClientSettings.Version.five
    /// Whether the last accepted connection had to end for a message, which would come back.
    private(set) var dropsSession = false
    /// Whether the broker has accepted MQTT 5. While it starts anew, something before it may close connections.
    private var speaksFive = false
    /// The number of attempts in a row that failed, or led to a connection that ended soon.
    private var failures = 0
    /// The number of accepted connections in a row that ended soon.
    private var shortConnections = 0

    /// Whether at least three accepted connections in a row have ended soon; a broker that starts anew ends only one.
    var endsSoonAgainAndAgain: Bool { shortConnections >= 3 }

    /// The time until the next attempt: 1 s to 2 min.
    ///
    /// - Parameters:
    ///   - lasted: how long the broker had accepted the client; nil if it hadn't.
    ///   - jitter: a random number from 0 to 1, so that the clients of a broker don't all connect again at the same moment.
    mutating func delay(after error: MQTTError, lasted: Duration?, jitter: Double) -> Duration {
        if let lasted {
            dropsSession = error.isTooLong
            if version == .five { speaksFive = true }
            if lasted >= Self.settlingTime { failures = 0 }
            shortConnections = lasted < Self.soon ? shortConnections + 1 : 0
        }
        if lasted == nil, error.mayBeOfVersion, version == .three || !speaksFive || !error.isEndOfConnection {
            version = version == .five ? .three : .five
            if error.isUnsupportedVersion, version == .three { return .seconds(1) }
        }
        // A wrong password, or a second client of the same name, lasts until the user acts.
        if error.isUnauthorised || error.isTakenOver { failures = 7 }
        let longest = min(Double(1 << min(failures, 7)), Self.maxDelay)
        failures += 1
        return .seconds(max(1, longest * (0.5 + jitter / 2)))
    }
}

extension MQTTError {
    /// Whether a broker that has not accepted the client may speak another version of MQTT. Some brokers of MQTT 3.1.1
    /// only close the connection, and newer versions of libmosquitto can't read the refusal of the others.
    var mayBeOfVersion: Bool { isUnsupportedVersion || isMalformed || isEndOfConnection }
}
