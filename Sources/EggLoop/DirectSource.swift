import CLinux
import Dispatch
import Glibc
import Synchronization

/// A thread that waits until a descriptor is readable, and then runs a handler on a queue, itself.
///
/// Behind a Dispatch source one thread waits, and wakes another to run the handler: on a machine at rest that takes
/// longer than what most handlers do. Here one wakeup is enough. For what somebody waits for; for everything else a
/// Dispatch source needs no thread.
///
/// The handler runs again for as long as the descriptor is readable, and not once after this is gone.
final class DirectSource {
    private let watch: Watch

    /// Waits from now on; closes nothing.
    init(_ descriptor: SharedDescriptor, queue: DispatchQueue, handler: @escaping @Sendable () -> Void)
        throws(SystemError)
    {
        let end = eventfd(0, clinux_event_flags)
        guard end >= 0 else { throw SystemError("eventfd") }
        watch = Watch(descriptor, end: Descriptor(owning: end), queue: queue, handler: handler)
        let context = Unmanaged.passRetained(watch)
        let code = clinux_start_thread(
            { context in
                context.map { Unmanaged<Watch>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw SystemError("pthread_create", code: Errno(rawValue: code))
        }
    }

    deinit {
        watch.end()
    }

    /// What the thread has, for as long as it lives.
    private final class Watch: Sendable {
        private let descriptor: SharedDescriptor
        private let endDescriptor: Descriptor
        private let queue: DispatchQueue
        private let handler: @Sendable () -> Void
        private let isOver = Atomic(false)

        init(
            _ descriptor: SharedDescriptor, end: consuming Descriptor, queue: DispatchQueue,
            handler: @escaping @Sendable () -> Void
        ) {
            self.descriptor = descriptor
            endDescriptor = end
            self.queue = queue
            self.handler = handler
        }

        func end() {
            isOver.store(true, ordering: .releasing)
            eventfd_write(endDescriptor.number, 1)
        }

        func run() {
            clinux_take_short_turns()
            var entries = [descriptor.number, endDescriptor.number].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            while true {
                if poll(&entries, nfds_t(entries.count), -1) < 0 { continue }
                if entries[1].revents != 0 { return }
                queue.sync { if !isOver.load(ordering: .acquiring) { handler() } }
            }
        }
    }
}
