import Glibc
import Languages
import POSIX

/// A moment in this machine's time zone.
public struct LocalTime {
    private let broken: tm
    private let unixSeconds: Int

    /// The moment this many milliseconds after 1970 began.
    public init(unixMilliseconds: Int64) {
        var seconds = time_t(unixMilliseconds / 1000)
        var broken = tm()
        localtime_r(&seconds, &broken)
        (self.broken, unixSeconds) = (broken, seconds)
    }

    /// Now.
    public static var now: LocalTime { LocalTime(unixMilliseconds: unixMilliseconds) }

    /// Now, in milliseconds since 1970.
    public static var unixMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// The hour of the day, from 0 to 23.
    public var hour: Int { Int(broken.tm_hour) }

    /// The minute of the hour.
    public var minute: Int { Int(broken.tm_min) }

    /// `08:35`.
    public var clock: String { text(MomentFormat.clock) }

    /// `2027-01-15`.
    public var date: String { text(MomentFormat.date) }

    /// `08:35:07`.
    public var clockWithSeconds: String { text(MomentFormat.clockWithSeconds) }

    private func text(_ format: String) -> String { localTimeText(format, unixSeconds: unixSeconds) }

    /// `at 08:35`, or on a later day than that of `now` `tomorrow at 08:35` or `on Friday at 08:35`; a countdown takes
    /// less than a week.
    public func phrase(seenFrom now: LocalTime) -> String {
        let clock = ["clock": clock] as KeyValuePairs
        // tr: The end of a sentence, as the next eight are: "4:23 left, done at 08:35".
        guard day > now.day else { return tr("at {clock}", clock) }
        guard day > now.nextDay else { return tr("tomorrow at {clock}", clock) }
        return switch broken.tm_wday {
        case 1: tr("on Monday at {clock}", clock)
        case 2: tr("on Tuesday at {clock}", clock)
        case 3: tr("on Wednesday at {clock}", clock)
        case 4: tr("on Thursday at {clock}", clock)
        case 5: tr("on Friday at {clock}", clock)
        case 6: tr("on Saturday at {clock}", clock)
        default: tr("on Sunday at {clock}", clock)
        }
    }

    private var day: (Int32, Int32) { (broken.tm_year, broken.tm_yday) }

    private var nextDay: (Int32, Int32) {
        var noon = broken
        noon.tm_mday += 1
        noon.tm_hour = 12
        noon.tm_isdst = -1
        mktime(&noon)
        return (noon.tm_year, noon.tm_yday)
    }
}
