import EggWire
import Glibc
import Varlink

/// Decides when a watch connects, gives a connection up and waits. It takes events and the time and does no I/O.
struct WatchMachine {
    /// A clock that stands still while the machine sleeps: a tick that could not be sent is not late.
    typealias Instant = SuspendingClock.Instant

    /// One thing to do; several are done in their order.
    enum Action {
        /// Connect and call `Watch`; tell the result by `connected` or `failed`.
        case connect
        /// Close the connection.
        case disconnect
        /// Tell the client.
        case report(WatchReport)
    }

    private enum State {
        /// There is no connection; the next attempt is due at this instant.
        case waiting(until: Instant)
        /// An attempt is being made.
        case connecting
        /// `Watch` has been called. Its snapshot must arrive before the deadline.
        case subscribing(deadline: Instant)
        /// Events arrive. The next one is overdue at an instant, if a countdown runs.
        case watching(since: Instant, overdueAt: Instant?)
    }

    /// A connection that stood this long is made anew at once when it is lost.
    static let settlingTime: Duration = .seconds(1)
    /// From the last event to the complaint that ticks are missing; they come every second.
    static let tickTimeout: Duration = .seconds(5)
    /// The first and the longest wait between two attempts.
    static let backOff: (first: Duration, longest: Duration) = (.milliseconds(250), .seconds(5))
    /// Between two attempts at a daemon whose queue of connections is full.
    private static let busyInterval: Duration = .milliseconds(50)

    private let timeout: Duration
    private var state: State
    /// Attempts in a row that came to nothing.
    private var failures = 0
    /// Whether the client has been told that there is no connection.
    private var isLost = false
    /// When eggd was first found too busy to take a connection.
    private var busySince: Instant?
    /// The last event that was told.
    private var last: Timers.Watch.Reply?

    /// A watch that is to connect at once.
    init(now: Instant, timeout: Duration = Client.patience) {
        self.timeout = timeout
        state = .waiting(until: now)
    }

    /// When `advance` must be called if nothing happens before.
    var nextWake: Instant? {
        switch state {
        case .waiting(let until): until
        case .connecting: nil
        case .subscribing(let deadline): deadline
        case .watching(_, let overdueAt): overdueAt
        }
    }

    /// Time has passed.
    mutating func advance(to now: Instant) -> [Action] {
        switch state {
        case .waiting(let until) where until <= now:
            state = .connecting
            return [.connect]
        case .subscribing(let deadline) where deadline <= now:
            return [.disconnect] + failed(.client(.timedOut), at: now)
        case .watching(let since, let overdueAt?) where overdueAt <= now:
            state = .watching(since: since, overdueAt: nil)
            return [.report(.stalled)]
        case .waiting, .connecting, .subscribing, .watching: return []
        }
    }

    /// The connection stands and `Watch` has been called on it.
    mutating func connected(at now: Instant) {
        state = .subscribing(deadline: now + timeout)
        busySince = nil
    }

    /// An attempt failed, or the connection was lost; it must not be used any more.
    mutating func failed(_ error: EndpointError, at now: Instant) -> [Action] {
        if case .watching(let since, _) = state, now - since >= Self.settlingTime {
            failures = 0
            state = .waiting(until: now)
            return []
        }
        if case .client(.cannotConnect(_, EAGAIN)) = error, !isLost {
            let since = busySince ?? now
            busySince = since
            if now - since < timeout {
                state = .waiting(until: now + Self.busyInterval)
                return []
            }
        }
        busySince = nil
        // The wait doubles with each failure. Five doublings reach the longest one.
        let wait = min(Self.backOff.first * (1 << min(failures, 5)), Self.backOff.longest)
        failures += 1
        state = .waiting(until: now + wait)
        guard !isLost else { return [] }
        isLost = true
        return [.report(.lost(error))]
    }

    /// An event has arrived.
    mutating func received(_ reply: Timers.Watch.Reply, at now: Instant) -> [Action] {
        let overdueAt = reply.timers.contains { $0.isCounting } ? now + Self.tickTimeout : nil
        defer { last = reply }
        switch state {
        case .waiting, .connecting: return []
        case .watching(let since, _):
            state = .watching(since: since, overdueAt: overdueAt)
            return [.report(.event(reply))]
        case .subscribing:
            state = .watching(since: now, overdueAt: overdueAt)
            defer { isLost = false }
            guard let last else { return [.report(.event(reply))] }
            return [.report(.resumed(reply, gap(from: last, to: reply)))]
        }
    }

    private func gap(from before: Timers.Watch.Reply, to after: Timers.Watch.Reply) -> WatchReport.Gap {
        // A daemon counts its events from its start on. One that was never away has closed the connection itself.
        let missed = after.event.sequence.subtractingReportingOverflow(before.event.sequence)
        let isSameDaemon = !isLost && !missed.overflow && missed.partialValue >= 0
        let names = Set(after.timers.map { Array($0.name.utf8) })
        return WatchReport.Gap(
            ended: before.timers.filter { !names.contains(Array($0.name.utf8)) },
            missedEvents: isSameDaemon ? missed.partialValue : nil)
    }
}

extension Timers.Timer {
    /// A tick is due every second for it.
    fileprivate var isCounting: Bool {
        switch state {
        case .cooking, .snoozed: true
        case .paused, .ringing, .missed: false
        }
    }
}
