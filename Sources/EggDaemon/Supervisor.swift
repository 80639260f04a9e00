import EggLoop
import EggSystemd
import EggTimers

/// What the service manager is told, on the engine's queue: that eggs are looked after, how they stand, and that the
/// engine is alive.
final class Supervisor {
    /// How long nobody must have needed the daemon before it ends; its socket brings it back.
    static let idleTime: Duration = .minutes(5)

    private let manager: ServiceManager?
    private let heartbeat: OneShot
    private let idle: OneShot
    private let onIdle: (@Sendable () -> Void)?
    private var status: String?
    private var isWatched = true
    private var isIdle = false

    /// - Parameters:
    ///   - onIdle: ends the daemon; nil where nothing would start it again.
    ///   - beat: called when it is time for a sign of life.
    ///   - leave: called when the daemon has not been needed for some time.
    init(
        _ manager: ServiceManager?, onIdle: (@Sendable () -> Void)?, loop: EventLoop,
        beat: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void
    ) {
        self.manager = manager
        self.onIdle = onIdle
        heartbeat = OneShot(loop: loop, handler: beat)
        idle = OneShot(loop: loop, handler: leave)
    }

    /// Ends the daemon.
    func leave() {
        onIdle?()
    }

    /// Clients are served from now on.
    func isReady() {
        manager?.tell(.ready)
    }

    /// The timers have changed. While there are any, the manager waits for signs of life; without them nothing wakes.
    func timersChange(_ words: String, areThere: Bool) {
        guard let manager else { return }
        if words != status {
            status = words
            manager.tell(.status(words))
        }
        guard let interval = manager.watchdog, areThere != isWatched else { return }
        isWatched = areThere
        manager.tell(.watchdog(every: areThere ? interval : nil))
        if areThere { showLife() } else { heartbeat.disarm() }
    }

    /// The engine is alive, and will say so again in time.
    func showLife() {
        guard let manager, let interval = manager.watchdog, isWatched else { return }
        manager.tell(.alive)
        heartbeat.arm(after: interval / 2)
    }

    /// Whether the daemon is needed. When it has not been for some time, `leave` is called.
    func isNeeded(_ isNeeded: Bool) {
        guard onIdle != nil, isNeeded == isIdle else { return }
        isIdle = !isNeeded
        if isIdle { idle.arm(after: Self.idleTime) } else { idle.disarm() }
    }
}
