import EggLoop
import EggSystemd
import EggTimers
import Instants
import POSIX

/// Reports to the service manager, on the engine's queue: readiness, the status line and signs of life.
final class Supervisor {
    /// How long the daemon must be idle before it exits; its socket starts it again.
    static let idleTime: Duration = .minutes(5)

    private let manager: ServiceManager?
    private let heartbeat: OneShot
    private let idle: OneShot
    let onIdle: (@Sendable () -> Void)?
    private var status: String?
    private var isWatched = true
    private var isIdle = false

    /// - Parameters:
    ///   - onIdle: ends the daemon; nil where nothing would start it again.
    ///   - beat: called when the next sign of life is due.
    ///   - leave: called when the daemon has not been needed for some time.
    init(
        _ manager: ServiceManager?, onIdle: (@Sendable () -> Void)?, loop: EventLoop,
        beat: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void
    ) {
        self.manager = manager
        self.onIdle = onIdle
        heartbeat = OneShot(loop: loop, handler: beat)
        idle = OneShot(loop: loop, handler: leave)
        // Clients are served from now on.
        manager?.notify(.ready)
    }

    /// The timers have changed. The manager expects signs of life only while there are any, so that nothing wakes up
    /// without them.
    func report(_ words: String, hasTimers: Bool) {
        guard let manager else { return }
        if words != status {
            status = words
            manager.notify(.status(words))
        }
        guard let interval = manager.watchdog, hasTimers != isWatched else { return }
        isWatched = hasTimers
        manager.notify(.watchdog(every: hasTimers ? interval : nil))
        if hasTimers { reportAlive() } else { heartbeat.disarm() }
    }

    /// The engine is alive, and will report so again in time.
    func reportAlive() {
        guard let manager, let interval = manager.watchdog, isWatched else { return }
        manager.notify(.alive)
        heartbeat.arm(after: interval / 2)
    }

    /// Whether the daemon is needed. When it has not been for some time, `leave` is called.
    func setNeeded(_ isNeeded: Bool) {
        guard onIdle != nil, isNeeded == isIdle else { return }
        isIdle = !isNeeded
        if isIdle { idle.arm(after: Self.idleTime) } else { idle.disarm() }
    }
}

/// The timers and their ends, in one line for `systemctl status`.
enum StatusLine {
    /// Timers beyond this number are only counted.
    private static let maxTimers = 3

    /// - Parameter wall: the wall clock's reading at this moment, as time since 1970.
    static func text(_ timers: [EggTimer], at now: Instant, wall: Duration) -> String {
        guard !timers.isEmpty else { return "No timer is running" }
        var parts = timers.prefix(maxTimers).map { timer in
            let due = timer.due.map { clock(wall + now.duration(to: $0)) } ?? ""
            // The name of a timer of a group contains the egg.
            let label = timer.portion == nil ? "\(timer.name) (\(timer.egg))" : timer.name.text
            return "\(label) \(timer.isCue && timer.state == .cooking ? "in at \(due)" : state(timer.state, due))"
        }
        if timers.count > maxTimers { parts.append("\(timers.count - maxTimers) more") }
        return parts.joined(separator: ", ")
    }

    private static func state(_ state: State, _ due: String) -> String {
        switch state {
        case .cooking: "is done at \(due)"
        case .paused: "is paused"
        case .ringing: "rings since \(due)"
        case .snoozed: "rings again at \(due)"
        case .missed: "was missed at \(due)"
        }
    }

    /// `08:35`, by this machine's time zone.
    private static func clock(_ wall: Duration) -> String {
        localTimeText("%H:%M", unixSeconds: Int(wall.components.seconds))
    }
}
