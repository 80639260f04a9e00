import Languages

/// How many units of a currency one euro is, on a date.
package struct ExchangeRate: Equatable, Sendable {
    /// The currency that is not the euro.
    package let currency: Currency
    /// The rate as it was typed or published.
    package let text: String
    /// The day it is of, such as `2025-12-31`.
    package let date: String
    /// Whether it is a constant of this program.
    package let isReference: Bool
    private let factor: Fraction

    /// The fixed rate of the lev, from 1 January 2026 (Council of the European Union, 8 July 2025).
    package static let lev = ExchangeRate(reference: .BGN, 195_583, decimals: 5, text: "1.95583", date: "2026-01-01")

    /// The dollar's rate that ships: one euro foreign exchange reference rate of the European Central Bank, that of 31
    /// December 2025. It is only a start; users set the rate of the day.
    package static let dollar = ExchangeRate(reference: .USD, 11750, decimals: 4, text: "1.1750", date: "2025-12-31")

    private init(reference currency: Currency, _ digits: Int64, decimals: Int, text: String, date: String) {
        self.currency = currency
        self.text = text
        self.date = date
        isReference = true
        factor = Fraction(digits, decimals: decimals) ?? Fraction(1)
    }

    /// A dollar's rate that a user has set: from 0.01 to 100, with at most six decimals.
    package init(dollar text: String, date: String) throws(InvalidInput) {
        do {
            factor = try DecimalText.parse(text, decimals: 6)
        } catch {
            throw InvalidInput("rate", error.sentence(text, example: "1.1573"))
        }
        guard let hundredfold = try? factor * Fraction(100), hundredfold.isWithin(1...10_000),
            let shown = try? factor.text(digits: 15)
        else {
            throw InvalidInput(
                "rate", tr("{text} can't be a rate; it must be from 0.01 to 100", ["text": DecimalText.quoted(text)]))
        }
        currency = .USD
        self.text = shown
        self.date = date
        isReference = false
    }

    /// An amount in euro, converted by the full rate and rounded once, half up.
    package func fromEuro(_ cents: Int64) throws(Fraction.OutOfRange) -> Money {
        Money(try (Fraction(cents) * factor).rounded(), currency)
    }

    /// The amount in euro cents of an amount in the rate's currency.
    package func toEuro(_ minor: Int64) throws(Fraction.OutOfRange) -> Money {
        Money(try (Fraction(minor) / factor).rounded(), .EUR)
    }

    /// The rate in words, with its date as programs write it.
    package var sentence: String { sentence(dated: date) }
    /// The same with its date as the language writes it.
    package var shownSentence: String { sentence(dated: localized(date: date)) }

    private func sentence(dated date: String) -> String {
        let rate = "1 EUR = \(localized(number: text)) \(currency.rawValue)"
        let places = ["rate": rate, "date": date] as KeyValuePairs
        switch currency {
        case .BGN: return tr("{rate}, the fixed rate of the changeover, {date}", places)
        case .USD, .EUR, .GBP, .CHF:
            return isReference
                ? tr("{rate}, European Central Bank, {date}", places) : tr("{rate}, set on {date}", places)
        }
    }
}
