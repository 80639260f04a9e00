import EggTimers

/// Durations as people write them.
final class DurationTarget: Target {
    static let name = "duration"
    static let longest = 64

    func take(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        let isSigned = text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+")
        require(
            Self.isDuration(text) == ((try? DurationText.parse(text)) != nil), "only durations are, and all of them")
        do throws(DurationText.Problem) {
            let duration = try DurationText.parse(text)
            require(DurationText.looksLikeDuration(text), "what is a duration looks like one")
            let (seconds, attoseconds) = duration.components
            require(attoseconds == 0, "durations are whole seconds")
            require(abs(seconds) <= 9_999_999 * 3661, "seven digits a number bound a duration")
            require((seconds < 0) == (text.utf8.first == UInt8(ascii: "-") && seconds != 0), "the sign is the text's")
            require(seconds == Self.sum(of: text), "a duration is the sum of its parts")
            if !isSigned {
                require((try? DurationText.parse("-\(text)")) == .zero - duration, "a minus makes it less than nothing")
                require((try? DurationText.parse("+\(text)")) == duration, "a plus changes nothing")
            }
            guard seconds >= 0, seconds < 1_000_000 * 3600 else { return }
            let clock = DurationText.clock(duration)
            require((try? DurationText.parse(clock)) == duration, "what is written as a clock is read as one: \(clock)")
            require(DurationText.clock(elapsed: duration) == clock, "whole seconds need no rounding")
        } catch {
            switch error {
            case .missingUnit(let given):
                require(given == text, "the problem names the text")
                let digits = isSigned ? text.utf8.dropFirst() : text.utf8[...]
                require(!digits.isEmpty && digits.allSatisfy(Self.isDigit), "only a number misses its unit")
            case .malformed(let given): require(given == text, "the problem names the text")
            }
        }
    }

    /// Whether a text is a duration, by another way: the letters between the numbers tell.
    private static func isDuration(_ text: String) -> Bool {
        var body = Array(text.utf8)[...]
        if body.first == UInt8(ascii: "-") || body.first == UInt8(ascii: "+") { body.removeFirst() }
        var numbers = body.split(omittingEmptySubsequences: false) { !isDigit($0) }
        switch String(decoding: body.filter { !isDigit($0) }, as: UTF8.self) {
        case ":", "::":
            guard numbers.dropFirst().allSatisfy({ $0.count == 2 && $0.first ?? 0 < UInt8(ascii: "6") }) else {
                return false
            }
        case "h", "m", "s", "hm", "hs", "ms", "hms":
            // Behind the last letter there is none.
            guard numbers.removeLast().isEmpty else { return false }
        default: return false
        }
        return numbers.allSatisfy { (1...7).contains($0.count) }
    }

    /// The time by another way: from its end, each number times what stands behind it.
    private static func sum(of text: String) -> Int64 {
        var (total, place, unit) = (Int64(0), Int64(1), Int64(1))
        for byte in text.utf8.reversed() {
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
