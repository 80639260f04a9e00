import EggWire

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
