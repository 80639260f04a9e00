import EggTimers

/// Bytes that wait for the other end of a connection to read them.
///
/// A message is shared between all queues it stands in; only what has been sent of it is each queue's own.
public struct OutputQueue {
    private struct Message {
        let bytes: [UInt8]
        let isSuperseded: Bool
        let queued: Instant
    }

    private var messages: [Message] = []
    /// How much of the first message has been sent.
    private var sent = 0
    /// All bytes that wait.
    public private(set) var count = 0

    /// Nothing waits.
    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { messages.isEmpty }

    /// When the first message that waits was queued; nil when none waits.
    public var waitingSince: Instant? { messages.first?.queued }

    /// Adds a message. One that is superseded by the next of its kind takes the place of an earlier such one that
    /// waits: a peer that has fallen behind gets the newest reading, not each one that it missed.
    public mutating func append(_ bytes: [UInt8], superseding: Bool = false, at now: Instant) {
        if superseding {
            // A message of which a part has gone out must go out whole.
            let firstWhole = sent > 0 ? 1 : 0
            if let old = messages.indices.dropFirst(firstWhole).first(where: { messages[$0].isSuperseded }) {
                count -= messages[old].bytes.count
                messages.remove(at: old)
            }
        }
        messages.append(Message(bytes: bytes, isSuperseded: superseding, queued: now))
        count += bytes.count
    }

    /// Sends what it can: `send` returns how many bytes it took, or nil when it takes no more.
    public mutating func drain(_ send: (UnsafeRawBufferPointer) -> Int?) {
        var done = 0
        defer { messages.removeFirst(done) }
        while done < messages.count {
            let bytes = messages[done].bytes
            while sent < bytes.count {
                guard let taken = bytes[sent...].withUnsafeBytes(send) else { return }
                sent += taken
                count -= taken
            }
            sent = 0
            done += 1
        }
    }
}
