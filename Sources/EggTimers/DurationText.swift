/// Durations as people write and read them: `90s`, `7m30s`, `7:30`, `1.5m`, `5 minutes` in; `7:30`, `1:00:00` out.
public enum DurationText {
    /// Why a text is no duration.
    public enum Problem: Error, Equatable, Sendable {
        /// A number alone: whether it means minutes or seconds is the writer's to say.
        case missingUnit(String)
        /// Anything else that is not a duration.
        case malformed(String)
    }

    /// Whether a word is the name of a unit, such as `min`: behind a number alone it completes a duration.
    public static func isUnit(_ word: some StringProtocol) -> Bool {
        unit(Array(word.utf8)[...]) != nil
    }

    /// Whether a word is meant as a duration rather than as a name: it begins with a digit or a sign.
    public static func looksLikeDuration(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first else { return false }
        return isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
    }

    /// Reads a duration of whole seconds with an optional sign; the caller checks its range.
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

    /// A duration of whole seconds as it is written on a command line: `7m30s`.
    public static func written(_ duration: Duration) -> String {
        let seconds = duration.components.seconds.magnitude
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")].filter { $0.0 > 0 }
        let text = parts.isEmpty ? "0s" : parts.map { "\($0.0)\($0.1)" }.joined()
        return duration < .zero ? "-\(text)" : text
    }

    /// What is left, as `m:ss` or from an hour on `h:mm:ss`, rounded up; less than nothing reads as `0:00`.
    public static func clock(_ duration: Duration) -> String {
        clock(seconds: duration.secondsRoundedUp)
    }

    /// What has passed, likewise, but rounded down.
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

    /// At most seven digits a number: more than any duration needs, and far from an overflow.
    private static let longestNumber = 7

    /// The units by all their names, the greatest first.
    private static let units: [(names: [String], seconds: Int64)] = [
        (["h", "hr", "hrs", "hour", "hours"], 3600), (["m", "min", "mins", "minute", "minutes"], 60),
        (["s", "sec", "secs", "second", "seconds"], 1),
    ]

    private static func unit(_ name: ArraySlice<UInt8>) -> Int? {
        units.firstIndex { $0.names.contains { $0.utf8.elementsEqual(name) } }
    }

    /// `7m30s`: numbers with units, the greater unit first, each at most once.
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

    /// `1.5m`, `5 minutes`: one number, which may have a fraction, and one unit, which may stand behind spaces.
    private static func singleUnitSeconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let whole = text.prefix(while: isDigit)
        var rest = text.dropFirst(whole.count)
        var (fraction, parts) = (Int64(0), Int64(1))
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: isDigit)
            guard digits.count <= longestFraction, let number = number(digits) else { return nil }
            fraction = number
            for _ in digits { parts *= 10 }
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let number = number(whole), let unit = unit(rest.drop { $0 == UInt8(ascii: " ") }) else { return nil }
        let seconds = (number * parts + fraction) * units[unit].seconds
        return seconds % parts == 0 ? seconds / parts : nil
    }

    private static let longestFraction = 3

    /// `m:ss` or `h:mm:ss`, the fields after the first of two digits and below 60.
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
        guard !digits.isEmpty, digits.count <= longestNumber else { return nil }
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
