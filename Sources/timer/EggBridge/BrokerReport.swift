import EggClient
import EggConfig
import MQTT

/// Decides what is reported of the broker, and what of that is logged. It does no I/O.
struct BrokerReport {
    /// A report for the status line.
    struct Line: Equatable {
        let report: BridgeReport
        let isLogged: Bool
    }

    let broker: MQTTBroker
    /// The last line about being connected or not; the same one isn't logged twice.
    private var lastLogged: String?
    /// What went wrong on this connection; shown until it ends, because other messages may still be taken.
    private var complaint: BridgeReport?
    /// The kinds of complaints that this connection has logged.
    private var complaints: Set<String> = []

    /// A report about no connection yet.
    init(broker: MQTTBroker) { self.broker = broker }

    /// The broker has accepted the client.
    mutating func connected() -> Line {
        (complaint, complaints) = (nil, [])
        return line(.connected(broker: "\(broker)", lastMessage: nil), as: "connected")
    }

    /// The broker has taken a message, at this time of day.
    func published(at time: String) -> Line {
        Line(report: complaint ?? .connected(broker: "\(broker)", lastMessage: time), isLogged: false)
    }

    mutating func refused(_ error: MQTTError) -> Line {
        complain(
            "\(broker) refuses messages (\(error)); allow this user the topics of eggtimer-mqtt(7)", as: "refused")
    }

    mutating func subscriptionRefused(_ topic: String) -> Line {
        complain("\(broker) doesn't let this user read \(topic); see eggtimer-mqtt(7)", as: topic)
    }

    /// A message or a subscription could not be sent.
    mutating func failed(_ error: MQTTError) -> Line {
        complain("a message for \(broker) can't be sent (\(error)); see eggmqtt(8)", as: "failed")
    }

    /// The connection has ended. A broker that is off for a day is one line of the log.
    mutating func ended(_ trouble: String, as kind: String) -> Line {
        line(.disconnected(problem: trouble), as: kind)
    }

    private mutating func complain(_ reason: String, as kind: String) -> Line {
        let report = BridgeReport.impaired(problem: reason)
        complaint = report
        return Line(report: report, isLogged: complaints.insert(kind).inserted)
    }

    private mutating func line(_ report: BridgeReport, as kind: String) -> Line {
        defer { lastLogged = kind }
        return Line(report: report, isLogged: lastLogged != kind)
    }
}

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
