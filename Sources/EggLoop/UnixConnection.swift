import CLinux
import Dispatch
import Glibc

/// One accepted connection: bytes in when there are some, bytes out as fast as the peer reads them.
///
/// The handlers run on the queue; they carry no data, they say that `read` or `flush` is worth calling. Everything else
/// must be called on that queue.
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

    private let descriptor: SharedDescriptor
    private let queue: DispatchQueue
    private let onWritable: @Sendable () -> Void
    private let readSource: any DispatchSourceRead
    private var readingIsSuspended = false
    private var writeSource: (any DispatchSourceWrite)?
    private var output = OutputQueue()
    /// The peer reads no more; what is sent to it is lost.
    public private(set) var isBroken = false

    /// Takes over a connected, non-blocking socket and begins to listen to it.
    public init(
        _ descriptor: consuming Descriptor, queue: DispatchQueue, onReadable: @escaping @Sendable () -> Void,
        onWritable: @escaping @Sendable () -> Void
    ) {
        let shared = SharedDescriptor(descriptor)
        self.descriptor = shared
        self.queue = queue
        self.onWritable = onWritable
        readSource = DispatchSource.makeReadSource(fileDescriptor: shared.number, queue: queue)
        readSource.setEventHandler(handler: onReadable)
        readSource.setCancelHandler { _ = shared }
        readSource.activate()
    }

    deinit {
        close()
    }

    /// Bytes that wait for the peer to read.
    public var waitingBytes: Int { output.count }

    /// Hands over what has arrived, at most 16 KiB; call it until there is nothing, or Dispatch may not say again. A
    /// peer that never stops sending takes its turn like the others.
    public func read(_ deliver: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { space in
            while true {
                let count = recv(descriptor.number, space.baseAddress, space.count, 0)
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

    /// Whether arriving bytes are announced; while they are not, the peer soon has to wait.
    ///
    /// - Returns: whether they are announced from now on and were not before. Read then: Dispatch announces a peer that
    ///   has hung up once, and never again.
    public func setReading(_ reads: Bool) -> Bool {
        guard reads == readingIsSuspended, !readSource.isCancelled else { return false }
        readingIsSuspended.toggle()
        if reads { readSource.resume() } else { readSource.suspend() }
        return reads
    }

    /// Whether the peer is gone altogether, rather than through with sending.
    public var hasHungUp: Bool {
        var entry = pollfd(fd: descriptor.number, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0 && Int32(entry.revents) & (POLLHUP | POLLERR) != 0
    }

    /// After the end of input: a source that goes on listening to a half-closed peer fires without end.
    public func stopReading() {
        readSource.cancel()
        setReadingForRelease()
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
        guard !isBroken else { return false }
        output.drain { bytes in
            while true {
                let count = Glibc.send(
                    descriptor.number, bytes.baseAddress, bytes.count, clinux_send_now)
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
        waitForPeer(!output.isEmpty)
        return !isBroken
    }

    /// Ends the connection; the descriptor is closed when Dispatch has let go of it.
    public func close() {
        waitForPeer(false)
        readSource.cancel()
        setReadingForRelease()
    }

    private func waitForPeer(_ waits: Bool) {
        if waits, writeSource == nil {
            let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
            let shared = descriptor
            source.setEventHandler(handler: onWritable)
            source.setCancelHandler { _ = shared }
            source.activate()
            writeSource = source
        } else if !waits, let source = writeSource {
            source.cancel()
            writeSource = nil
        }
    }

    /// A suspended source never runs its cancel handler, and releasing it is a crash.
    private func setReadingForRelease() {
        guard readingIsSuspended else { return }
        readingIsSuspended = false
        readSource.resume()
    }
}
