import EggLoop
import Synchronization

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
        order = Latest(.stop, replaced: try Event())
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

/// Which device the playback thread is calling, and since when, so that another thread can see a call that hangs.
final class CallWatch: Sendable {
    private struct State {
        var device: String?
        var since: SuspendingClock.Instant?
        /// The device on which the thread was given up.
        var abandoned: String?
    }

    private let state = Mutex(State())

    /// The thread is about to call a device.
    func enter(_ device: String) {
        state.withLock { ($0.device, $0.since) = (device, SuspendingClock().now) }
    }

    func leave() {
        state.withLock { $0.since = nil }
    }

    /// Gives up the thread if it has been in one call for this long; returns the device that it is stuck in.
    func abandon(after time: Duration) -> String? {
        state.withLock { state in
            guard let since = state.since, SuspendingClock().now - since >= time else { return nil }
            state.abandoned = state.device
            return state.device
        }
    }

    /// The device on which the thread was given up, if it was.
    var abandonedDevice: String? { state.withLock(\.abandoned) }
}

/// Devices and cards in which a call is stuck; they are not called again until it has returned.
final class StuckDevices: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Returns false if it is already among them.
    func insert(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

    func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }

    /// The candidates that are not stuck; there may be none.
    func filter(_ candidates: [String]) -> [String] {
        names.withLock { stuck in candidates.filter { !stuck.contains($0) } }
    }
}
