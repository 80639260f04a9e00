import CLinux
import Glibc
import POSIX

package final class UnixListener {
    package struct Arrival: ~Copyable {
        /// The socket, non-blocking.
        package let descriptor: Descriptor
        /// The user at the other end, from the kernel (`SO_PEERCRED`); -1 when it is unknown.
        package let userID: Int

        /// The socket; the caller takes ownership.
        package consuming func takeDescriptor() -> Descriptor { descriptor }
    }

    package enum Outcome: ~Copyable {
        case accepted(Arrival)
        case none
        /// `accept` fails, such as without a descriptor that is left; the listener pauses.
        case failed(SystemError)
    }

    /// The pause after a failure that no single connection caused, such as a lack of memory or of descriptors.
    private static let pauseTime: Duration = .seconds(1)

    private let loop: EventLoop
    private let descriptor: Descriptor
    private let id: EventLoop.ID
    private var resumption: OneShot?

    /// Listens on a bound socket; the handler runs when there are connections to accept.
    package init(
        _ socket: consuming Descriptor, loop: EventLoop, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        descriptor = socket
        self.loop = loop
        id = try loop.add(descriptor.number, order: .listener) { _ in handler() }
    }

    deinit {
        loop.remove(id)
    }

    package func accept() -> Outcome {
        while true {
            let number = uninterrupted { accept4(descriptor.number, nil, nil, clinux_accept_nonblocking) }
            if number >= 0 {
                return .accepted(Arrival(descriptor: Descriptor(owning: number), userID: clinux_peer_user(number)))
            }
            switch errno {
            case ECONNABORTED: continue
            case EAGAIN: return .none
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
}
