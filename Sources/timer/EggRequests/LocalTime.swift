import Glibc
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
    public var clock: String { localTimeText("%H:%M", unixSeconds: unixSeconds) }

    /// `2027-01-15`.
    public var date: String { localTimeText("%Y-%m-%d", unixSeconds: unixSeconds) }

    /// `08:35:07`.
    public var clockWithSeconds: String { localTimeText("%H:%M:%S", unixSeconds: unixSeconds) }

    /// `at 08:35`, or on a later day than that of `now` `tomorrow at 08:35` or `on Friday at 08:35`; a countdown takes
    /// less than a week.
    public func phrase(seenFrom now: LocalTime) -> String {
        guard day > now.day else { return "at \(clock)" }
        return day > now.nextDay
            ? "on \(localTimeText("%A", unixSeconds: unixSeconds)) at \(clock)" : "tomorrow at \(clock)"
    }

    /// The year and the day in it.
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
