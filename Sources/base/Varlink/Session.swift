/// The server's side of one connection: takes bytes and returns calls, one at a time.
///
/// Replies are sent in the order of the calls, so the next call is returned only after the last reply to the previous
/// one. A call whose replies never end is therefore the last call on its connection.
public struct Session {
    private var buffer: MessageBuffer
    /// Whether a call has been returned whose last reply hasn't been sent yet.
    public private(set) var isAnswering = false

    /// A new connection.
    public init(limit: Int = MessageBuffer.maxMessageLength) {
        buffer = MessageBuffer(limit: limit)
    }

    /// The number of received bytes that belong to calls that haven't been returned yet.
    public var waitingBytes: Int { buffer.count }

    /// Whether `nextCall` would return a call or throw.
    public var hasCall: Bool {
        mutating get { !isAnswering && buffer.hasMessage }
    }

    /// Takes received bytes.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        buffer.append(bytes)
    }

    /// The next call, if it is complete and the previous one has been answered.
    public mutating func nextCall() throws(ProtocolViolation) -> Call? {
        guard !isAnswering, let message = try buffer.next() else { return nil }
        let call = try Call(message)
        isAnswering = true
        return call
    }

    /// Must be called after the last reply to the returned call.
    public mutating func answered() {
        isAnswering = false
    }
}
