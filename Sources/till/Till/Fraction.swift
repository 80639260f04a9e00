/// An exact number: a quotient of two integers in lowest terms.
///
/// Percentages, rates and factors are fractions, so that a result is rounded only once, where it is shown.
package struct Fraction: Equatable, Sendable {
    /// The exact result has no place in 128 bits, or the divisor is zero.
    package struct OutOfRange: Error, Equatable {}

    private let numerator: Int128
    /// Always positive.
    private let denominator: Int128

    package static let zero = Fraction(0)

    /// A whole number, or a quotient; a denominator of zero counts as one.
    package init(_ numerator: Int64, over denominator: UInt64 = 1) {
        self.init(reducing: Int128(numerator), Int128(max(1, denominator)))
    }

    /// A decimal number by its digits: 1.609344 is 1609344 with six decimals; nil beyond 30 decimals.
    init?(_ digits: Int64, decimals: Int) {
        guard (0...30).contains(decimals) else { return nil }
        var denominator: Int128 = 1
        for _ in 0..<decimals { denominator *= 10 }
        self.init(reducing: Int128(digits), denominator)
    }

    /// - Parameter denominator: a positive number.
    private init(reducing numerator: Int128, _ denominator: Int128) {
        var (divisor, rest) = (denominator, numerator % denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        divisor = divisor < 0 ? -divisor : divisor
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// Whether it lies between two whole numbers, or is one of them.
    package func isWithin(_ range: ClosedRange<Int64>) -> Bool {
        guard let low = try? self - Fraction(range.lowerBound), let high = try? Fraction(range.upperBound) - self else {
            return false
        }
        return low.numerator >= 0 && high.numerator >= 0
    }

    package var isNegative: Bool { numerator < 0 }

    // MARK: Arithmetic

    package static func + (left: Fraction, right: Fraction) throws(OutOfRange) -> Fraction {
        Fraction(
            reducing: try sum(
                try product(left.numerator, right.denominator), try product(right.numerator, left.denominator)),
            try product(left.denominator, right.denominator))
    }

    package static func - (left: Fraction, right: Fraction) throws(OutOfRange) -> Fraction {
        try left + right * Fraction(-1)
    }

    package static func * (left: Fraction, right: Fraction) throws(OutOfRange) -> Fraction {
        Fraction(
            reducing: try product(left.numerator, right.numerator), try product(left.denominator, right.denominator))
    }

    /// The exact quotient; throws for a divisor of zero.
    package static func / (left: Fraction, right: Fraction) throws(OutOfRange) -> Fraction {
        guard right.numerator != 0 else { throw OutOfRange() }
        let sign: Int128 = right.numerator < 0 ? -1 : 1
        return Fraction(
            reducing: try product(left.numerator, try product(right.denominator, sign)),
            try product(left.denominator, try product(right.numerator, sign)))
    }

    private static func product(_ left: Int128, _ right: Int128) throws(OutOfRange) -> Int128 {
        let (result, overflow) = left.multipliedReportingOverflow(by: right)
        // The least value has no positive counterpart.
        guard !overflow, result != .min else { throw OutOfRange() }
        return result
    }

    private static func sum(_ left: Int128, _ right: Int128) throws(OutOfRange) -> Int128 {
        let (result, overflow) = left.addingReportingOverflow(right)
        guard !overflow, result != .min else { throw OutOfRange() }
        return result
    }

    // MARK: Rounding

    /// The nearest whole number; a half is rounded up in magnitude.
    package func rounded() throws(OutOfRange) -> Int64 {
        let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        let size = rest < 0 ? -rest : rest
        let step: Int128 = size >= denominator - size ? (numerator < 0 ? -1 : 1) : 0
        guard let result = Int64(exactly: quotient + step) else { throw OutOfRange() }
        return result
    }

    /// Decimal digits without an exponent or trailing zeros: at most this many significant ones, half up in magnitude.
    package func text(digits limit: Int) throws(OutOfRange) -> String {
        var (whole, rest) = (numerator < 0 ? -numerator : numerator).quotientAndRemainder(dividingBy: denominator)
        var digits: [UInt8] = []
        while whole > 0 {
            digits.insert(UInt8(whole % 10), at: 0)
            whole /= 10
        }
        // The point comes before the digit with this index.
        var point = digits.count
        var zeros = 0
        // Of a whole part that is too long, the last digits decide the rounding.
        var roundsUp = digits.count > limit && digits[limit] >= 5
        if digits.count <= limit {
            while rest > 0, digits.count - zeros < limit {
                rest = try Self.product(rest, 10)
                digits.append(UInt8(rest / denominator))
                rest %= denominator
                if digits.count == zeros + 1, digits.last == 0, point == 0 { zeros += 1 }
            }
            roundsUp = rest > 0 && rest >= denominator - rest
        } else {
            for index in limit..<digits.count { digits[index] = 0 }
        }
        if roundsUp {
            var index = min(limit + zeros, digits.count) - 1
            while index >= 0, digits[index] == 9 {
                digits[index] = 0
                index -= 1
            }
            if index >= 0 {
                digits[index] += 1
            } else {
                digits.insert(1, at: 0)
                point += 1
            }
        }
        while digits.count > point, digits.last == 0 { digits.removeLast() }
        guard !digits.isEmpty else { return "0" }
        var text = numerator < 0 ? "-" : ""
        if point == 0 { text += "0" }
        for (index, digit) in digits.enumerated() {
            if index == point { text += "." }
            text.append(Character(Unicode.Scalar(UInt8(ascii: "0") + digit)))
        }
        return text
    }
}
