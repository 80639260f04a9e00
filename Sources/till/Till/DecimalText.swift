/// Reads decimal numbers as people type them.
public enum DecimalText {
    /// Why a text is not accepted.
    public enum Problem: Error, Equatable, Sendable {
        /// It is no decimal number in plain digits.
        case notANumber
        /// A comma before three digits can be a decimal comma or a thousands separator.
        case ambiguousComma
        /// It has more digits than this.
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
    /// Only the digits 0 to 9 count. Spaces around the number are ignored.
    public static func parse(
        _ text: String, digits: Int = 15, decimals: Int = 15, isSigned: Bool = false
    ) throws(Problem) -> Fraction {
        var bytes = text.utf8.drop { $0 == UInt8(ascii: " ") }
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
        var (value, count, leading, hasComma): (Int64, Int, Int?, Bool) = (0, 0, nil, false)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                count += 1
                // The limit keeps the value within 64 bits.
                if count <= min(digits, 18) { value = value * 10 + Int64(byte - UInt8(ascii: "0")) }
            case UInt8(ascii: "."), UInt8(ascii: ","):
                guard leading == nil else { throw .notANumber }
                leading = count
                hasComma = byte == UInt8(ascii: ",")
            default: throw .notANumber
            }
        }
        guard count > 0 else { throw .notANumber }
        let fractional = leading.map { count - $0 } ?? 0
        if hasComma, fractional == 3, value >= 1000 { throw .ambiguousComma }
        guard fractional <= decimals else { throw .tooManyDecimals(decimals) }
        guard count <= min(digits, 18) else { throw .tooManyDigits(min(digits, 18)) }
        guard !isNegative || isSigned || value == 0 else { throw .negative }
        guard let number = Fraction(isNegative ? -value : value, decimals: fractional) else { throw .notANumber }
        return number
    }

    /// A whole number in plain digits without a sign, within a range; nil for anything else.
    public static func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
        let bytes = text.utf8.drop { $0 == UInt8(ascii: " ") }
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
