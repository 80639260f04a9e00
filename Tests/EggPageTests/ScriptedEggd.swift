import CLinux
import EggClient
import EggLoop
import EggTestSupport
import Glibc
import Testing
import Varlink

/// An eggd that replies only when the test does.
final class ScriptedEggd {
    private let folder = TemporaryFolder()
    private let claim: SocketClaim
    private let listener: Descriptor
    /// Its socket.
    let endpoint: Endpoint

    init() throws {
        claim = try SocketClaim(folder.path("socket"))
        listener = try claim.bind()
        endpoint = Endpoint(path: claim.path)
    }

    /// Whether a connection waits to be accepted.
    var isAsked: Bool { waits(0) }

    /// Waits for the next call on a connection of its own: its method and text, and the connection for the reply.
    func next() throws -> (method: String, text: String, peer: RawPeer) {
        try #require(waits(20_000), "no call was sent")
        let peer = RawPeer(owning: accept4(listener.number, nil, nil, Int32(SOCK_CLOEXEC.rawValue)))
        let message = try #require(peer.receive())
        let method = try decodeJSON(Call.self, from: Array(message.utf8)).method
        return (method, message, peer)
    }

    private func waits(_ milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }

    private struct Call: Decodable {
        let method: String
    }
}
