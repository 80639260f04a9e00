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

    /// Hands over what has arrived, at most 16 KiB: a peer that never stops sending takes its turn like the others.
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
    public func setReading(_ reads: Bool) {
        guard reads == readingIsSuspended, !readSource.isCancelled else { return }
        readingIsSuspended.toggle()
        if reads { readSource.resume() } else { readSource.suspend() }
    }

    /// After the end of input: a source that goes on listening to a half-closed peer fires without end.
    public func stopReading() {
        readSource.cancel()
        setReadingForRelease()
    }

    /// Queues a message and sends what the peer will take. False: the connection is broken.
    public func send(_ message: [UInt8], superseding: Bool = false) -> Bool {
        guard !message.isEmpty else { return true }
        let wasEmpty = output.isEmpty
        output.append(message, superseding: superseding)
        return wasEmpty ? flush() : true
    }

    /// Sends what the peer will take of what waits. False: the connection is broken.
    public func flush() -> Bool {
        var isBroken = false
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
        waitForPeer(!output.isEmpty && !isBroken)
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
