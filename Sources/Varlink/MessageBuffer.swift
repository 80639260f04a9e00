/// Cuts a stream of bytes into messages: each is a JSON object followed by one NUL.
public struct MessageBuffer {
    /// The longest message that is taken, without its NUL; generous for calls, small enough for thousands of peers.
    public static let longestMessage = 64 * 1024

    /// The memory that a drained buffer keeps for what comes next.
    private static let keptMemory = 4096

    private let limit: Int
    private var bytes: [UInt8] = []
    /// Where the first message not yet taken begins.
    private var start = 0
    /// Up to where no NUL has been found, so that a peer that writes single bytes costs no second look.
    private var searched = 0

    /// An empty buffer that refuses messages beyond the limit.
    public init(limit: Int = longestMessage) {
        self.limit = limit
    }

    /// The bytes that wait, complete or not.
    public var count: Int { bytes.count - start }

    /// The bytes of memory that are held for it.
    var heldMemory: Int { bytes.capacity }

    /// Adds what has arrived.
    public mutating func append(_ arrived: UnsafeRawBufferPointer) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            start = 0
            searched = 0
        } else if start > limit {
            forgetWhatWasTaken()
        }
        bytes.append(contentsOf: arrived)
    }

    /// Whether a message is complete, or too long.
    var hasMessage: Bool {
        mutating get {
            searched = bytes[searched...].firstIndex(of: 0) ?? bytes.count
            return searched < bytes.count || count > limit
        }
    }

    /// The next complete message without its NUL, or nil while none is complete.
    public mutating func next() throws(ProtocolViolation) -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: 0) else {
            searched = bytes.count
            if count > limit { throw .messageTooLong(limit: limit) }
            if start > 0 { forgetWhatWasTaken() }
            return nil
        }
        let message = bytes[start..<end]
        guard message.count <= limit else { throw .messageTooLong(limit: limit) }
        start = end + 1
        searched = start
        // The message keeps its bytes for as long as it is needed, and nobody after that.
        if start == bytes.count, bytes.capacity > Self.keptMemory { self = MessageBuffer(limit: limit) }
        return message
    }

    /// Ten thousand peers that each once sent a long message must not hold all that memory for as long as they stay.
    private mutating func forgetWhatWasTaken() {
        if bytes.capacity > Self.keptMemory {
            bytes = Array(bytes[start...])
        } else {
            bytes.removeFirst(start)
        }
        searched -= start
        start = 0
    }
}

/// What a peer sent was not Varlink; the connection can only be closed.
public enum ProtocolViolation: Error, Equatable, Sendable {
    /// A message without an end within the limit, in bytes.
    case messageTooLong(limit: Int)
    /// A message that is not JSON, or not a call or a reply.
    case malformedMessage
}
