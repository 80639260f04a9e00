import Glibc

/// Whether two times of day, in milliseconds, are the same moment. eggd reads two clocks one after the other for each, and
/// on a busy machine part of a second passes between them.
public func isSameMoment(_ one: Int64?, _ other: Int64?) -> Bool {
    abs((one ?? 0) - (other ?? 0)) < 1_000
}

/// A time zone in which the tests begin between noon and one o'clock: near midnight, the programs say "tomorrow".
public enum NoonZone {
    private static let hoursAhead = 12 - time(nil) / 3600 % 24

    /// Its name for the variable `TZ`, which has the hours behind UTC.
    public static let name = "<noon>\(-hoursAhead)"

    /// A time of day there, such as `12:05`.
    public static func clock(unixMilliseconds: Int64) -> String {
        let minutes = unixMilliseconds / 60_000 + Int64(hoursAhead) * 60
        return [minutes / 60 % 24, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
