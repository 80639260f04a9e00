import EggWire
import Glibc
import POSIX
import Varlink

/// Watches all timers and reconnects when the connection is lost: a snapshot first, then events, after each connect.
///
/// It has no thread. A client with its own event loop calls `next` until it returns nil, then polls `descriptor` for
/// reading until `nextWake`, and calls `next` again. A client without an event loop calls `wait`.
public final class TimerWatch {
    private let endpoint: Endpoint
    private let ticks: Bool
    private var machine: WatchMachine
    private var client: Client?
    private var reports: [WatchReport] = []

    /// A watch that connects at the first call of `next` or `wait`.
    ///
    /// - Parameters:
    ///   - ticks: whether there is also a tick each second while anything cooks or is snoozed.
    ///   - maxDelay: how long it waits at most before it tries again to connect; at most four minutes.
    public init(_ endpoint: Endpoint, ticks: Bool = true, maxDelay: Duration = .seconds(5)) {
        self.endpoint = endpoint
        self.ticks = ticks
        machine = WatchMachine(now: .now, ticks: ticks, maxDelay: maxDelay)
    }

    /// The descriptor to poll for reading; nil without a connection. It can change with every call of `next`.
    public var descriptor: Int32? { client?.descriptor }

    /// When `next` must be called even if nothing can be read; nil if it needn't be.
    public var nextWake: SuspendingClock.Instant? { machine.nextWake }

    /// The next report, or nil when there is none yet; never blocks.
    public func next() -> WatchReport? {
        while reports.isEmpty {
            // Messages are read before timeouts are checked, because ticks may have arrived while the process was
            // stopped.
            if let client {
                do throws(ClientError) {
                    if let reply = try client.received(Timers.Watch.self) {
                        perform(machine.received(reply.value, at: .now))
                        if !reply.continues { lose(.client(.connectionLost)) }
                        continue
                    }
                } catch {
                    lose(.client(error))
                    continue
                }
            }
            let actions = machine.advance(to: .now)
            if actions.isEmpty { return nil }
            perform(actions)
        }
        return reports.removeFirst()
    }

    /// Waits for the next report; nil if there is none by the given instant.
    public func wait(until end: SuspendingClock.Instant? = nil) -> WatchReport? {
        while true {
            if let report = next() { return report }
            if let end, end <= .now { return nil }
            // poll(2) ignores a negative descriptor.
            var entry = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            let wake = [end, nextWake].compactMap { $0 }.min()
            _ = poll(&entry, 1, wake?.pollTimeout ?? -1)
        }
    }

    private func lose(_ error: EndpointError) {
        client = nil
        perform(machine.failed(error, at: .now))
    }

    private func perform(_ actions: [WatchMachine.Action]) {
        for action in actions {
            switch action {
            case .report(let report): reports.append(report)
            case .disconnect: client = nil
            case .connect: connect()
            }
        }
    }

    private func connect() {
        do throws(EndpointError) {
            let client = try endpoint.connect(waits: false)
            do {
                try client.send(Timers.Watch.self, .init(ticks: ticks ? nil : false), more: true)
            } catch {
                throw .client(error)
            }
            self.client = client
            machine.connected(at: .now)
        } catch {
            perform(machine.failed(error, at: .now))
        }
    }
}

extension SuspendingClock.Instant {
    /// Milliseconds until this instant, rounded up, for poll(2); 0 if it has passed.
    public var pollTimeout: Int32 { SuspendingClock.now.duration(to: self).pollTimeout }
}

/// One thing that a watch reports to its client.
public enum WatchReport {
    /// An event; the first one is a snapshot.
    case event(Timers.Watch.Reply)
    /// The snapshot of a new connection after the earlier one was lost.
    case resumed(Timers.Watch.Reply, Gap)
    /// There is no connection, for this reason; reported once while the watch keeps trying to connect.
    case lost(EndpointError)
    /// The connection is open, but the ticks of a running countdown are missing; reported once until the next event.
    case stalled

    /// The changes between two connections.
    public struct Gap: Equatable, Sendable {
        /// The timers that no longer exist.
        public let ended: [Timers.Timer]
        /// How many events the same daemon published meanwhile; nil if it was restarted or the number is unknown.
        public let missedEvents: Int64?
    }
}
