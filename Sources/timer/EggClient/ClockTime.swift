/// A time of day: `18:30`.
public struct ClockTime: Equatable, Sendable {
    let hour: Int
    let minute: Int

    init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    /// Reads a time of day.
    public init(_ text: String) throws(Complaint) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy {
            (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) }
        }
        guard parts.count == 2, areDigits, parts[1].utf8.count == 2, let hour = Int(parts[0]),
            let minute = Int(parts[1]), hour < 24, minute < 60
        else { throw Complaint("'\(text)' isn't a time of day; write it like 18:30 or 7:05") }
        self.init(hour: hour, minute: minute)
    }

    /// `18:30`.
    public var text: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }

    /// The next moment, in milliseconds since 1970, at which clocks show this time; nil if they don't within 24 hours.
    ///
    /// The minutes are tried in turn, so that changes of the clocks are followed: a time that is skipped is not found,
    /// one that is shown twice is found once.
    ///
    /// - Parameter reading: what clocks show at a moment.
    func next(
        after now: Int64, reading: (Int64) -> ClockTime = { ClockTime(LocalTime(unixMilliseconds: $0)) }
    ) -> Int64? {
        let first = (now / 60_000 + 1) * 60_000
        return stride(from: first, through: now + 24 * 60 * 60_000, by: 60_000).first { reading($0) == self }
    }

    init(_ time: LocalTime) {
        self.init(hour: time.hour, minute: time.minute)
    }
}
