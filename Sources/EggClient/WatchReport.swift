import EggWire

/// One thing that a watch reports to its client.
public enum WatchReport {
    /// An event; the first one is a snapshot.
    case event(Timers.Watch.Reply)
    /// The snapshot of a new connection, after an earlier one was lost.
    case resumed(Timers.Watch.Reply, Gap)
    /// There is no connection, for this reason. Told once; the watch goes on trying to connect.
    case lost(EndpointError)
    /// The connection stands, but the ticks of a running countdown are missing. Told once, until the next event.
    case stalled

    /// What happened between two connections.
    public struct Gap: Equatable, Sendable {
        /// The timers that ran before and are gone.
        public let ended: [Timers.Timer]
        /// How many events the same daemon sent meanwhile; nil when it was restarted, or that can't be known.
        public let missedEvents: Int64?
    }
}
