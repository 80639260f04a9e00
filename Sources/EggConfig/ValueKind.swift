import EggTimers

/// What a key's value can be: how it is read, and in words what is allowed.
struct ValueKind<Value> {
    /// The value of a text, nil when that is none.
    let read: (String) -> Value?
    /// Completes the sentence "it is …".
    let allowed: String
}

extension ValueKind<String> {
    /// The most bytes of a description.
    static var longestDescription: Int { 200 }

    /// A name or a path.
    static var sound: Self { nonEmpty("a sound's name or its path") }

    /// A device of ALSA's.
    static var device: Self { nonEmpty("ALSA's name of a device") }

    /// What a cook gets.
    static var description: Self {
        ValueKind(
            read: { text in
                let isShort = (1...longestDescription).contains(text.utf8.count)
                return isShort && text.unicodeScalars.allSatisfy(TimerName.isPrintable) ? text : nil
            }, allowed: "1 to \(longestDescription) bytes of printable text")
    }

    private static func nonEmpty(_ allowed: String) -> Self {
        ValueKind(read: { $0.isEmpty ? nil : $0 }, allowed: allowed)
    }
}

extension ValueKind<Bool> {
    /// `yes` or `no`.
    static var yesOrNo: Self {
        ValueKind(
            read: { text in
                switch text {
                case "yes": true
                case "no": false
                default: nil
                }
            }, allowed: "yes or no")
    }
}

extension ValueKind<Double> {
    /// `80%` as 0.8. The sign is required: `1` for full volume would be silence.
    static var percentage: Self {
        ValueKind(
            read: { text in
                let digits = text.utf8.dropLast()
                guard text.utf8.last == UInt8(ascii: "%"), (1...3).contains(digits.count),
                    digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
                    let number = Int(text.dropLast()), number <= 100
                else { return nil }
                return Double(number) / 100
            }, allowed: "0% to 100%, a whole number with its sign")
    }
}

extension ValueKind<Duration> {
    /// A duration within these limits.
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        ValueKind(
            read: { text in
                guard let duration = try? DurationText.parse(text), range.contains(duration) else { return nil }
                return duration
            }, allowed: "\(limit(range.lowerBound)) to \(limit(range.upperBound)), like 90s, 5m or 7m30s")
    }

    /// In the greatest unit that gives a whole number.
    private static func limit(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
        return "\(seconds)s"
    }
}
