import Dispatch
import EggTimers

/// A tick each second, in step with a deadline: at whole seconds before it, so that a display turns when the time does.
/// By the same clock, which goes on while the machine sleeps: nothing brings them out of step.
public final class Ticker {
    private let timer: DeadlineTimer
    private var phase: Duration?

    /// A ticker at rest whose handler will run on the queue.
    public init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        timer = try DeadlineTimer(queue: queue, handler: handler)
    }

    /// Ticks in step with a deadline until told otherwise; at the same phase already, nothing changes.
    public func run(towards deadline: Instant, now: Instant) {
        let phase = Self.phase(of: deadline)
        guard phase != self.phase else { return }
        self.phase = phase
        var wait = phase - Self.phase(of: now)
        if wait <= .zero { wait += .seconds(1) }
        timer.arm(at: now.advanced(by: wait), every: .seconds(1))
    }

    /// No tick any more.
    public func stop() {
        timer.arm(at: nil)
        phase = nil
    }

    private static func phase(of instant: Instant) -> Duration {
        Duration(secondsComponent: 0, attosecondsComponent: instant.sinceBoot.components.attoseconds)
    }
}
