import CLinux
import Glibc
import Synchronization

/// The last word to the ringer's thread, and the means to wake it.
final class RingerMailbox: Sendable {
    enum Order: Equatable, Sendable {
        case silence
        case prepare(Ringer.Alarm, until: SuspendingClock.Instant)
        case ring(Ringer.Alarm)
        case check(Ringer.Alarm, number: Int)
        case tryOut(Ringer.Alarm, until: SuspendingClock.Instant)
        case end
    }

    private let order = Mutex(Order.silence)
    private let posted: Int32
    private let finished: Int32

    init() throws(RingerError) {
        posted = eventfd(0, clinux_event_flags)
        finished = eventfd(0, clinux_event_flags)
        guard posted >= 0, finished >= 0 else { throw RingerError(call: "eventfd", code: errno) }
    }

    deinit {
        close(posted)
        close(finished)
    }

    func post(_ new: Order) {
        order.withLock { $0 = new }
        eventfd_write(posted, 1)
    }

    func postUnlessRinging(_ new: Order) {
        post(new) { order in
            switch order {
            case .silence, .check, .prepare, .tryOut: true
            case .ring, .end: false
            }
        }
    }

    @discardableResult
    func postUnlessBusy(_ new: Order) -> Bool {
        post(new) { order in
            switch order {
            case .silence, .check: true
            case .prepare, .ring, .tryOut, .end: false
            }
        }
    }

    @discardableResult
    private func post(_ new: Order, if mayFollow: (Order) -> Bool) -> Bool {
        let isPosted = order.withLock { order in
            guard mayFollow(order) else { return false }
            order = new
            return true
        }
        if isPosted { eventfd_write(posted, 1) }
        return isPosted
    }

    /// Nothing more to do, unless something else has been posted meanwhile.
    func finish(_ done: Order) {
        order.withLock { if $0 == done { $0 = .silence } }
    }

    /// What the ringer is to do now.
    var current: Order { order.withLock { $0 } }

    /// Sleeps until something is posted, or for this long; nil means as long as it takes.
    func wait(upTo time: Duration? = nil) {
        Self.wait(for: posted, upTo: time)
    }

    /// The thread's last word.
    func finish() {
        eventfd_write(finished, 1)
    }

    /// - Returns: whether it was spoken.
    func waitForFinish(upTo time: Duration) -> Bool {
        Self.wait(for: finished, upTo: time)
    }

    @discardableResult
    private static func wait(for event: Int32, upTo time: Duration?) -> Bool {
        var entry = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
        let milliseconds = time.map { time in
            Int32(clamping: time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000 + 1)
        }
        guard poll(&entry, 1, milliseconds ?? -1) > 0 else { return false }
        var count: eventfd_t = 0
        eventfd_read(event, &count)
        return true
    }
}
