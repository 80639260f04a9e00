import Languages

package enum TipRounding: String, CaseIterable, Sendable {
    /// To the smallest unit.
    case exact
    /// The tip to whole units.
    case tipUp = "tip-up"
    case tipDown = "tip-down"
    /// The total to whole units, never below the bill.
    case totalUp = "total-up"
    case totalDown = "total-down"

    package var label: String {
        switch self {
        case .exact: tr("Exact")
        case .tipUp: tr("Round Tip Up")
        case .tipDown: tr("Round Tip Down")
        case .totalUp: tr("Round Total Up")
        case .totalDown: tr("Round Total Down")
        }
    }
}

/// A bill and the tip that is wanted.
package struct TipRequest: Equatable, Sendable {
    package static let percents: ClosedRange<Int64> = 0...50
    package static let currencies: [Currency] = [.USD, .GBP, .EUR, .CHF]
    /// How many people can share a bill; one means no split.
    package static let people = 1...50

    /// The bill, with its tax.
    package let bill: Money
    package let percent: Fraction
    package let people: Int
    package let rounding: TipRounding
    /// The percentage of tax in the bill if no tip is given on it.
    package let taxRate: Fraction?

    /// A request as typed. Every field that can't be used is named.
    package init(
        bill: String, currency: Currency, percent: String, people: Int, rounding: TipRounding, taxRate: String?
    ) throws(InvalidInput) {
        var problems: [FieldProblem] = []
        func percentage(_ text: String, _ field: String, _ range: ClosedRange<Int64>) -> Fraction {
            do throws(DecimalText.Problem) {
                let number = try DecimalText.parse(text, decimals: 3)
                if number.isWithin(range) { return number }
                problems.append(
                    FieldProblem(
                        field,
                        tr(
                            "{text} isn't from {least} to {most} percent",
                            [
                                "text": DecimalText.quoted(text), "least": "\(range.lowerBound)",
                                "most": "\(range.upperBound)",
                            ])))
            } catch {
                problems.append(FieldProblem(field, error.sentence(text, example: "8.25")))
            }
            return .zero
        }
        var amount = Money(0, currency)
        do throws(InvalidInput) {
            amount = try Money(parsing: bill, currency, field: "bill", others: Self.currencies)
        } catch {
            problems += error.problems
        }
        self.bill = amount
        self.percent = percentage(percent, "percent", Self.percents)
        self.people = people
        self.rounding = rounding
        self.taxRate = taxRate.map { percentage($0, "taxRate", 0...100) }
        if !Self.people.contains(people) {
            problems.append(
                FieldProblem(
                    "people",
                    tr(
                        "a check can be split among {least} to {most} people",
                        ["least": "\(Self.people.lowerBound)", "most": "\(Self.people.upperBound)"])))
        }
        if let refusal = InvalidInput(problems) { throw refusal }
    }

    /// The amount that the tip is computed on: the bill, or the bill before tax; exact.
    private var tipped: Fraction {
        get throws(Fraction.OutOfRange) {
            guard let taxRate else { return Fraction(bill.minor) }
            return try Fraction(bill.minor) * Fraction(100) / (Fraction(100) + taxRate)
        }
    }

    /// The amount that the tip is computed on, rounded; nil if that is the whole bill.
    package var tippedAmount: Money? {
        guard taxRate != nil, let minor = try? tipped.rounded() else { return nil }
        return Money(minor, bill.currency)
    }

    package func tip() throws(Fraction.OutOfRange) -> Money {
        try tip(at: percent)
    }

    package func tip(at percent: Fraction) throws(Fraction.OutOfRange) -> Money {
        let tip = try (tipped * percent / Fraction(100)).rounded()
        // Whole units are counted from the amount that is shown without rounding: a tip of 15.00 is not rounded up to
        // 16 because of a fraction of a cent that nobody sees.
        func up(_ minor: Int64) -> Int64 { (minor + 99) / 100 * 100 }
        let rounded =
            switch rounding {
            case .exact: tip
            case .tipUp: up(tip)
            case .tipDown: tip / 100 * 100
            case .totalUp: up(bill.minor + tip) - bill.minor
            case .totalDown: max(0, (bill.minor + tip) / 100 * 100 - bill.minor)
            }
        return Money(rounded, bill.currency)
    }

    /// A percentage in words, as the picker shows it.
    package static func words(percent: Int) -> String {
        percent == 0 ? tr("No Tip") : tr("{number} Percent", number: percent, ["number": NumberWords.text(percent)])
    }

    /// A number of people in words, as the picker shows it.
    package static func words(people: Int) -> String {
        people == 1 ? tr("None") : tr("{number} people", ["number": NumberWords.text(people)])
    }

    /// A percentage as the summary shows it.
    package static func label(percent: Int) -> String {
        percent == 0 ? tr("No Tip") : "\(percent)%"
    }

    /// A number of people as the summary shows it.
    package static func label(people: Int) -> String {
        people == 1 ? tr("None") : tr("{number} people", ["number": "\(people)"])
    }
}

/// Small numbers in words.
enum NumberWords {
    private static let small = [
        "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
        "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
    ]
    private static let tens = ["Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"]

    /// A number from 0 to 99, such as `Twenty-One`; digits for any other, and in other languages than English.
    static func text(_ number: Int) -> String {
        guard Language.current == .english else { return "\(number)" }
        if small.indices.contains(number) { return small[number] }
        guard (20...99).contains(number) else { return "\(number)" }
        let ten = tens[number / 10 - 2]
        return number % 10 == 0 ? ten : "\(ten)-\(small[number % 10])"
    }
}
