import EggClient
import EggTestSupport
import Testing
import Varlink

extension PlayedEggd {
    var endpoint: Endpoint { Endpoint(path: path) }

    /// Waits for the next call on a connection of its own: its method and text, and the connection for the reply.
    func next() throws -> (method: String, text: String, peer: RawPeer) {
        struct Call: Decodable {
            let method: String
        }
        let peer = try accept()
        let message = try #require(peer.receive())
        return (try decodeJSON(Call.self, from: Array(message.utf8)).method, message, peer)
    }
}
