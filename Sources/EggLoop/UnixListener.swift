import CLinux
import Dispatch
import Glibc

/// A listening Unix socket that announces peers on a queue.
public final class UnixListener {
    /// A peer that has connected.
    public struct Peer: ~Copyable {
        /// The connection, non-blocking.
        public let descriptor: Descriptor
        /// The user behind it, as the kernel knows (`SO_PEERCRED`); -1 when it can't be told.
        public let userID: Int

        /// The connection, for whoever will serve it.
        public consuming func takeDescriptor() -> Descriptor { descriptor }
    }

    /// What came of looking for a peer.
    public enum Arrival: ~Copyable {
        /// Somebody is there.
        case peer(Peer)
        /// Nobody any more.
        case nobody
        /// Somebody was there, and was turned away: this process has no descriptor left.
        case turnedAway
    }

    private let descriptor: SharedDescriptor
    private let source: DirectSource
    /// Given up for a moment when descriptors run out, so that a peer can be taken and turned away. Left in the backlog
    /// it would keep the source firing.
    private var spare: Int32

    /// Listens to a bound socket; the handler says that `accept` is worth calling.
    public init(
        _ descriptor: consuming Descriptor, queue: DispatchQueue, onArrival: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let shared = SharedDescriptor(descriptor)
        self.descriptor = shared
        source = try DirectSource(shared, queue: queue, handler: onArrival)
        spare = Self.openSpare()
    }

    deinit {
        if spare >= 0 { close(spare) }
    }

    /// Takes the next peer.
    public func accept() -> Arrival {
        while true {
            let number = accept4(descriptor.number, nil, nil, clinux_accept_nonblocking)
            if number >= 0 {
                return .peer(Peer(descriptor: Descriptor(owning: number), userID: clinux_peer_user(number)))
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE: return turnAway()
            default: return .nobody
            }
        }
    }

    private func turnAway() -> Arrival {
        if spare >= 0 { close(spare) }
        let number = accept4(descriptor.number, nil, nil, clinux_accept_nonblocking)
        if number >= 0 { close(number) }
        spare = Self.openSpare()
        return number >= 0 ? .turnedAway : .nobody
    }

    private static func openSpare() -> Int32 {
        open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
}
