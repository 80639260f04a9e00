import EggTimers
import Text

/// Durations as users write them.
final class DurationTarget: Target {
    static let name = "duration"
    static let maxLength = 64

    func handle(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Soft hyphens before the sign are invisible.
        let sign = TypedText.plain(text).first
        let isSigned = sign == "-" || sign == "+"
        let isPlain = Self.isDuration(text)
        do throws(DurationText.Problem) {
            let duration = try DurationText.parse(text)
            let (seconds, attoseconds) = duration.components
            require(attoseconds == 0, "durations are whole seconds")
            require(abs(seconds) <= 9_999_999 * 3661 + 7200, "seven digits a number bound a duration")
            require((seconds < 0) == (sign == "-" && seconds != 0), "the sign is the text's")
            if isPlain { require(seconds == Self.sum(of: text), "a duration is the sum of its parts") }
            require(
                (try? DurationText.parse("\u{a0}\(text.uppercased())")) == duration || isSigned, "case means nothing")
            if !isSigned {
                require((try? DurationText.parse("-\(text)")) == .zero - duration, "a minus makes it negative")
                require((try? DurationText.parse("+\(text)")) == duration, "a plus changes nothing")
            }
            guard seconds >= 0, seconds < 1_000_000 * 3600 else { return }
            let clock = DurationText.clock(duration)
            require((try? DurationText.parse(clock)) == duration, "a clock reads as its duration: \(clock)")
            require(DurationText.clock(elapsed: duration) == clock, "whole seconds need no rounding")
        } catch {
            require(!isPlain, "numbers with units are accepted")
            switch error {
            case .ambiguous(let given, let spellings):
                require(given == text && spellings.count == 2, "the problem names the text and its meanings")
            case .missingUnit(let given):
                require(given == text, "the problem names the text")
                require((try? DurationText.parse("\(text)m")) != nil, "only a number misses its unit")
            case .malformed(let given): require(given == text, "the problem names the text")
            }
        }
    }

    /// Whether a text is a duration of plain numbers and units in small letters, determined in another way: by the letters
    /// between the numbers.
    private static func isDuration(_ text: String) -> Bool {
        var body = Array(text.utf8)[...]
        if body.first == UInt8(ascii: "-") || body.first == UInt8(ascii: "+") { body.removeFirst() }
        if isSingle(body) { return true }
        body = withLetters(body)
        var numbers = body.split(omittingEmptySubsequences: false) { !isDigit($0) }
        switch String(decoding: body.filter { !isDigit($0) }, as: UTF8.self) {
        case ":", "::":
            guard numbers.dropFirst().allSatisfy({ $0.count == 2 && $0.first ?? 0 < UInt8(ascii: "6") }) else {
                return false
            }
        case "h", "m", "s", "hm", "hs", "ms", "hms":
            // There is none after the last letter.
            guard numbers.removeLast().isEmpty else { return false }
        default: return false
        }
        return numbers.allSatisfy { (1...7).contains($0.count) }
    }

    /// Units with a longer name.
    private static let longNames: [(String, UInt8)] = [
        ("hours", 104), ("hour", 104), ("hrs", 104), ("hr", 104), ("minutes", 109), ("minute", 109), ("mins", 109),
        ("min", 109), ("seconds", 115), ("second", 115), ("secs", 115), ("sec", 115),
    ]

    /// A text with each long name between its numbers replaced by the letter of that unit.
    private static func withLetters(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (result, rest) = ([UInt8](), text)
        while !rest.isEmpty {
            let digits = rest.prefix(while: isDigit)
            let name = rest.dropFirst(digits.count).prefix { !isDigit($0) }
            let letter = longNames.first { $0.0.utf8.elementsEqual(name) }?.1
            result += digits
            result += letter.map { [$0] } ?? Array(name)
            rest = rest.dropFirst(digits.count + name.count)
        }
        return result[...]
    }

    /// Whether it is one number, perhaps with a fraction or spaces, and one unit, and gives whole seconds.
    private static func isSingle(_ body: ArraySlice<UInt8>) -> Bool {
        single(body) != nil
    }

    private static func single(_ body: ArraySlice<UInt8>) -> Int64? {
        let number = body.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
        let name = String(decoding: body.dropFirst(number.count).drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        let letter =
            longNames.first { $0.0.utf8.elementsEqual(name.utf8) }?.1 ?? (name.utf8.count == 1 ? name.utf8.first : nil)
        let factors: [UInt8: Int64] = [104: 3_600_000, 109: 60_000, 115: 1000]
        guard let letter, let factor = factors[letter] else { return nil }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, (1...7).contains(whole.count),
            let units = Int64(String(decoding: whole, as: UTF8.self))
        else { return nil }
        guard parts.count == 2 else { return units * factor / 1000 }
        guard let last = parts.last, (1...3).contains(last.count),
            let thousandths = Int64(
                String(decoding: last, as: UTF8.self) + String(repeating: "0", count: 3 - last.count))
        else { return nil }
        let milliseconds = (units * 1000 + thousandths) * (factor / 1000)
        return milliseconds % 1000 == 0 ? milliseconds / 1000 : nil
    }

    /// The time in another way: from the end, each number times the unit after it.
    private static func sum(of text: String) -> Int64 {
        var (total, place, unit) = (Int64(0), Int64(1), Int64(1))
        var body = Array(text.utf8)[...]
        if let first = body.first, !isDigit(first) { body.removeFirst() }
        if let seconds = single(body) { return text.utf8.first == UInt8(ascii: "-") ? -seconds : seconds }
        body = withLetters(body)
        for byte in body.reversed() {
            switch byte {
            case UInt8(ascii: "h"): (unit, place) = (3600, 1)
            case UInt8(ascii: "m"): (unit, place) = (60, 1)
            case UInt8(ascii: "s"): (unit, place) = (1, 1)
            case UInt8(ascii: ":"): (unit, place) = (unit * 60, 1)
            case _ where isDigit(byte):
                total += Int64(byte - UInt8(ascii: "0")) * place * unit
                place *= 10
            default: break
            }
        }
        return text.utf8.first == UInt8(ascii: "-") ? -total : total
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
