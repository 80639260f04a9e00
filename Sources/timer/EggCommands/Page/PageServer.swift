import CLinux
import EggClient
import Glibc
import POSIX
import Varlink

/// Asks the running eggweb about itself.
enum PageServer {
    /// How long eggweb may take to start and to answer.
    private static let timeout: Int = 10

    /// The reply of eggweb at a port of this machine; nil if it doesn't answer, or answers something else.
    static func about(_ listening: PageListening) -> PageAbout? {
        guard let reply = exchange("GET /about HTTP/1.0\r\nHost: localhost\r\n\r\n", listening) else { return nil }
        return about(reply: reply)
    }

    /// The description in a whole HTTP reply.
    static func about(reply: [UInt8]) -> PageAbout? {
        let blank = Array("\r\n\r\n".utf8)
        guard let head = reply.indices.first(where: { reply[$0...].starts(with: blank) }) else { return nil }
        let words = reply[..<head].prefix { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: " "))
        guard words.count >= 2, words[0].starts(with: Array("HTTP/1.".utf8)), words[1].elementsEqual("200".utf8) else {
            return nil
        }
        return try? decodeJSON(PageAbout.self, from: Array(reply[(head + blank.count)...]))
    }

    private static func exchange(_ request: String, _ listening: PageListening) -> [UInt8]? {
        let address = listening.address.flatMap { $0.isAny ? nil : $0 } ?? .loopback
        let descriptor = clinux_internet_connect(address.text, UInt16(listening.port), timeout)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = Array(request.utf8)
        guard send(descriptor, bytes, bytes.count, clinux_send_quietly) == bytes.count else { return nil }
        return readToEnd(of: descriptor, limit: 64 * 1024)
    }
}
