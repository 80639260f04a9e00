import CLinux
import Glibc
import POSIX

/// A blocking client: one connection to a service on a Unix socket.
public final class Client {
    /// How long a client waits for a service to accept a connection or to reply.
    ///
    /// A service may wait 10 s for its disk before it replies anyway. A client with a shorter timeout would report a
    /// failure although its call was carried out.
    public static let timeout: Duration = .seconds(12)

    /// The connection's descriptor, for polling only; callers must not read from it.
    public let descriptor: Int32
    private var buffer: MessageBuffer
    private var reachedEnd = false
    /// Released with the connection.
    private let companion: AnyObject?

    /// Connects to the socket at a path; waits for a busy service until the timeout.
    ///
    /// - Parameter waits: false for a client that must never block: a busy service fails with `EAGAIN`, and a call that
    ///   does not fit into the socket's buffer with `timedOut`.
    public init(
        connectingTo path: String, replyLimit: Int = 16 * 1024 * 1024, waits: Bool = true
    ) throws(ClientError) {
        descriptor = socket(AF_UNIX, waits ? clinux_stream_socket : clinux_stream_socket_nonblocking, 0)
        buffer = MessageBuffer(limit: replyLimit)
        companion = nil
        guard descriptor >= 0 else { throw .cannotConnect(path: path, code: errno) }
        // On a Unix socket, the send timeout also limits connect(2), which a full backlog would otherwise block
        // forever. A signal makes the timeout begin anew.
        limitSending()
        guard clinux_unix_connect(descriptor, path) == 0 else {
            throw .cannotConnect(path: path, code: errno)
        }
    }

    /// Takes a socket that is connected, and closes it at the end.
    ///
    /// - Parameter companion: released with the connection, such as the program at its other end.
    public init(
        connectedBy descriptor: Int32, replyLimit: Int = 16 * 1024 * 1024, waits: Bool = true,
        with companion: AnyObject? = nil
    ) {
        self.descriptor = descriptor
        self.companion = companion
        buffer = MessageBuffer(limit: replyLimit)
        if waits { limitSending() } else { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private func limitSending() {
        var timeout = Self.timeout.timeval
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Calls a method and waits for its reply.
    public func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(ClientError) -> M.Reply {
        try send(method, parameters)
        return try receive(method).value
    }

    /// Sends a call without waiting; with `more`, any number of replies can follow, with `oneway`, none will.
    public func send<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters, more: Bool = false, oneway: Bool = false
    ) throws(ClientError) {
        try send(
            Envelope(
                method: M.name, parameters: parameters is Nothing ? nil : parameters, more: more ? true : nil,
                oneway: oneway ? true : nil))
    }

    func send(_ call: Envelope) throws(ClientError) {
        let message = encodeMessage(call)
        var sent = 0
        while sent < message.count {
            let count = uninterrupted {
                message[sent...].withUnsafeBytes { rest in
                    Glibc.send(descriptor, rest.baseAddress, rest.count, clinux_send_quietly)
                }
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                throw .timedOut
            } else {
                throw refusalBeforeTheEnd() ?? .connectionLost
            }
        }
    }

    /// The error reply that a service sent before it closed the connection, such as one that has no room for another.
    private func refusalBeforeTheEnd() -> ClientError? {
        do throws(ClientError) {
            while let message = try nextMessage() { let _: Incoming<Nothing> = try decode(message) }
            return nil
        } catch {
            if case .refused = error { return error }
            return nil
        }
    }

    /// Waits for the next reply; after `timedOut` it can be called again.
    public func receive<M: Method>(
        _ method: M.Type, within time: Duration = timeout
    ) throws(ClientError) -> Incoming<M.Reply> {
        let deadline = ContinuousClock.now + time
        while true {
            if let reply = try received(method) { return reply }
            let left = deadline - ContinuousClock.now
            guard left > .zero else { throw .timedOut }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // If a signal interrupts it, the time that is left is computed anew.
            _ = poll(&entry, 1, left.pollTimeout)
        }
    }

    /// The next reply if it has already arrived, else nil; never blocks.
    public func received<M: Method>(_ method: M.Type) throws(ClientError) -> Incoming<M.Reply>? {
        guard let message = try nextMessage() else { return nil }
        return try decode(message)
    }

    /// The next message if it has already arrived, else nil.
    private func nextMessage() throws(ClientError) -> ArraySlice<UInt8>? {
        while true {
            do {
                if let message = try buffer.next() { return message }
            } catch {
                throw .malformedReply
            }
            if reachedEnd { throw .connectionLost }
            guard try fill() else { return nil }
        }
    }

    /// Reads the bytes that have arrived; false if there are none.
    private func fill() throws(ClientError) -> Bool {
        let failure = withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { space -> Int32? in
            let count = uninterrupted { recv(descriptor, space.baseAddress, space.count, clinux_receive_now) }
            guard count >= 0 else { return errno }
            if count == 0 { reachedEnd = true }
            buffer.append(UnsafeRawBufferPointer(rebasing: space[..<count]))
            return nil
        }
        switch failure {
        case nil: return true
        case EAGAIN: return false
        default: throw .connectionLost
        }
    }

    private func decode<Value: Decodable>(_ message: ArraySlice<UInt8>) throws(ClientError) -> Incoming<Value> {
        do {
            let envelope = JSONReader(try JSONDocument(parsing: message))
            let parameters = envelope["parameters"]
            if let name = try envelope["error"]?.decode(String.self) {
                throw ClientError.refused(RemoteError(name: name, decoder: parameters))
            }
            let continues = try envelope["continues"]?.decode(Bool.self) ?? false
            return Incoming(value: try Value(from: parameters ?? JSONReader.none), continues: continues)
        } catch let error as ClientError {
            throw error
        } catch {
            throw .malformedReply
        }
    }
}

/// One reply, and whether more will follow.
public struct Incoming<Value> {
    /// The reply's parameters.
    public let value: Value
    /// Whether another reply will follow.
    public let continues: Bool
}

/// Why a call failed.
public enum ClientError: Error {
    /// The connection could not be made; the code is `errno`.
    case cannotConnect(path: String, code: Int32)
    /// The service closed the connection before the reply.
    case connectionLost
    /// The service did not reply in time.
    case timedOut
    /// The service sent something that is not a reply, or a reply of the wrong type.
    case malformedReply
    /// The service replied with an error.
    case refused(RemoteError)
}

/// An error that a service replied with.
public struct RemoteError: Error {
    /// The full name, `interface.Error`.
    public let name: String
    // The decoder refers to the received message, which nothing modifies.
    private nonisolated(unsafe) let decoder: JSONReader?

    init(name: String, decoder: JSONReader?) {
        self.name = name
        self.decoder = decoder
    }

    /// The error's parameters if they are of this type, else nil.
    public func parameters<Value: Decodable>(as type: Value.Type) -> Value? {
        decoder.flatMap { try? Value(from: $0) }
    }
}
