import CLinux
import Glibc
import POSIX
import Varlink

/// A bare connection, for sending input that a well-behaved client never sends.
public final class RawPeer {
    /// The socket.
    public private(set) var descriptor: Int32
    private var buffer = MessageBuffer(limit: 16 * 1024 * 1024)

    /// Connects to a socket's path; each read waits at most this many seconds.
    public convenience init(_ path: String, timeout seconds: Int = 60) throws {
        self.init(owning: socket(AF_UNIX, clinux_stream_socket, 0), timeout: seconds)
        guard clinux_unix_connect(descriptor, path) == 0 else { throw ProgramError("connect \(path)", errno) }
    }

    /// Takes ownership of a socket; each read waits at most this many seconds.
    public init(owning descriptor: Int32, timeout seconds: Int = 60) {
        self.descriptor = descriptor
        var timeout = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        hangUp()
    }

    /// Gives the socket away.
    func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    /// Closes the connection.
    public func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Sends all of it, as far as the other side accepts it.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) -> Bool { sendAll(Array(bytes), to: descriptor) }

    /// Sends text and its NUL.
    @discardableResult
    public func send(message: String) -> Bool { send(Array(message.utf8) + [0]) }

    /// Closes the sending direction; it can still read.
    public func closeSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The next message without its NUL; nil if the other side has closed or the timeout has passed.
    public func receive() -> String? {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { space in
            while true {
                do {
                    if let message = try buffer.next() { return String(decoding: message, as: UTF8.self) }
                } catch {
                    return nil
                }
                let count = uninterrupted { recv(descriptor, space.baseAddress, space.count, 0) }
                guard count > 0 else { return nil }
                buffer.append(UnsafeRawBufferPointer(rebasing: space[..<count]))
            }
        }
    }

    /// Waits until the other side has closed; false if the timeout passes first.
    public func waitForClose() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = uninterrupted { recv(descriptor, &chunk, chunk.count, 0) }
            if count == 0 || (count < 0 && errno == ECONNRESET) { return true }
            if count < 0 { return false }
        }
    }
}

/// Sends all of it, as far as the other side accepts it.
func sendAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
        let count = uninterrupted {
            bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, clinux_send_quietly) }
        }
        guard count > 0 else { return false }
        sent += count
    }
    return true
}

/// Two connected stream sockets; the caller must close them.
public func socketPair(isBlocking: Bool = false) throws -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = isBlocking ? clinux_stream_socket : clinux_stream_socket_nonblocking
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw ProgramError("socketpair", errno) }
    return (ends[0], ends[1])
}
