import Glibc
import POSIX

/// How the language writes moments, in the letters of strftime(3).
public enum MomentFormat {
    /// The English form of `clock`, and its context.
    static let (twentyFourHours, context) = ("%H:%M", "format: strftime")

    /// `08:35`
    public static var clock: String {
        // tr: A time of day in the letters of strftime(3): %I:%M %p for twelve hours.
        tr("%H:%M", context: "format: strftime")
    }

    /// `08:35:07`
    public static var clockWithSeconds: String { tr("%H:%M:%S", context: "format: strftime") }

    /// `2027-01-15`
    public static var date: String { tr("%Y-%m-%d", context: "format: strftime") }
}

/// A date as the language writes it, given as programs write it, also with the time of day: `2027-01-15 08:35`.
public func localized(date: String) -> String {
    let numbers = date.split { !("0"..."9").contains($0) }.compactMap { Int32($0) }
    guard numbers.count >= 3 else { return date }
    var (broken, format) = (tm(), MomentFormat.date)
    (broken.tm_year, broken.tm_mon, broken.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    if numbers.count == 5 {
        (broken.tm_hour, broken.tm_min) = (numbers[3], numbers[4])
        format += " \(MomentFormat.clock)"
    }
    return timeText(format, broken)
}
