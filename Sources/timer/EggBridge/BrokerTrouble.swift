import EggConfig
import MQTT

extension MQTTSettings {
    /// Why the broker can't be used, and what helps, as a sentence without its full stop.
    ///
    /// - Parameter end: how the connection has ended.
    func trouble(_ error: MQTTError, _ end: BrokerLink.End) -> String {
        let twin = "another eggmqtt with this kitchen's id"
        let remedy = "end one of them, or give a machine that is a copy of another its own /etc/machine-id"
        if error.isUnauthorised {
            let subject = user.map { "user '\($0)' or its password" } ?? "clients without a user"
            return "\(broker) refuses \(subject) (\(error)); check 'user' and 'password-file' in [mqtt] of eggd.conf"
        }
        if error.isTakenOver {
            return "\(twin) has connected to \(broker); \(remedy)"
        }
        if error.isTooLong {
            return "\(broker) has sent a message that is too long (\(error)); the commands that wait there are dropped"
        }
        switch end {
        case .beforeAcceptance where error.isOfCertificate:
            return "\(broker) has no certificate that is trusted (\(error)); check 'broker' and 'ca-file' in [mqtt] of "
                + "eggd.conf"
        case .beforeAcceptance where error.isTLS:
            return
                "\(broker) doesn't speak TLS (\(error)); check the port of 'broker' in [mqtt] of eggd.conf, or write "
                + "mqtt:// for a broker without encryption"
        case .beforeAcceptance where !broker.isEncrypted && (error.isProtocol || error.isEndOfConnection):
            return "\(broker) can't be reached (\(error)); if its port is the one for TLS, write mqtts:// in [mqtt] of "
                + "eggd.conf"
        case .soonAgainAndAgain where error.isEndOfConnection:
            // Brokers of MQTT 3.1.1 don't say so.
            return "\(broker) closes each connection soon; \(twin) may run: \(remedy)"
        case .afterAcceptance where error.isEndOfConnection:
            return "\(broker) has closed the connection"
        case .beforeAcceptance, .afterAcceptance, .soonAgainAndAgain:
            return "\(broker) can't be reached (\(error))"
        }
    }
}
