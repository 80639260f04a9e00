/// Splits a stream of bytes into messages, each a JSON object followed by one NUL.
public struct MessageBuffer {
    /// The longest message allowed, without its NUL: ample for calls, and affordable for a thousand connections.
    public static let maxMessageLength = 64 * 1024

    /// The most memory that an empty buffer retains, in bytes.
    private static let retainedMemory = 4096

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The index of the first byte that hasn't been returned yet.
    private var start = 0
    /// The bytes before this index contain no NUL, so that they needn't be searched again.
    private var searched = 0

    /// An empty buffer that rejects messages longer than the limit.
    public init(limit: Int = maxMessageLength) {
        self.limit = limit
    }

    /// The number of bytes in complete and incomplete messages.
    public var count: Int { bytes.count - start }

    /// The allocated memory in bytes.
    var heldMemory: Int { bytes.capacity }

    /// Adds received bytes.
    public mutating func append(_ arrived: UnsafeRawBufferPointer) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            start = 0
            searched = 0
        } else if start > limit {
            releaseReturnedBytes()
        }
        bytes.append(contentsOf: arrived)
    }

    /// Whether there is a complete message, or one that is too long.
    var hasMessage: Bool {
        mutating get {
            searched = bytes[searched...].firstIndex(of: 0) ?? bytes.count
            return searched < bytes.count || count > limit
        }
    }

    /// The next complete message without its NUL; nil if there is none.
    public mutating func next() throws(ProtocolViolation) -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: 0) else {
            searched = bytes.count
            if count > limit { throw .messageTooLong(limit: limit) }
            if start > 0 { releaseReturnedBytes() }
            return nil
        }
        let message = bytes[start..<end]
        guard message.count <= limit else { throw .messageTooLong(limit: limit) }
        start = end + 1
        searched = start
        // The returned slice retains the bytes, so the buffer can release them now.
        if start == bytes.count, bytes.capacity > Self.retainedMemory { self = MessageBuffer(limit: limit) }
        return message
    }

    /// Releases returned messages, so that connections that once sent a long message don't retain its memory.
    private mutating func releaseReturnedBytes() {
        if bytes.capacity > Self.retainedMemory {
            bytes = Array(bytes[start...])
        } else {
            bytes.removeFirst(start)
        }
        searched -= start
        start = 0
    }
}

/// The received bytes are not Varlink, so the connection has to be closed.
public enum ProtocolViolation: Error, Equatable, Sendable {
    /// A message is longer than the limit in bytes.
    case messageTooLong(limit: Int)
    /// A message is not JSON, or neither a call nor a reply.
    case malformedMessage
}
