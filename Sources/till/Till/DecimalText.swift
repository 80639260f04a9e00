import Languages
import Text

/// Reads numbers as people type them.
package enum DecimalText {
    package enum Problem: Error, Equatable, Sendable {
        /// It is no decimal number in plain digits.
        case notANumber
        /// A comma before three digits can be a decimal comma or a thousands separator.
        case ambiguousComma
        /// It has more digits than this, not counting zeros at its beginning.
        case tooManyDigits(Int)
        case tooManyDecimals(Int)
        case negative

        package func sentence(_ text: String, example: String) -> String {
            let text = DecimalText.quoted(text)
            let places = ["text": text, "example": localized(number: example)] as KeyValuePairs
            return switch self {
            case .notANumber: tr("{text} isn't a number; write it like {example}", places)
            case .ambiguousComma:
                tr("{text} can be read in two ways; write it with a point or without a comma", places)
            case .tooManyDigits(let limit):
                tr("{text} has too many digits; the limit is {limit}", ["text": text, "limit": "\(limit)"])
            case .tooManyDecimals(0): tr("{text} isn't a whole number", places)
            case .tooManyDecimals(let limit):
                tr("{text} has too many decimals; the limit is {limit}", ["text": text, "limit": "\(limit)"])
            case .negative: tr("{text} is below zero", places)
            }
        }
    }

    /// Parses a number with a decimal point or a decimal comma, such as `85.40`, `85,4`, `.5` or `-40`.
    ///
    /// Only the digits 0 to 9 count. Spaces of any kind around it are ignored. Groups of three digits can be separated where
    /// that can be read in one way only, as in `1,234.50`, `1.234,50`, `1 234,50`, `1'234.50` and `1,234,567`.
    ///
    /// - Parameters:
    ///   - digits: the most digits from the first one on that isn't zero, and the most before the point.
    ///   - decimals: the most digits after the point.
    package static func parse(
        _ text: String, digits: Int = 15, decimals: Int = 15, isSigned: Bool = false
    ) throws(Problem) -> Fraction {
        let (isNegative, bare) = withoutSign(text)
        // The limit keeps the value within 64 bits.
        let digits = min(digits, 18)
        var (value, count, significant): (Int64, Int, Int) = (0, 0, 0)
        var separators: [Separator] = []
        for scalar in bare {
            switch scalar {
            case "0"..."9":
                count += 1
                if significant > 0 || scalar != "0" { significant += 1 }
                if significant <= digits { value = value * 10 + Int64(scalar.value - 0x30) }
            case ".", ",", " ": separators.append((scalar, count))
            case "'", "\u{2019}": separators.append(("'", count))
            default: throw .notANumber
            }
        }
        guard count > 0 else { throw .notANumber }
        let fractional = try decimalDigits(of: count, separators)
        if separators.count == 1, separators[0].sign == ",", fractional == 3, value >= 1000 {
            throw .ambiguousComma
        }
        guard fractional <= decimals else { throw .tooManyDecimals(decimals) }
        guard significant <= digits, count - fractional <= digits else { throw .tooManyDigits(digits) }
        guard !isNegative || isSigned || value == 0 else { throw .negative }
        guard let number = Fraction(isNegative ? -value : value, decimals: fractional) else { throw .notANumber }
        return number
    }

    /// Parses a number as `parse` does, or one that ends with a fraction: `1/2`, `1 1/2`, `½`.
    package static func parseFraction(
        _ text: String, digits: Int = 15, decimals: Int = 15, isSigned: Bool = false
    ) throws(Problem) -> Fraction {
        var written = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            written.append(contentsOf: (fractions[scalar].map { " \($0)" } ?? "\(scalar)").unicodeScalars)
        }
        let (isNegative, bare) = withoutSign(String(written))
        let words = bare.split(separator: " ")
        let terms = (words.last ?? []).split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\u{2044}" }
        guard terms.count > 1 else {
            return try parse(text, digits: digits, decimals: decimals, isSigned: isSigned)
        }
        func term(_ term: some Sequence<Unicode.Scalar>) -> Int? {
            whole(String(String.UnicodeScalarView(term)), in: 0...1000)
        }
        guard terms.count == 2, let above = term(terms[0]), let below = term(terms[1]), below > 0 else {
            throw .notANumber
        }
        guard !isNegative || isSigned else { throw .negative }
        var value = Fraction(Int64(above), over: UInt64(below))
        if words.count > 1 {
            let number = words.dropLast().map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
            let before = try parse(number, digits: digits, decimals: 0)
            guard let sum = try? before + value else { throw .tooManyDigits(digits) }
            value = sum
        }
        guard let signed = try? value * Fraction(isNegative ? -1 : 1) else { throw .tooManyDigits(digits) }
        return signed
    }

    /// The fractions that have a character of their own and that recipes have.
    private static let fractions: [Unicode.Scalar: String] = [
        "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
    ]

    /// The scalars of a number without its sign and the spaces around it.
    private static func withoutSign(_ text: String) -> (isNegative: Bool, bare: [Unicode.Scalar]) {
        var scalars = TypedText.spaced(text).unicodeScalars.drop { $0 == " " }
        while scalars.last == " " { scalars.removeLast() }
        let sign = scalars.first
        if sign == "+" || sign == "-" || sign == "\u{2212}" { scalars.removeFirst() }
        return (sign == "-" || sign == "\u{2212}", Array(scalars))
    }

    /// A sign between digits, and the number of digits before it.
    private typealias Separator = (sign: Unicode.Scalar, digits: Int)

    /// How many of the digits are decimals; all signs before a decimal point or comma must separate groups of three.
    private static func decimalDigits(of count: Int, _ separators: [Separator]) throws(Problem) -> Int {
        guard let first = separators.first, let last = separators.last else { return 0 }
        let canBeDecimal = last.sign == "." || last.sign == ","
        if separators.count == 1, canBeDecimal { return count - last.digits }
        // The last one is a decimal point or comma if it differs from the others.
        let hasDecimals = last.sign != first.sign
        let ends = separators.dropFirst().map(\.digits) + (hasDecimals ? [] : [count])
        let groups = hasDecimals ? separators.dropLast() : separators[...]
        guard canBeDecimal || !hasDecimals, groups.allSatisfy({ $0.sign == first.sign }),
            (1...3).contains(first.digits), zip(groups, ends).allSatisfy({ $1 - $0.digits == 3 })
        else { throw .notANumber }
        return hasDecimals ? count - last.digits : 0
    }

    /// A whole number in plain digits without a sign, within a range; nil for anything else.
    package static func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
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
    package static func quoted(_ text: String) -> String {
        let start = String(text.unicodeScalars.prefix(40))
        return start.unicodeScalars.count < text.unicodeScalars.count ? "'\(start)…'" : "'\(start)'"
    }
}
