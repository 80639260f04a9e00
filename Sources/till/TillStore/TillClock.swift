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
        localTimeText("%Y-%m-%d %H:%M", unixSeconds: Int(key.milliseconds / 1000))
    }
}
