import CLinux
import Glibc
import Instants
import POSIX

/// One accepted connection: reads input as it arrives, and writes output as fast as the client reads it.
///
/// The event loop tells when to call `read` or `flush`. Use it on the loop's queue.
package final class UnixConnection {
    package enum ReadOutcome: Equatable, Sendable {
        case bytes(Int)
        case nothing
        /// The client sends no more; it may still read.
        case end
        case broken
    }

    /// Enough for several ticks of a full board.
    private static let kernelBuffer: Int32 = 32 * 1024

    private let descriptor: Int32
    private let loop: EventLoop
    private let id: EventLoop.ID
    private var isOpen = true
    private var waitsForRoom = false
    private var output = OutputQueue()
    /// The client reads no more; anything sent to it is lost.
    package private(set) var isBroken = false

    /// Takes ownership of a connected, non-blocking socket and watches it.
    ///
    /// - Parameter handler: called once for each arrival; read until nothing is left.
    package init(
        _ socket: consuming Descriptor, loop: EventLoop, handler: @escaping @Sendable (EventLoop.Readiness) -> Void
    ) throws(SystemError) {
        self.loop = loop
        // Output waits in the kernel first, by default up to 400 kB per connection.
        var size = Self.kernelBuffer
        setsockopt(socket.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        id = try loop.add(socket.number, order: .connection, trigger: .edge, handler: handler)
        descriptor = socket.release()
    }

    deinit {
        close()
    }

    /// Bytes that wait for the client to read.
    package var waitingBytes: Int { output.count }

    /// When the first message that still waits was queued; nil when none waits.
    package var waitingSince: Instant? { output.waitingSince }

    /// Delivers input, at most this many bytes. The loop reports no more of it until this returns `nothing`.
    package func read(atMost limit: Int = 16 * 1024, _ deliver: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome {
        guard isOpen else { return .broken }
        return withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { space in
            let count = uninterrupted { recv(descriptor, space.baseAddress, space.count, 0) }
            if count > 0 {
                deliver(UnsafeRawBufferPointer(rebasing: space[..<count]))
                return .bytes(count)
            }
            if count == 0 { return .end }
            return errno == EAGAIN ? .nothing : .broken
        }
    }

    /// Whether the client has closed the connection in both directions, rather than finished sending.
    package var hasHungUp: Bool {
        guard isOpen else { return true }
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0 && Int32(entry.revents) & (POLLHUP | POLLERR) != 0
    }

    /// Queues a message at an instant, and sends what the client takes. False if the connection is broken.
    package func send(_ message: [UInt8], superseding: Bool = false, at now: Instant) -> Bool {
        guard !message.isEmpty, !isBroken else { return !isBroken }
        let wasEmpty = output.isEmpty
        output.append(message, superseding: superseding, at: now)
        return wasEmpty ? flush() : true
    }

    /// Sends as much of the waiting output as the client takes. False if the connection is broken.
    package func flush() -> Bool {
        guard isOpen, !isBroken else { return false }
        output.drain { bytes in
            let count = uninterrupted {
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, clinux_send_now)
            }
            if count < 0, errno != EAGAIN { isBroken = true }
            return count >= 0 ? count : nil
        }
        if isBroken { output = OutputQueue() }
        if output.isEmpty == waitsForRoom {
            waitsForRoom.toggle()
            loop.watchRoom(waitsForRoom, of: id)
        }
        return !isBroken
    }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        loop.remove(id)
        Glibc.close(descriptor)
    }
}
