import CLinux
import Dispatch
import Glibc

/// Many descriptors behind one thread that waits: an epoll, which is readable when something has happened to any of
/// them.
///
/// A Dispatch source for each would be simpler, and once in a million hang-ups the end of the process: Dispatch's own
/// thread wakes the queue and then looks again at what it knows of the descriptor, which the queue has freed meanwhile
/// (swift-corelibs-libdispatch #949). A status bar that asks every second hangs up thirty million times a year.
///
/// Everything but the handler is to be called on the queue.
public final class Poller {
    /// What has happened to a descriptor.
    public struct Event: Equatable, Sendable {
        /// The number that it was added under.
        public let id: Int
        /// There is something to read, or the end. Told once: until a read finds nothing there is no other event.
        public let isReadable: Bool
        /// There is room to write, or nobody to read it.
        public let isWritable: Bool
    }

    /// Events that are told at once.
    public static let mostEvents = 64

    private let epoll: SharedDescriptor
    private let source: DirectSource

    /// The handler says that `events` is worth calling.
    public init(queue: DispatchQueue, onEvents: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = epoll_create1(clinux_epoll_flags)
        guard number >= 0 else { throw SystemError("epoll_create1") }
        let epoll = SharedDescriptor(Descriptor(owning: number))
        self.epoll = epoll
        source = try DirectSource(epoll, queue: queue, handler: onEvents)
    }

    /// What has happened since the last call. There may be more; then the handler runs again.
    public func events() -> [Event] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.mostEvents) { space in
            guard let base = space.baseAddress else { return [] }
            let count = epoll_wait(epoll.number, base, Int32(space.count), 0)
            return space.prefix(Int(max(0, count))).map { event in
                let isBroken = event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
                return Event(
                    id: Int(event.data.u64), isReadable: isBroken || event.events & EPOLLIN.rawValue != 0,
                    isWritable: isBroken || event.events & EPOLLOUT.rawValue != 0)
            }
        }
    }

    /// Tells from now on what happens to a descriptor, until it is closed.
    func add(_ descriptor: Int32, id: Int) throws(SystemError) {
        guard clinux_epoll_set(epoll.number, EPOLL_CTL_ADD, descriptor, id, 0) == 0 else {
            throw SystemError("epoll_ctl")
        }
    }

    /// Whether room to write is told as well.
    func tellRoom(_ tells: Bool, of descriptor: Int32, id: Int) {
        _ = clinux_epoll_set(epoll.number, EPOLL_CTL_MOD, descriptor, id, tells ? 1 : 0)
    }
}
