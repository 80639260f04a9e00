import CLinux
import EggLoop
import Glibc
import POSIX

/// Wakes a waiting thread: eventfd(2).
final class Event: Sendable {
    let descriptor: Int32

    init() throws(SystemError) {
        descriptor = eventfd(0, clinux_event_flags)
        guard descriptor >= 0 else { throw SystemError("eventfd") }
    }

    deinit {
        close(descriptor)
    }

    func signal() {
        eventfd_write(descriptor, 1)
    }

    /// Sleeps until it is signalled, or for this long; nil means without limit.
    ///
    /// - Returns: whether it was signalled.
    @discardableResult
    func wait(upTo time: Duration? = nil) -> Bool {
        var entries = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return wait(&entries, upTo: time)
    }

    /// Sleeps until it is signalled or one of these descriptors can be read.
    ///
    /// - Returns: whether one of the descriptors can be read, or is broken.
    func wait(orReadable others: [Int32]) -> Bool {
        var entries = ([descriptor] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        wait(&entries, upTo: nil)
        return entries.dropFirst().contains { $0.revents != 0 }
    }

    @discardableResult
    private func wait(_ entries: inout [pollfd], upTo time: Duration?) -> Bool {
        let timeout = time?.pollTimeout ?? -1
        guard poll(&entries, nfds_t(entries.count), timeout) > 0, entries[0].revents != 0 else { return false }
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return true
    }
}

/// The end of a thread, awaited with a time limit; it needs no descriptor, since those may have run out.
final class Finish: Sendable {
    private let semaphore = Semaphore()

    func signal() {
        semaphore.signal()
    }

    /// - Returns: whether it was signalled in time; it then stays signalled for later waits.
    func wait(upTo time: Duration) -> Bool {
        guard semaphore.wait(upTo: time) else { return false }
        semaphore.signal()
        return true
    }
}
