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

    let order: Latest<Order>
    /// Fulfilled when the thread has ended.
    let finished = Promise<Void>()

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
}
