import EggLoop

/// The current order of the playback thread, and its end.
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

    private let order: Latest<Order>
    private let finished = Promise<Void>()

    init() throws(SystemError) {
        order = try Latest(.stop)
    }

    func post(_ new: Order) {
        order.replace { _ in new }
    }

    func postUnlessRinging(_ new: Order) {
        order.replace { order in
            switch order {
            case .stop, .check, .prepare, .test, .once: new
            case .ring, .end: nil
            }
        }
    }

    @discardableResult
    func postUnlessBusy(_ new: Order) -> Bool {
        order.replace { order in
            switch order {
            case .stop, .check: new
            case .prepare, .ring, .test, .once, .end: nil
            }
        }
    }

    /// The order is done, unless another has been posted meanwhile.
    func finish(_ done: Order) {
        order.replace { $0 == done ? .stop : nil }
    }

    var current: Order { order.current }

    /// Sleeps until something is posted, or for this long; nil means without limit.
    func wait(upTo time: Duration? = nil) {
        order.wait(upTo: time)
    }

    /// The thread has ended.
    func finish() {
        finished.fulfil(())
    }

    func waitForFinish(upTo time: Duration) -> Bool {
        finished.wait(upTo: time) != nil
    }
}
