import CLinux
import Glibc

/// One accepted connection: bytes in when there are some, bytes out as fast as the peer reads them.
///
/// Its poller says when `read` or `flush` is worth calling. To be used on the poller's queue.
public final class UnixConnection {
    /// What came of a read.
    public enum ReadOutcome: Equatable, Sendable {
        /// This many bytes were delivered.
        case bytes(Int)
        /// Nothing is there yet.
        case nothing
        /// The peer will send no more; it may still read.
        case end
        /// The connection is broken.
        case broken
    }

    /// Enough for some ticks of a full board.
    private static let kernelBuffer: Int32 = 32 * 1024

    private let descriptor: Int32
    private let id: Int
    private let poller: Poller
    private var isOpen = true
    private var waitsForRoom = false
    private var output = OutputQueue()
    /// The peer reads no more; what is sent to it is lost.
    public private(set) var isBroken = false

    /// Takes over a connected, non-blocking socket and begins to listen to it, under a number that no other has.
    public init(_ descriptor: consuming Descriptor, id: Int, poller: Poller) throws(SystemError) {
        self.descriptor = descriptor.release()
        self.id = id
        self.poller = poller
        // What a peer does not read waits in the kernel first, by default up to 400 kB for each.
        var size = Self.kernelBuffer
        setsockopt(self.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        try poller.add(self.descriptor, id: id)
    }

    deinit {
        close()
    }

    /// Bytes that wait for the peer to read.
    public var waitingBytes: Int { output.count }

    /// Hands over what has arrived, at most so many bytes; call it until there is nothing, or the poller will not say
    /// again that there is more.
    public func read(atMost limit: Int = 16 * 1024, _ deliver: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome {
        guard isOpen else { return .broken }
        return withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { space in
            while true {
                let count = recv(descriptor, space.baseAddress, space.count, 0)
                if count > 0 {
                    deliver(UnsafeRawBufferPointer(rebasing: space[..<count]))
                    return .bytes(count)
                }
                if count == 0 { return .end }
                switch errno {
                case EINTR: continue
                case EAGAIN: return .nothing
                default: return .broken
                }
            }
        }
    }

    /// Whether the peer is gone altogether, rather than through with sending.
    public var hasHungUp: Bool {
        guard isOpen else { return true }
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0 && Int32(entry.revents) & (POLLHUP | POLLERR) != 0
    }

    /// Queues a message and sends what the peer will take. False: the connection is broken.
    public func send(_ message: [UInt8], superseding: Bool = false) -> Bool {
        guard !message.isEmpty, !isBroken else { return !isBroken }
        let wasEmpty = output.isEmpty
        output.append(message, superseding: superseding)
        return wasEmpty ? flush() : true
    }

    /// Sends what the peer will take of what waits. False: the connection is broken.
    public func flush() -> Bool {
        guard isOpen, !isBroken else { return false }
        output.drain { bytes in
            while true {
                let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, clinux_send_now)
                if count >= 0 { return count }
                switch errno {
                case EINTR: continue
                case EAGAIN: return nil
                default:
                    isBroken = true
                    return nil
                }
            }
        }
        if isBroken { output = OutputQueue() }
        if output.isEmpty == waitsForRoom {
            waitsForRoom.toggle()
            poller.tellRoom(waitsForRoom, of: descriptor, id: id)
        }
        return !isBroken
    }

    /// Ends the connection; its poller forgets it with that.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(descriptor)
    }
}
