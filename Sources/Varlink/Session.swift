/// The server's side of one connection: bytes in, calls out, one at a time.
///
/// Replies come in the order of the calls, so the next call is handed out only when the earlier one has had its last
/// reply. A call that streams for ever is therefore the last of its connection.
public struct Session {
    private var buffer: MessageBuffer
    /// Whether a call has been handed out whose last reply is still to come.
    public private(set) var isAnswering = false

    /// A connection on which nothing has been said yet.
    public init(limit: Int = MessageBuffer.longestMessage) {
        buffer = MessageBuffer(limit: limit)
    }

    /// Bytes that have arrived and belong to calls not yet handed out.
    public var waitingBytes: Int { buffer.count }

    /// Whether `nextCall` has something to say.
    public var hasCall: Bool {
        mutating get { !isAnswering && buffer.hasMessage }
    }

    /// Takes what has arrived.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        buffer.append(bytes)
    }

    /// The next call, if one is complete and the earlier one has been answered.
    public mutating func nextCall() throws(ProtocolViolation) -> Call? {
        guard !isAnswering, let message = try buffer.next() else { return nil }
        let call = try Call(message)
        isAnswering = true
        return call
    }

    /// The call that was handed out has had its last reply.
    public mutating func answered() {
        isAnswering = false
    }
}
