/// A timer of the event loop that fires once, unless it is disarmed before; while disarmed it costs nothing.
///
/// It stops while the machine sleeps, so deadlines use `DeadlineTimer`.
package final class OneShot {
    private let loop: EventLoop
    private let handler: @Sendable () -> Void

    package init(loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    deinit {
        loop.unschedule(ObjectIdentifier(self))
    }

    /// Fires after this time, in place of any earlier arming.
    package func arm(after time: Duration) {
        loop.schedule(ObjectIdentifier(self), at: .now + time, handler: handler)
    }

    /// Fires after this time, at once if that has passed; without one, it is disarmed.
    package func set(after time: Duration?) {
        if let time { arm(after: max(.zero, time)) } else { disarm() }
    }

    package func disarm() {
        loop.unschedule(ObjectIdentifier(self))
    }
}
