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
    public static func text(_ key: OrderKey) -> String { text(time_t(key.milliseconds / 1000), "%Y-%m-%d %H:%M") }

    /// Now, for the name of a file: `2025-11-21T08.35.00`.
    static func fileDate() -> String { text(time(nil), "%Y-%m-%dT%H.%M.%S") }

    private static func text(_ seconds: time_t, _ format: String) -> String {
        var (seconds, broken) = (seconds, tm())
        localtime_r(&seconds, &broken)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, format, &broken)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
