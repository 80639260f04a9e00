import Instants
import Text

/// Parses durations such as `90s`, `7m30s`, `1h30`, `7:30`, `1.5m`, `5 minutes` and `half an hour`, and formats them as
/// `7:30` or `1:00:00`.
package enum DurationText {
    package enum Problem: Error, Equatable, Sendable {
        /// A number without a unit; it could mean minutes or seconds.
        case missingUnit(String)
        /// It could mean each of these durations.
        case ambiguous(String, [String])
        case malformed(String)
    }

    /// Whether a word is treated as a duration rather than a name: it begins with a digit or a sign.
    package static func looksLikeDuration(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        return TypedText.isDigit(first) || first == "+" || first == "-"
    }

    /// Parses a duration of whole seconds with an optional sign; the caller checks its range.
    ///
    /// Letters can have any case, digits any script, and spaces any form.
    package static func parse(_ text: some StringProtocol) throws(Problem) -> Duration {
        var rest = TypedText.plain(text).lowercased()[...]
        var sign: Int64 = 1
        if let first = rest.first, first == "+" || first == "-" {
            sign = first == "-" ? -1 : 1
            rest = rest.dropFirst()
        }
        let words = words(rest)
        if let spellings = spellings(words) { throw .ambiguous(String(text), spellings) }
        guard let seconds = words.count == 1 ? clockSeconds(words[0]) ?? seconds(words) : seconds(words) else {
            // A longer number is none with a unit either.
            let isNumber = words.count == 1 && words[0].utf8.count <= maxDigits && words[0].utf8.allSatisfy(isDigit)
            throw isNumber ? .missingUnit(String(text)) : .malformed(String(text))
        }
        return .seconds(sign * seconds)
    }

    /// A duration of whole seconds in command-line form: `7m30s`.
    package static func written(_ duration: Duration) -> String {
        let seconds = duration.components.seconds.magnitude
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")].filter { $0.0 > 0 }
        let text = parts.isEmpty ? "0s" : parts.map { "\($0.0)\($0.1)" }.joined()
        return duration < .zero ? "-\(text)" : text
    }

    /// Remaining time as `m:ss`, or `h:mm:ss` from an hour on, rounded up; a negative time reads as `0:00`.
    package static func clock(_ duration: Duration) -> String {
        clock(seconds: duration.secondsRoundedUp)
    }

    /// Elapsed time in the same form, rounded down.
    package static func clock(elapsed duration: Duration) -> String {
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
    /// Words for one of a unit.
    private static let ones = ["a", "an", "one"]
    /// Words for parts of a unit, in thousandths.
    private static let fractions: [String: Int64] = ["half": 500, "quarter": 250, "½": 500, "¼": 250, "¾": 750]

    /// Numbers, the words between them, and `and` before the sign of a fraction: `1½h` has four.
    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        func finish() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for character in text {
            let sign = String(character)
            if character == " " {
                finish()
            } else if fractions[sign] != nil {
                finish()
                words += words.isEmpty ? [sign] : ["and", sign]
            } else {
                if let last = word.last, isNumeric(last) != isNumeric(character) { finish() }
                word.append(character)
            }
        }
        finish()
        return words
    }

    private static func isNumeric(_ character: Character) -> Bool { "0123456789.,:".contains(character) }

    /// The durations that words could mean if they are `1,500 m`, where the comma could separate thousands or decimals, or
    /// `7.30`, which could be a clock; nil for others.
    private static func spellings(_ words: [String]) -> [String]? {
        guard let number = words.first, number.utf8.contains(where: { ".,".utf8.contains($0) }) else { return nil }
        let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard parts.count == 2, (1...3).contains(parts[0].count) else { return nil }
        if words.count == 1 {
            let clock = "\(parts[0]):\(parts[1])"
            return clockSeconds(clock) == nil ? nil : [clock, "\(parts[0]).\(parts[1])m"]
        }
        let unit = words.dropFirst().joined(separator: " ")
        let readings = ["\(parts[0])\(parts[1])\(unit)", "\(parts[0]).\(parts[1])\(unit)"]
        return number.contains(",") && parts[1].count == 3 && Int(parts[0]) != 0 ? readings : nil
    }

    /// `7m30s`, `1h30`, `5 minutes`, `half an hour`: amounts with units, the larger unit first, each unit at most once.
    private static func seconds(_ words: [String]) -> Int64? {
        var rest = words[...]
        var last = -1
        var thousandths: Int64 = 0
        while let first = rest.first {
            if last >= 0, first == "and" { rest.removeFirst() }
            guard let amount = amount(&rest) else { return nil }
            var unit = last + 1
            if let name = rest.popFirst() {
                guard let named = units.firstIndex(where: { $0.names.contains(name) }) else { return nil }
                unit = named
            } else if last < 0 || amount >= 60_000 || first.utf8.contains(where: { !isDigit($0) }) {
                // Only a number without a unit is of the next smaller one: `1h30`.
                return nil
            }
            guard unit > last, unit < units.count else { return nil }
            thousandths += amount * units[unit].seconds
            var more = rest
            if more.popFirst() == "and", let part = fraction(&more), more.isEmpty {
                thousandths += part * units[unit].seconds
                rest = more
            }
            guard amount % 1000 == 0 || rest.isEmpty else { return nil }
            last = unit
        }
        return last >= 0 && thousandths % 1000 == 0 ? thousandths / 1000 : nil
    }

    /// Takes an amount, in thousandths: `7`, `1.5`, `an`, `half an`, `1 and a half`.
    private static func amount(_ words: inout ArraySlice<String>) -> Int64? {
        if let part = fraction(&words) { return part }
        guard let word = words.popFirst(), let amount = ones.contains(word) ? 1000 : thousandths(word) else {
            return nil
        }
        var more = words
        guard amount % 1000 == 0, more.popFirst() == "and", let part = fraction(&more), !more.isEmpty else {
            return amount
        }
        words = more
        return amount + part
    }

    /// Takes a part of a unit, in thousandths: `half an`, `a half`, `a quarter of an`.
    private static func fraction(_ words: inout ArraySlice<String>) -> Int64? {
        var rest = words
        func skip(_ skipped: [String]) {
            if let word = rest.first, skipped.contains(word) { rest.removeFirst() }
        }
        skip(ones)
        guard let part = rest.popFirst().flatMap({ fractions[$0] }) else { return nil }
        skip(["of"])
        skip(ones)
        words = rest
        return part
    }

    /// A number with up to three decimals, in thousandths.
    private static func thousandths(_ text: String) -> Int64? {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { ".,".utf8.contains($0) }
        guard parts.count <= 2, let whole = parts.first.flatMap(number) else { return nil }
        guard parts.count == 2 else { return whole * 1000 }
        guard parts[1].count <= 3, var fraction = number(parts[1]) else { return nil }
        for _ in parts[1].count..<3 { fraction *= 10 }
        return whole * 1000 + fraction
    }

    /// `m:ss` or `h:mm:ss`; every field after the first has two digits and is below 60.
    private static func clockSeconds(_ text: String) -> Int64? {
        let fields = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count), var total = number(fields[0]) else { return nil }
        for field in fields.dropFirst() {
            guard field.count == 2, let number = number(field), number < 60 else { return nil }
            total = total * 60 + number
        }
        return total
    }

    private static func number(_ digits: Substring.UTF8View) -> Int64? {
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
