import EggLoop
import Synchronization

/// The current order of the playback thread, and the means to wake it.
final class RingerMailbox: Sendable {
    enum Order: Equatable, Sendable {
        case stop
        case prepare(Ringer.Alarm, until: SuspendingClock.Instant)
        case ring(Ringer.Alarm)
        case check(Ringer.Alarm, number: Int, ifInUse: String?)
        case test(Ringer.Alarm, until: SuspendingClock.Instant)
        case once(Ringer.Alarm, until: SuspendingClock.Instant)
        case end
    }

    private let order = Mutex(Order.stop)
    private let posted: Event
    private let finished = Finish()

    init() throws(SystemError) {
        posted = try Event()
    }

    func post(_ new: Order) {
        order.withLock { $0 = new }
        posted.signal()
    }

    func postUnlessRinging(_ new: Order) {
        post(new) { order in
            switch order {
            case .stop, .check, .prepare, .test, .once: true
            case .ring, .end: false
            }
        }
    }

    @discardableResult
    func postUnlessBusy(_ new: Order) -> Bool {
        post(new) { order in
            switch order {
            case .stop, .check: true
            case .prepare, .ring, .test, .once, .end: false
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
        if isPosted { posted.signal() }
        return isPosted
    }

    /// The order is done, unless another has been posted meanwhile.
    func finish(_ done: Order) {
        order.withLock { if $0 == done { $0 = .stop } }
    }

    /// The current order of the playback thread.
    var current: Order { order.withLock { $0 } }

    /// Sleeps until something is posted, or for this long; nil means without limit.
    func wait(upTo time: Duration? = nil) {
        posted.wait(upTo: time)
    }

    /// The thread has ended.
    func finish() {
        finished.signal()
    }

    /// - Returns: whether the thread has finished.
    func waitForFinish(upTo time: Duration) -> Bool {
        finished.wait(upTo: time)
    }
}
