import EggConfig
import MQTT

extension MQTTSettings {
    /// Why the broker can't be used, and what helps, as a sentence without its full stop.
    ///
    /// - Parameter wasAccepted: whether the broker had accepted the client.
    func trouble(_ error: MQTTError, wasAccepted: Bool = false) -> String {
        let twin = "another eggmqtt with this kitchen's id"
        let remedy = "end one of them, or give a machine that is a copy of another its own /etc/machine-id"
        if error.isUnauthorised {
            let subject = user.map { "user '\($0)' or its password" } ?? "clients without a user"
            return "\(broker) refuses \(subject) (\(error)); check 'user' and 'password-file' in [mqtt] of eggd.conf"
        }
        if error.isTakenOver {
            return "\(twin) has connected to \(broker); \(remedy)"
        }
        if error.isTLS, !wasAccepted {
            return "\(broker) has no certificate that is trusted (\(error)); check 'broker' and 'ca-file' in [mqtt] of "
                + "eggd.conf"
        }
        if wasAccepted, error.isEndOfConnection {
            // Older brokers don't say so.
            return "\(broker) has closed the connection; if that repeats, \(twin) may run: \(remedy)"
        }
        return "\(broker) can't be reached (\(error))"
    }
}
