import CMosquitto
import Glibc

/// A call of libmosquitto that failed, or what a broker refused.
public struct MQTTError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function.
    public let call: String
    /// A number of `mosq_err_t`, or from 128 on a reason code of MQTT 5.
    public let code: Int32
    /// The text of libmosquitto, the system or the broker.
    public let message: String

    public var description: String { "\(call): \(message)" }

    /// An error with these values.
    public init(_ call: String, code: Int32, message: String) {
        (self.call, self.code, self.message) = (call, code, message)
    }

    /// The failure of a call; `MOSQ_ERR_ERRNO` and `MOSQ_ERR_EAI` leave their reason in errno.
    init(_ call: String, _ code: mosq_err_t, errno number: Int32 = errno, detail: String? = nil) {
        let code =
            switch (code, number) {
            // This is how libmosquitto reports an error of TLS while it reads and, up to 2.0.11, while it writes.
            case (MOSQ_ERR_ERRNO, EPROTO): MOSQ_ERR_TLS
            // A write can notice first that the other end has closed the connection.
            case (MOSQ_ERR_ERRNO, EPIPE): MOSQ_ERR_CONN_LOST
            default: code
            }
        let text =
            switch code {
            case MOSQ_ERR_ERRNO: String(cString: strerror(number))
            case MOSQ_ERR_EAI: String(cString: gai_strerror(number))
            // libmosquitto has no text for it.
            case MOSQ_ERR_KEEPALIVE: "the broker doesn't answer"
            case MOSQ_ERR_NOMEM, MOSQ_ERR_OVERSIZE_PACKET: "the message is too long"
            default: String(cString: mosquitto_strerror(code.rawValue)).withoutFullStop
            }
        self.init(call, code: code.rawValue, message: detail.map { "\(text) (\($0))" } ?? text)
    }

    /// The broker has not done in time what this text says.
    static func timeout(_ call: String, _ message: String) -> MQTTError {
        MQTTError(call, code: MOSQ_ERR_TIMEOUT.rawValue, message: message)
    }

    /// A broker's refusal with this reason code of MQTT 5.
    init(_ call: String, reason: Int32) {
        self.init(call, code: reason, message: String(cString: mosquitto_reason_string(reason)).withoutFullStop)
    }

    /// The other end doesn't speak the version of MQTT that was tried.
    public var isUnsupportedVersion: Bool { code == Int32(MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue) }
    /// The other end has sent a packet that libmosquitto can't read.
    public var isMalformed: Bool { code == Int32(MOSQ_ERR_MALFORMED_PACKET.rawValue) }
    /// The user or the password is wrong, or the broker allows this user nothing.
    public var isUnauthorised: Bool {
        code == Int32(MQTT_RC_NOT_AUTHORIZED.rawValue) || code == Int32(MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue)
    }
    /// Another client has connected with the same name, and the broker has closed this connection.
    public var isTakenOver: Bool { code == Int32(MQTT_RC_SESSION_TAKEN_OVER.rawValue) }
    /// A message was too long, or longer than the memory that this process may have.
    public var isTooLong: Bool {
        code == Int32(MOSQ_ERR_NOMEM.rawValue) || code == Int32(MOSQ_ERR_OVERSIZE_PACKET.rawValue)
    }
    /// The other end doesn't speak MQTT here.
    public var isProtocol: Bool { isMalformed || code == Int32(MOSQ_ERR_PROTOCOL.rawValue) }
    /// The other end has closed the connection.
    public var isEndOfConnection: Bool { code == Int32(MOSQ_ERR_CONN_LOST.rawValue) }
    /// Nothing can be sent any more.
    var isOfConnection: Bool {
        [MOSQ_ERR_NO_CONN, MOSQ_ERR_CONN_LOST, MOSQ_ERR_TLS, MOSQ_ERR_ERRNO].contains { $0.rawValue == code }
    }
    /// The encryption has failed. Before the broker has accepted the client, its certificate isn't trusted, or the other
    /// end doesn't speak TLS; afterwards, the connection has broken.
    public var isTLS: Bool { code == MOSQ_ERR_TLS.rawValue || code == MOSQ_ERR_TLS_HANDSHAKE.rawValue }
    /// The error of TLS is about a certificate, which only its text tells.
    public var isOfCertificate: Bool { isTLS && message.split { !$0.isLetter }.contains("certificate") }
}

extension String {
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
