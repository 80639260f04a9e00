import EggTimers

/// A time that is being typed: `7m30s`, or `9m left-pot` for a timer beside the others.
struct TimeEntry: Equatable {
    /// The meaning of the text.
    enum Outcome: Equatable {
        /// There is no text.
        case nothing
        case start(Duration, name: TimerName)
        /// It can't be started, as text.
        case problem(String)
    }

    private(set) var text = ""
    /// In bytes; the time and the longest name fit.
    private static let longest = 80

    mutating func append(_ scalar: Unicode.Scalar) {
        if text.utf8.count < Self.longest { text.unicodeScalars.append(scalar) }
    }

    mutating func removeLast() {
        if !text.isEmpty { text.removeLast() }
    }

    var outcome: Outcome {
        let words = text.split(separator: " ")
        guard !words.isEmpty else { return .nothing }
        // The time is as many words as make a time: `5 minutes`.
        for count in [2, 1] where words.count >= count {
            let time = words.prefix(count).joined(separator: " ")
            guard let duration = try? DurationText.parse(time) else { continue }
            guard TimerBoard.durations.contains(duration) else {
                return .problem("\(time) is out of range; a time can be 1s to 24h")
            }
            let rest = words.dropFirst(count).joined(separator: " ")
            guard let name = rest.isEmpty ? .standard : TimerName(rest) else {
                return .problem("'\(rest)' isn't a valid timer name")
            }
            return .start(duration, name: name)
        }
        return .problem("'\(text)' isn't a time; write it like 90s, 5m, 7m30s or 7:30")
    }
}
