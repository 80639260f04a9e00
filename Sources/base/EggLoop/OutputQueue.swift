import Instants

/// Bytes that wait for the other end of a connection to read them.
///
/// Queues share the messages that they contain; each queue only counts how much of the first one it has sent.
package struct OutputQueue {
    private struct Message {
        let bytes: [UInt8]
        let isSuperseded: Bool
        let queued: Instant
    }

    private var messages: [Message] = []
    /// How much of the first message has been sent.
    private var sent = 0
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { messages.isEmpty }

    /// When the first message that waits was queued; nil when none waits.
    package var waitingSince: Instant? { messages.first?.queued }

    /// Adds a message. A message that the next of its kind supersedes is replaced while it waits: a client that has
    /// fallen behind gets the newest reading, not every one that it missed.
    package mutating func append(_ bytes: [UInt8], superseding: Bool = false, at now: Instant) {
        if superseding {
            // A message that was sent in part must be sent whole.
            let firstWhole = sent > 0 ? 1 : 0
            if let old = messages.indices.dropFirst(firstWhole).first(where: { messages[$0].isSuperseded }) {
                count -= messages[old].bytes.count
                messages.remove(at: old)
            }
        }
        messages.append(Message(bytes: bytes, isSuperseded: superseding, queued: now))
        count += bytes.count
    }

    /// Sends as much as possible: `send` returns how many bytes it took, or nil if it takes no more.
    package mutating func drain(_ send: (UnsafeRawBufferPointer) -> Int?) {
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
