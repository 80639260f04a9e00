import CLinux
import Glibc

/// A datagram socket, and the messages that arrive at it.
public final class Datagrams {
    /// Its path.
    public let path: String
    private let number: Int32
    private var waiting: [String] = []

    /// Binds a socket to a path.
    public init(_ path: String) throws {
        self.path = path
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard clinux_unix_bind(number, path) == 0 else { throw ProgramError("bind \(path)", errno) }
    }

    /// Fills the socket, so that further messages wait until one is read.
    public func fill() throws {
        var isFull = false
        while !isFull {
            // One sender may not have so many messages under way.
            let sender = socket(AF_UNIX, clinux_datagram_socket_nonblocking, 0)
            defer { close(sender) }
            guard clinux_unix_connect(sender, path) == 0 else { throw ProgramError("connect \(path)", errno) }
            isFull = send(sender, "x", 1, 0) == -1
            while !isFull, send(sender, "x", 1, 0) == 1 {}
        }
    }

    deinit {
        close(number)
    }

    /// The next line that arrived.
    public func next() throws -> String {
        while waiting.isEmpty {
            var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 30_000) == 1 else { throw ProgramError("no message arrived", ETIMEDOUT) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(number, &bytes, bytes.count, 0)
            waiting += String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map(
                String.init)
        }
        return waiting.removeFirst()
    }

    /// The next line that is not a sign of life.
    public func nextBesidesLife() throws -> String {
        while true {
            let line = try next()
            if line != "WATCHDOG=1" { return line }
        }
    }

    /// Whether everything that arrived was read.
    public var isEmpty: Bool {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return waiting.isEmpty && poll(&entry, 1, 0) == 0
    }
}
