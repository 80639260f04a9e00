import Glibc
import POSIX
import Till

/// The wall clock in this machine's time zone.
package enum TillClock {
    /// The key of an order that is placed now.
    package static func now() -> OrderKey? {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return OrderKey(milliseconds: Duration(time).millisecondsRoundedDown)
    }

    /// Today as `2025-11-21`.
    package static func today() -> String {
        now().map { String(text($0).prefix(10)) } ?? ExchangeRate.dollar.date
    }

    /// The time of an order as `2025-11-21 08:35`.
    package static func text(_ key: OrderKey) -> String {
        localTimeText("%Y-%m-%d %H:%M", unixSeconds: Int(key.milliseconds / 1000))
    }
}
