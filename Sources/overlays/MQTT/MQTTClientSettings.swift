/// How to reach a broker, and as which client.
public struct MQTTClientSettings: Equatable, Sendable {
    /// The version of the protocol.
    public enum Version: Sendable {
        /// MQTT 3.1.1, which all brokers speak, and MQTT 5.
        case three, five
    }

    /// A name, an address, or with port 0 the path of a Unix socket.
    public var host: String
    /// The port; 0 for a Unix socket.
    public var port: Int
    /// The client's name; the broker closes an earlier connection of the same name.
    public var clientID: String
    /// The user's name; nil to connect without one.
    public var user: String?
    /// The user's password.
    public var password: String?
    /// Whether the connection is encrypted, and the broker's certificate checked.
    public var usesTLS = false
    /// The file of the certificates that are trusted; nil for those of the system.
    public var caFile: String?
    /// After how many seconds without a message the connection is checked.
    public var keepalive = 60
    /// The version to speak.
    public var version = Version.five
    /// For how many seconds the broker keeps the client's session after the connection, with the messages that arrive
    /// meanwhile; 0 for no session. MQTT 3.1.1 can't tell the time.
    public var sessionTime: UInt32 = 0
    /// Whether a session that the broker has kept is dropped, with its messages.
    public var dropsSession = false
    /// The message that the broker publishes if the connection ends without a DISCONNECT packet.
    public var will: MQTTMessage?

    /// Settings for this broker and client, and defaults for everything else.
    public init(host: String, port: Int, clientID: String) {
        (self.host, self.port, self.clientID) = (host, port, clientID)
    }
}
