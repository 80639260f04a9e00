/// A timer of the event loop that fires once, unless it is disarmed before; disarmed it costs nothing.
///
/// It stands still while the machine sleeps. Deadlines that a person waits for go by `DeadlineTimer`.
public final class OneShot {
    private let loop: EventLoop
    private let handler: @Sendable () -> Void

    /// A disarmed timer.
    public init(loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    deinit {
        loop.unschedule(ObjectIdentifier(self))
    }

    /// Fires after this time, in place of any earlier arming.
    public func arm(after time: Duration) {
        loop.schedule(ObjectIdentifier(self), at: .now + time, handler: handler)
    }

    /// Will not fire.
    public func disarm() {
        loop.unschedule(ObjectIdentifier(self))
    }
}
