import CLinux
import EggRequests
import EggWire
import Glibc
import Program
import Varlink

/// The socket at which eggd listens, here or on another machine.
public struct Endpoint: Equatable, Sendable {
    /// The socket's path, or the name of the other machine.
    public let path: String
    /// The other machine; nil for a socket of this one.
    public let host: RemoteHost?

    /// The socket at this path.
    public init(path: String) {
        self.path = path
        host = nil
    }

    /// The socket of another machine.
    public init(_ host: RemoteHost) {
        path = host.name
        self.host = host
    }

    /// The socket that the option, the environment or the user's runtime folder names; nil when none of them does.
    public static func find(option: String? = nil) -> Endpoint? {
        SocketPath.find(
            option: option, environment: Environment.variable, userID: geteuid(),
            folderExists: Environment.isWritableFolder
        ).map(Endpoint.init(path:))
    }

    /// Connects, and checks that the server belongs to this user or to root.
    ///
    /// - Parameter waits: false if the client must never block; see `Client.init`.
    public func connect(waits: Bool = true) throws(EndpointError) -> Client {
        if let host { return try host.connect(waits: waits) }
        let client: Client
        do {
            client = try Client(connectingTo: path, waits: waits)
        } catch {
            throw .client(error)
        }
        let server = clinux_peer_user(client.descriptor)
        guard Self.isTrusted(server: server, client: geteuid()) else {
            throw .foreignServer(path: path, userID: server)
        }
        return client
    }

    /// Whether a client trusts a server: root's server serves every user, and root may use every user's server.
    static func isTrusted(server: Int, client: UInt32) -> Bool {
        server == 0 || server == Int(client) || (client == 0 && server > 0)
    }
}

/// Why eggd can't be reached.
public enum EndpointError: Error {
    /// The connection failed.
    case client(ClientError)
    /// The server at the path belongs to another user than root; -1 when its user is unknown.
    case foreignServer(path: String, userID: Int)
}
