import EggTimers
import Instants
import POSIX

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
