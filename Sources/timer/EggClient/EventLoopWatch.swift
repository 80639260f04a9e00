import EggLoop

/// Hands over the reports of a `TimerWatch` when they arrive in an event loop.
// Unchecked: everything belongs to the loop's queue.
package final class EventLoopWatch: @unchecked Sendable {
    private let loop: EventLoop
    private let handler: (WatchReport) -> Void
    private var watch: TimerWatch?
    private var registration: EventLoop.ID?
    private lazy var timer = OneShot(loop: loop) { [weak self] in self?.advance() }

    package init(loop: EventLoop, handler: @escaping (WatchReport) -> Void) {
        (self.loop, self.handler) = (loop, handler)
    }

    package var isWatching: Bool { watch != nil }

    /// Watches in place of an earlier watch; the first report comes after the caller has returned to the loop.
    package func begin(_ watch: TimerWatch) {
        end()
        self.watch = watch
        timer.arm(after: .zero)
    }

    package func end() {
        unregister()
        timer.disarm()
        watch = nil
    }

    /// Takes what has arrived. The watch can have another connection afterwards, even with the same number.
    private func advance() {
        unregister()
        guard let watch else { return }
        while let report = watch.next() {
            handler(report)
            // The handler may have ended this watch.
            guard self.watch === watch else { return }
        }
        if let descriptor = watch.descriptor {
            registration = try? loop.add(descriptor, order: .report) { [weak self] _ in self?.advance() }
        }
        timer.set(after: watch.nextWake.map { $0 - .now })
    }

    private func unregister() {
        if let registration { loop.remove(registration) }
        registration = nil
    }
}
