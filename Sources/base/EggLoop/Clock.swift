import CLinux
import Glibc
import Instants
import POSIX

/// The two clocks that the egg timer uses.
package protocol Clock: Sendable {
    /// The boot clock, by which eggs are timed.
    func now() -> Instant
    /// The wall clock as time since 1970: shown to users, and the only measure of the time between two boots.
    func wallNow() -> Duration
    /// Whether the wall clock can be trusted.
    func isSynchronised() -> Bool
    var bootID: String { get }
}

extension Clock {
    /// Both clocks at one moment, or almost, on a very busy machine: a suspend between two readings would put hours
    /// between them, so they are repeated, up to ten times, until they are at most a millisecond apart.
    package func bothNow() -> (boot: Instant, wall: Duration) {
        var tries = 0
        while true {
            let times = (boot: now(), wall: wallNow())
            tries += 1
            if tries == 10 || times.boot.duration(to: now()) <= .milliseconds(1) { return times }
        }
    }

    package func boot() -> Boot {
        let times = bothNow()
        return Boot(id: bootID, reading: times.boot, wall: times.wall, isSynchronised: isSynchronised())
    }
}

package struct SystemClock: Clock {
    /// `boot_id`; empty if the kernel does not provide it, and an empty one matches no saved boot.
    package let bootID: String

    package init() {
        let text = SmallFile.text("/proc/sys/kernel/random/boot_id")
        bootID = text?.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// `CLOCK_BOOTTIME`: counts through suspend, immune to clock steps.
    package func now() -> Instant {
        Instant(sinceBoot: Self.reading(of: CLOCK_BOOTTIME))
    }

    /// `CLOCK_REALTIME`.
    package func wallNow() -> Duration {
        Self.reading(of: CLOCK_REALTIME)
    }

    /// The kernel's own verdict (`adjtimex`).
    package func isSynchronised() -> Bool {
        clinux_clock_is_synchronised() != 0
    }

    private static func reading(of clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return Duration(time)
    }
}
