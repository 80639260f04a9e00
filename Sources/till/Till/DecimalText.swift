import Text

/// Reads decimal numbers as people type them.
public enum DecimalText {
    /// Why a text is not accepted.
    public enum Problem: Error, Equatable, Sendable {
        /// It is no decimal number in plain digits.
        case notANumber
        /// A comma before three digits can be a decimal comma or a thousands separator.
        case ambiguousComma
        /// It has more digits than this, not counting zeros at its beginning.
        case tooManyDigits(Int)
        /// It has more decimals than this.
        case tooManyDecimals(Int)
        /// It is below zero.
        case negative

        /// A sentence about the text.
        public func sentence(_ text: String, example: String) -> String {
            let text = DecimalText.quoted(text)
            return switch self {
            case .notANumber: "\(text) isn't a number; write it like \(example)"
            case .ambiguousComma: "\(text) can be read in two ways; write it with a point or without a comma"
            case .tooManyDigits(let limit): "\(text) has too many digits; the limit is \(limit)"
            case .tooManyDecimals(0): "\(text) isn't a whole number"
            case .tooManyDecimals(let limit): "\(text) has too many decimals; the limit is \(limit)"
            case .negative: "\(text) is below zero"
            }
        }
    }

    /// Parses a number with a decimal point or a decimal comma, such as `85.40`, `85,4`, `.5` or `-40`.
    ///
    /// Only the digits 0 to 9 count. Spaces of any kind around the number are ignored. Groups of three digits can be separated where
    /// that can be read in one way only, as in `1,234.50`, `1.234,50` and `1,234,567`.
    ///
    /// - Parameters:
    ///   - digits: the most digits from the first one on that isn't zero, and the most before the point.
    ///   - decimals: the most digits after the point.
    public static func parse(
        _ text: String, digits: Int = 15, decimals: Int = 15, isSigned: Bool = false
    ) throws(Problem) -> Fraction {
        var bytes = TypedText.spaced(text)[...].utf8.drop { $0 == UInt8(ascii: " ") }
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        let minus = "\u{2212}".utf8
        var isNegative = false
        if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
            isNegative = bytes.first == UInt8(ascii: "-")
            bytes.removeFirst()
        } else if bytes.starts(with: minus) {
            isNegative = true
            bytes.removeFirst(minus.count)
        }
        // The limit keeps the value within 64 bits.
        let digits = min(digits, 18)
        var (value, count, significant): (Int64, Int, Int) = (0, 0, 0)
        /// The points and commas, each with the number of digits before it.
        var separators: [(byte: UInt8, digits: Int)] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                count += 1
                if significant > 0 || byte != UInt8(ascii: "0") { significant += 1 }
                if significant <= digits { value = value * 10 + Int64(byte - UInt8(ascii: "0")) }
            case UInt8(ascii: "."), UInt8(ascii: ","):
                separators.append((byte, count))
            default: throw .notANumber
            }
        }
        guard count > 0 else { throw .notANumber }
        let fractional = try decimalDigits(of: count, separators)
        if separators.count == 1, separators[0].byte == UInt8(ascii: ","), fractional == 3, value >= 1000 {
            throw .ambiguousComma
        }
        guard fractional <= decimals else { throw .tooManyDecimals(decimals) }
        guard significant <= digits, count - fractional <= digits else { throw .tooManyDigits(digits) }
        guard !isNegative || isSigned || value == 0 else { throw .negative }
        guard let number = Fraction(isNegative ? -value : value, decimals: fractional) else { throw .notANumber }
        return number
    }

    /// How many of the digits are decimals; all points and commas before a decimal one must separate groups of three.
    private static func decimalDigits(of count: Int, _ separators: [(byte: UInt8, digits: Int)]) throws(Problem) -> Int
    {
        guard let first = separators.first, let last = separators.last else { return 0 }
        guard separators.count > 1 else { return count - last.digits }
        // The last one is a decimal point or comma if it differs from the others.
        let ends = separators.dropFirst().map(\.digits) + (last.byte == first.byte ? [count] : [])
        let groups = last.byte == first.byte ? separators[...] : separators.dropLast()
        guard groups.allSatisfy({ $0.byte == first.byte }), (1...3).contains(first.digits),
            zip(groups, ends).allSatisfy({ $1 - $0.digits == 3 })
        else { throw .notANumber }
        return last.byte == first.byte ? 0 : count - last.digits
    }

    /// A whole number in plain digits without a sign, within a range; nil for anything else.
    public static func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
        let bytes = TypedText.spaced(text).utf8.drop { $0 == UInt8(ascii: " ") }
        var value = 0
        var digits = 0
        var isOver = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isOver:
                digits += 1
                guard digits <= 18 else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: " ") where digits > 0: isOver = true
            default: return nil
            }
        }
        return digits > 0 && range.contains(value) ? value : nil
    }

    /// The text in quotes, shortened so that a message stays a sentence.
    public static func quoted(_ text: String) -> String {
        let start = String(text.unicodeScalars.prefix(40))
        return start.unicodeScalars.count < text.unicodeScalars.count ? "'\(start)…'" : "'\(start)'"
    }
}
