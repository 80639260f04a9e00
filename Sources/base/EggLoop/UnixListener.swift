import CLinux
import Glibc
import POSIX

/// A listening Unix socket in the event loop.
public final class UnixListener {
    /// A connection that has been accepted.
    public struct Arrival: ~Copyable {
        /// The socket, non-blocking.
        public let descriptor: Descriptor
        /// The user at the other end, from the kernel (`SO_PEERCRED`); -1 when it is unknown.
        public let userID: Int

        /// The socket; the caller takes ownership.
        public consuming func takeDescriptor() -> Descriptor { descriptor }
    }

    /// The result of accepting.
    public enum Outcome: ~Copyable {
        /// A connection.
        case accepted(Arrival)
        /// No more connections are waiting.
        case none
        /// A connection was closed unserved: this process has no descriptor left.
        case turnedAway
        /// `accept` fails for another reason; the listener pauses.
        case failed(SystemError)
    }

    /// The pause after a failure that no single connection caused, such as lack of memory.
    private static let pauseTime: Duration = .seconds(1)

    private let loop: EventLoop
    private let descriptor: Descriptor
    private let id: EventLoop.ID
    private var resumption: OneShot?
    /// A spare descriptor. It is closed for a moment when descriptors run out, so that a connection can be accepted and
    /// closed; left in the backlog, the connection would keep the loop busy.
    private var spare: Int32

    /// Listens on a bound socket; the handler runs when there are connections to accept.
    public init(
        _ socket: consuming Descriptor, loop: EventLoop, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        descriptor = socket
        self.loop = loop
        id = try loop.add(descriptor.number, order: .listener) { _ in handler() }
        spare = Self.openSpare()
    }

    deinit {
        loop.remove(id)
        if spare >= 0 { close(spare) }
    }

    /// Accepts the next connection.
    public func accept() -> Outcome {
        while true {
            let number = uninterrupted { accept4(descriptor.number, nil, nil, clinux_accept_nonblocking) }
            if number >= 0 {
                return .accepted(Arrival(descriptor: Descriptor(owning: number), userID: clinux_peer_user(number)))
            }
            switch errno {
            case ECONNABORTED: continue
            case EAGAIN: return .none
            case EMFILE, ENFILE: return refuseNext()
            default:
                let error = SystemError("accept4")
                pause()
                return .failed(error)
            }
        }
    }

    private func pause() {
        loop.pause(true, id)
        let (loop, id) = (loop, id)
        resumption = OneShot(loop: loop) { loop.pause(false, id) }
        resumption?.arm(after: Self.pauseTime)
    }

    private func refuseNext() -> Outcome {
        if spare >= 0 { close(spare) }
        let number = accept4(descriptor.number, nil, nil, clinux_accept_nonblocking)
        if number >= 0 { close(number) }
        spare = Self.openSpare()
        // Another process may have taken the spare one; then the connection waits.
        if number < 0 { pause() }
        return number >= 0 ? .turnedAway : .none
    }

    private static func openSpare() -> Int32 {
        open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
}
