import EggWire
import Glibc
import Varlink

/// Decides when a watch connects, disconnects and waits. It takes events and the time and does no I/O.
struct WatchMachine {
    /// This clock stops during suspend, so ticks that couldn't be sent then don't count as late.
    typealias Instant = SuspendingClock.Instant

    /// One thing to do; several are done in order.
    enum Action {
        /// Connect and call `Watch`, then call `connected` or `failed` with the result.
        case connect
        case disconnect
        case report(WatchReport)
    }

    private enum State {
        /// There is no connection; at this instant it becomes connecting.
        case waiting(until: Instant)
        /// An attempt is in progress; it becomes subscribing if it succeeds, and waiting if it fails.
        case connecting
        /// `Watch` has been called. Its snapshot makes it watching; a failure, or the deadline, makes it waiting.
        case subscribing(deadline: Instant)
        /// Events arrive, until a failure makes it waiting. If a countdown runs, the next one is overdue at an instant.
        case watching(since: Instant, overdueAt: Instant?)
    }

    /// If a connection that lasted this long is lost, the watch reconnects at once.
    static let settlingTime: Duration = .seconds(1)
    /// How long a watch waits for an event that is overdue: the next tick, or without ticks the end of a countdown.
    static let eventTimeout: Duration = .seconds(5)
    private static let firstDelay: Duration = .milliseconds(250)
    /// The delay between two attempts while the daemon's queue of connections is full.
    private static let busyInterval: Duration = .milliseconds(50)

    private let ticks: Bool
    private let timeout: Duration
    private let maxDelay: Duration
    private var state: State
    private var failures = 0
    /// Whether the client has been told that there is no connection.
    private var isLost = false
    /// When eggd was first too busy to accept a connection.
    private var busySince: Instant?
    private var last: Timers.Watch.Reply?

    /// A watch that connects at once.
    ///
    /// - Parameter ticks: whether eggd sends ticks.
    init(now: Instant, ticks: Bool = true, timeout: Duration = Client.timeout, maxDelay: Duration = .seconds(5)) {
        self.ticks = ticks
        self.timeout = timeout
        self.maxDelay = maxDelay
        state = .waiting(until: now)
    }

    /// When `advance` must be called if nothing else happens before.
    var nextWake: Instant? {
        switch state {
        case .waiting(let until): until
        case .connecting: nil
        case .subscribing(let deadline): deadline
        case .watching(_, let overdueAt): overdueAt
        }
    }

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

    /// A connection was made, and `Watch` has been called on it.
    mutating func connected(at now: Instant) {
        state = .subscribing(deadline: now + timeout)
        busySince = nil
    }

    /// An attempt failed, or the connection was lost and must no longer be used.
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
        // The delay doubles with each failure. Ten doublings give more than four minutes, which is never needed.
        let wait = min(Self.firstDelay * (1 << min(failures, 10)), maxDelay)
        failures += 1
        state = .waiting(until: now + wait)
        guard !isLost else { return [] }
        isLost = true
        return [.report(.lost(error))]
    }

    mutating func received(_ reply: Timers.Watch.Reply, at now: Instant) -> [Action] {
        let shortest = reply.timers.filter(\.state.traits.ticks).map(\.remainingMs).min()
        let overdueAt = shortest.map { now + Self.eventTimeout + (ticks ? .zero : .milliseconds($0)) }
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
        // A daemon counts its events from its start. If it was reachable all the time, it closed the connection itself.
        let missed = after.event.sequence.subtractingReportingOverflow(before.event.sequence)
        let isSameDaemon = !isLost && !missed.overflow && missed.partialValue >= 0
        return WatchReport.Gap(
            ended: before.timers.filter { old in !after.timers.contains { old.id == $0.id } },
            missedEvents: isSameDaemon ? missed.partialValue : nil)
    }
}
