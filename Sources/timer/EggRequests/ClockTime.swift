import Languages
import Text

/// A time of day: `18:30`.
public struct ClockTime: Equatable, Sendable {
    let hour: Int
    let minute: Int

    init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    /// Reads a time of day: `18:30`, `6:30pm`, `6 pm` or `18 o'clock`; spaces and digits can be of any kind.
    public init(_ text: String) throws(Complaint) {
        var plain = TypedText.plain(text).lowercased()
        let ending = [" o'clock", " o’clock", " hours", " hour"].first(where: plain.hasSuffix)
        plain.removeLast(ending?.count ?? 0)
        let half = Self.halves.first(where: plain.hasSuffix)
        let clock = half == nil ? plain[...] : plain.dropLast(plain.dropLast(2).last == " " ? 3 : 2)
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy {
            (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) }
        }
        let numbers = parts.compactMap { Int($0) }
        let hours = half == nil ? 0...23 : 1...12
        guard areDigits, let hour = numbers.first, hours.contains(hour), numbers.count <= 2,
            numbers.count == 2
                ? parts[1].utf8.count == 2 && numbers[1] < 60 : half != nil || ending != nil && hour > 12
        else {
            throw Complaint(tr("'{text}' isn't a time of day; write it like 18:30, 7:05 or 6pm", ["text": text]))
        }
        self.init(
            hour: half == nil ? hour : hour % 12 + (half == "pm" ? 12 : 0), minute: numbers.count == 2 ? numbers[1] : 0)
    }

    private static let halves = ["am", "pm"]

    /// `18:30`.
    public var text: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }

    /// The hours of the longest day, on which clocks are turned back.
    static let hoursAhead: Int64 = 25

    /// The next moment, in milliseconds since 1970, at which clocks show this time; nil if they don't within a day.
    ///
    /// The minutes are tried in turn, so that changes of the clocks are followed: a time that is skipped is not found,
    /// one that is shown twice is found once.
    ///
    /// - Parameter reading: what clocks show at a moment.
    func next(
        after now: Int64, reading: (Int64) -> ClockTime = { ClockTime(LocalTime(unixMilliseconds: $0)) }
    ) -> Int64? {
        let first = (now / 60_000 + 1) * 60_000
        return stride(from: first, through: now + Self.hoursAhead * 60 * 60_000, by: 60_000).first {
            reading($0) == self
        }
    }

    init(_ time: LocalTime) {
        self.init(hour: time.hour, minute: time.minute)
    }
}
