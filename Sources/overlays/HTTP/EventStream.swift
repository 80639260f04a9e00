import CMicroHTTPD
import Glibc

/// An answer without an end: messages that are sent as they come (server-sent events). It belongs to the server's queue.
///
/// Only messages find that the client has left: the first one is answered by a reset, and the second one fails.
package final class EventStream {
    /// Called once when the client has left or the stream was closed.
    package var onEnd: (() -> Void)?
    /// A client that reads nothing for longer is disconnected by the next message.
    var readTimeout: Duration = .seconds(60)

    private weak var exchange: Exchange?
    private var queue = StreamQueue()
    private var isClosed = false
    /// When the client last read something, or the first message came after it had read everything.
    private var waitingSince = ContinuousClock.now

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// Whether the client has left, or has got the end of the stream.
    package var hasEnded: Bool { exchange?.hasEnded ?? true }

    /// Sends a message, which must be complete by itself: a client that does not read gets only the newest one.
    package func send(_ message: [UInt8]) {
        guard let exchange, !exchange.hasEnded else { return }
        if exchange.isSuspended { waitingSince = .now }
        guard .now - waitingSince < readTimeout else {
            shutdown(exchange.descriptor, Int32(SHUT_RDWR))
            return exchange.cancel()
        }
        if !isClosed { queue.add(message) }
        exchange.resume()
    }

    /// Ends the stream after the messages that wait.
    package func close() {
        isClosed = true
        exchange?.resume()
    }

    /// The next bytes for libmicrohttpd; 0 after suspending the connection, -1 at the end.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let exchange, !exchange.isCancelled else { return cmicrohttpd_end_of_stream }
        waitingSince = .now
        let count = queue.take(into: buffer)
        if count == 0 {
            if isClosed { return cmicrohttpd_end_of_stream }
            exchange.suspend()
        }
        return count
    }

    func ended() {
        let handler = onEnd
        onEnd = nil
        handler?()
    }

    /// The response that libmicrohttpd sends, which keeps the stream alive; nil without memory.
    func response() -> OpaquePointer? {
        let context = Unmanaged.passRetained(self).toOpaque()
        let response = cmicrohttpd_stream_response(
            Self.blockSize,
            { context, _, buffer, size in
                guard let context, let buffer else { return cmicrohttpd_end_of_stream }
                let stream = Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
                return stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
            }, context,
            { context in
                if let context { Unmanaged<EventStream>.fromOpaque(context).release() }
            })
        if response == nil { Unmanaged<EventStream>.fromOpaque(context).release() }
        return response
    }

    /// How much is taken from the queue at once; each stream has a buffer of this size.
    private static let blockSize = 2048
}

/// The messages that wait for one event stream to be read.
///
/// Each message is complete by itself. When a client doesn't read, all but the newest are therefore dropped.
struct StreamQueue {
    /// The most messages that wait.
    static let maxCount = 16

    private var waiting: [[UInt8]] = []
    /// How much of the first message has been taken.
    private var taken = 0

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
