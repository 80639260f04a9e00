import Instants

/// Parses durations such as `90s`, `7m30s`, `7:30`, `1.5m` and `5 minutes`, and formats them as `7:30` or `1:00:00`.
public enum DurationText {
    /// Why a text is not a duration.
    public enum Problem: Error, Equatable, Sendable {
        /// A number without a unit; it could mean minutes or seconds.
        case missingUnit(String)
        /// Any other text that is not a duration.
        case malformed(String)
    }

    /// Whether a word is the name of a unit, such as `min`, which completes a duration after a bare number.
    public static func isUnit(_ word: some StringProtocol) -> Bool {
        unit(Array(word.utf8)[...]) != nil
    }

    /// Whether a word is treated as a duration rather than a name: it begins with a digit or a sign.
    public static func looksLikeDuration(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first else { return false }
        return isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
    }

    /// Parses a duration of whole seconds with an optional sign; the caller checks its range.
    public static func parse(_ text: some StringProtocol) throws(Problem) -> Duration {
        var rest = Array(text.utf8)[...]
        var sign: Int64 = 1
        if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            sign = first == UInt8(ascii: "-") ? -1 : 1
            rest = rest.dropFirst()
        }
        guard let seconds = rest.contains(UInt8(ascii: ":")) ? clockSeconds(rest) : unitSeconds(rest) else {
            let isNumber = !rest.isEmpty && rest.allSatisfy(isDigit)
            throw isNumber ? .missingUnit(String(text)) : .malformed(String(text))
        }
        return .seconds(sign * seconds)
    }

    /// A duration of whole seconds in command-line form: `7m30s`.
    public static func written(_ duration: Duration) -> String {
        let seconds = duration.components.seconds.magnitude
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")].filter { $0.0 > 0 }
        let text = parts.isEmpty ? "0s" : parts.map { "\($0.0)\($0.1)" }.joined()
        return duration < .zero ? "-\(text)" : text
    }

    /// Remaining time as `m:ss`, or `h:mm:ss` from an hour on, rounded up; a negative time reads as `0:00`.
    public static func clock(_ duration: Duration) -> String {
        clock(seconds: duration.secondsRoundedUp)
    }

    /// Elapsed time in the same form, rounded down.
    public static func clock(elapsed duration: Duration) -> String {
        clock(seconds: duration.components.seconds)
    }

    private static func clock(seconds: Int64) -> String {
        let seconds = max(0, seconds)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
            : "\(minutes):\(twoDigits(seconds % 60))"
    }

    /// The most digits in a number: more than any duration needs, and too few to overflow.
    private static let maxDigits = 7

    /// The units with all their names, the largest first.
    private static let units: [(names: [String], seconds: Int64)] = [
        (["h", "hr", "hrs", "hour", "hours"], 3600), (["m", "min", "mins", "minute", "minutes"], 60),
        (["s", "sec", "secs", "second", "seconds"], 1),
    ]

    private static func unit(_ name: ArraySlice<UInt8>) -> Int? {
        units.firstIndex { $0.names.contains { $0.utf8.elementsEqual(name) } }
    }

    /// `7m30s`: numbers with units, the larger unit first, each unit at most once.
    private static func unitSeconds(_ text: ArraySlice<UInt8>) -> Int64? {
        var rest = text
        var lastUnit = -1
        var total: Int64 = 0
        while !rest.isEmpty {
            let digits = rest.prefix(while: isDigit)
            let name = rest.dropFirst(digits.count).prefix { !isDigit($0) }
            guard let number = number(digits), let unit = unit(name), unit > lastUnit else {
                return singleUnitSeconds(text)
            }
            total += number * units[unit].seconds
            lastUnit = unit
            rest = rest.dropFirst(digits.count + name.count)
        }
        return text.isEmpty ? nil : total
    }

    /// `1.5m`, `5 minutes`: one number, optionally with a fraction, and one unit, optionally after spaces.
    private static func singleUnitSeconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let whole = text.prefix(while: isDigit)
        var rest = text.dropFirst(whole.count)
        var (fraction, parts) = (Int64(0), Int64(1))
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: isDigit)
            guard digits.count <= maxFractionDigits, let number = number(digits) else { return nil }
            fraction = number
            for _ in digits { parts *= 10 }
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let number = number(whole), let unit = unit(rest.drop { $0 == UInt8(ascii: " ") }) else { return nil }
        let seconds = (number * parts + fraction) * units[unit].seconds
        return seconds % parts == 0 ? seconds / parts : nil
    }

    private static let maxFractionDigits = 3

    /// `m:ss` or `h:mm:ss`; every field after the first has two digits and is below 60.
    private static func clockSeconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let fields = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard fields.count <= 3, let first = fields.first, var total = number(first) else { return nil }
        for field in fields.dropFirst() {
            guard field.count == 2, let number = number(field), number < 60 else { return nil }
            total = total * 60 + number
        }
        return total
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.count <= maxDigits else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard isDigit(digit) else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
