import Dispatch

/// A timer that fires once, unless it is disarmed before; disarmed it costs nothing.
public final class OneShot {
    private let queue: DispatchQueue
    private let handler: @Sendable () -> Void
    private var source: (any DispatchSourceTimer)?

    /// A disarmed timer whose handler will run on the queue.
    public init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.handler = handler
    }

    deinit {
        source?.cancel()
    }

    /// Fires after this time, in place of any earlier arming.
    public func arm(after time: Duration) {
        source?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + DispatchTimeInterval(time))
        timer.setEventHandler(handler: handler)
        timer.activate()
        source = timer
    }

    /// Will not fire.
    public func disarm() {
        source?.cancel()
        source = nil
    }
}

extension DispatchTimeInterval {
    /// A duration in Dispatch's terms, to the nanosecond.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
