import CLinux
import Glibc
import POSIX

/// A broker that a test plays: it sends whichever bytes the test wants.
public final class PlayedBroker {
    /// Where it listens.
    public let port: Int
    private let listener: Int32

    /// Listens on a free port of this machine.
    ///
    /// - Parameter backlog: how many connections may wait; the kernel doesn't answer those beyond.
    public init(backlog: Int32 = 8) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, backlog) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        (listener, port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
        guard isOpen else { throw ProgramError("listen", errno) }
    }

    deinit {
        close(listener)
    }

    /// Accepts the next connection; throws if none comes within a minute.
    public func accept() throws -> RawPeer {
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 60_000) == 1 else { throw ProgramError("no connection", ETIMEDOUT) }
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { throw ProgramError("accept", errno) }
        return RawPeer(owning: descriptor)
    }
}

extension RawPeer {
    /// The next packet of MQTT: its first byte and everything after its length; nil at the end.
    public func packet() -> (type: UInt8, body: [UInt8])? {
        guard let type = bytes(1)?.first else { return nil }
        var (length, shift) = (0, 0)
        while let byte = bytes(1)?.first {
            length |= Int(byte & 0x7f) << shift
            shift += 7
            if byte & 0x80 == 0 { break }
        }
        return bytes(length).map { (type, $0) }
    }

    /// Sends a command with QoS 1, to a client of MQTT 5.
    public func send(command: String, to topic: String, isDuplicate: Bool = false) {
        let body = [UInt8(topic.utf8.count >> 8), UInt8(topic.utf8.count & 0xff)] + topic.utf8 + [0, 1, 0]
        // A packet of less than 128 bytes.
        send([isDuplicate ? 0x3a : 0x32, UInt8(body.count + command.utf8.count)] + body + command.utf8)
    }

    /// The client's next message at a topic that ends like this; nil at the end.
    public func published(_ ending: String) -> String? {
        while let (type, body) = packet() {
            guard type & 0xf0 == 0x30, let high = body.first, let low = body.dropFirst().first else { continue }
            let rest = body.dropFirst(2), count = Int(high) << 8 | Int(low)
            // The packet's number and no properties are between the topic and the payload.
            if String(decoding: rest.prefix(count), as: UTF8.self).hasSuffix(ending) {
                return String(decoding: rest.dropFirst(count + 3), as: UTF8.self)
            }
        }
        return nil
    }

    /// So many bytes; nil if the connection ends before.
    private func bytes(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var chunk = [UInt8](repeating: 0, count: count - bytes.count)
            let read = uninterrupted { recv(descriptor, &chunk, chunk.count, 0) }
            guard read > 0 else { return nil }
            bytes += chunk[..<read]
        }
        return bytes
    }
}
