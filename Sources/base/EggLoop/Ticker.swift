import Instants

/// Ticks each second, at whole seconds before a deadline, so that a display changes when the time does.
///
/// It uses the same clock as deadlines, which keeps running while the machine sleeps.
package final class Ticker {
    private let timer: DeadlineTimer
    private var phase: Duration?

    package init(loop: EventLoop, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        timer = try DeadlineTimer(loop: loop, order: .tick, handler: handler)
    }

    /// Ticks in phase with a deadline until stopped; if it already does, nothing changes.
    package func run(towards deadline: Instant, now: Instant) {
        let phase = Self.phase(of: deadline)
        guard phase != self.phase else { return }
        self.phase = phase
        var wait = phase - Self.phase(of: now)
        if wait <= .zero { wait += .seconds(1) }
        timer.arm(at: now.advanced(by: wait), every: .seconds(1))
    }

    package func stop() {
        guard phase != nil else { return }
        timer.arm(at: nil)
        phase = nil
    }

    private static func phase(of instant: Instant) -> Duration {
        Duration(secondsComponent: 0, attosecondsComponent: instant.sinceBoot.components.attoseconds)
    }
}
