import Glibc
import POSIX
import Till

/// The wall clock in this machine's time zone.
public enum TillClock {
    /// The key of an order that is placed now.
    public static func now() -> OrderKey? {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return OrderKey(milliseconds: Duration(time).millisecondsRoundedDown)
    }

    /// Today as `2025-11-21`.
    public static func today() -> String {
        now().map { String(text($0).prefix(10)) } ?? ExchangeRate.dollar.date
    }

    /// The time of an order as `2025-11-21 08:35`.
    public static func text(_ key: OrderKey) -> String {
        var seconds = time_t(key.milliseconds / 1000)
        var broken = tm()
        localtime_r(&seconds, &broken)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(Int(broken.tm_year) + 1900)-\(two(broken.tm_mon + 1))-\(two(broken.tm_mday)) "
            + "\(two(broken.tm_hour)):\(two(broken.tm_min))"
    }
}
