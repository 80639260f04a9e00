import CLinux
import Glibc
import POSIX

/// Wakes a waiting thread: eventfd(2).
package final class Event: Sendable {
    /// It can be read while the event is signalled.
    package let descriptor: Int32

    package init() throws(SystemError) {
        descriptor = eventfd(0, clinux_event_flags)
        guard descriptor >= 0 else { throw SystemError("eventfd") }
    }

    deinit {
        close(descriptor)
    }

    /// Ends one wait, now or later.
    package func signal() {
        eventfd_write(descriptor, 1)
    }

    /// Takes back all signals.
    package func clear() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }

    /// Sleeps until it is signalled, or for this long; nil means without limit. Returns whether it was.
    @discardableResult
    package func wait(upTo time: Duration? = nil) -> Bool {
        var entries = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return wait(&entries, upTo: time)
    }

    /// Sleeps until it is signalled or one of these descriptors can be read; returns whether one can be, or is broken.
    package func wait(orReadable others: [Int32]) -> Bool {
        var entries = ([descriptor] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        wait(&entries, upTo: nil)
        return entries.dropFirst().contains { $0.revents != 0 }
    }

    @discardableResult
    private func wait(_ entries: inout [pollfd], upTo time: Duration?) -> Bool {
        guard poll(&entries, nfds_t(entries.count), time?.pollTimeout ?? -1) > 0, entries[0].revents != 0 else {
            return false
        }
        clear()
        return true
    }
}
