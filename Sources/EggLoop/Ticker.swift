import Dispatch
import EggTimers

/// A tick each second, in step with a deadline: at whole seconds before it, so that a display turns when the time does.
public final class Ticker {
    private let queue: DispatchQueue
    private let handler: @Sendable () -> Void
    private var source: (any DispatchSourceTimer)?
    private var phase: Duration?

    /// A ticker at rest whose handler will run on the queue.
    public init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.handler = handler
    }

    deinit {
        source?.cancel()
    }

    /// Ticks in step with a deadline until told otherwise; at the same phase already, nothing changes.
    public func run(towards deadline: Instant, now: Instant) {
        let phase = Self.phase(of: deadline)
        guard source == nil || phase != self.phase else { return }
        stop()
        self.phase = phase
        var wait = phase - Self.phase(of: now)
        if wait <= .zero { wait += .seconds(1) }
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.schedule(
            deadline: .now() + DispatchTimeInterval(wait), repeating: .seconds(1), leeway: .nanoseconds(0))
        timer.setEventHandler(handler: handler)
        timer.activate()
        source = timer
    }

    /// Puts the ticks in step again if they are not: their clock stands still while the machine sleeps, and the
    /// deadline's does not.
    public func align(now: Instant) {
        guard let phase else { return }
        let off = Self.phase(of: Instant(sinceBoot: now.sinceBoot - phase + .seconds(1)))
        guard off > .milliseconds(50), off < .milliseconds(950) else { return }
        self.phase = nil
        run(towards: Instant(sinceBoot: phase), now: now)
    }

    /// No tick any more.
    public func stop() {
        source?.cancel()
        source = nil
        phase = nil
    }

    private static func phase(of instant: Instant) -> Duration {
        Duration(secondsComponent: 0, attosecondsComponent: instant.sinceBoot.components.attoseconds)
    }
}
