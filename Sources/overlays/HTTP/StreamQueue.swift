/// The messages that wait for one event stream to be read.
///
/// Each message is complete by itself. When a client doesn't read, all but the newest are therefore dropped.
struct StreamQueue {
    /// The most messages that wait.
    static let maxCount = 16

    private var waiting: [[UInt8]] = []
    /// How much of the first message has been taken.
    private var taken = 0

    var isEmpty: Bool { waiting.isEmpty }

    /// Adds a message; one that has partly been sent is always completed.
    mutating func add(_ message: [UInt8]) {
        guard !message.isEmpty else { return }
        if waiting.count >= Self.maxCount { waiting.removeLast(waiting.count - (taken > 0 ? 1 : 0)) }
        waiting.append(message)
    }

    /// Moves as many bytes as fit into a buffer.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < buffer.count, let message = waiting.first {
            let part = message[taken...].prefix(buffer.count - count)
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: part)
            count += part.count
            taken += part.count
            if taken == message.count {
                waiting.removeFirst()
                taken = 0
            }
        }
        return count
    }
}
