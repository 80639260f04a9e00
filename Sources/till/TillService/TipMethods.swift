import Languages
import Till
import Varlink

// The methods of the tip pages.

extension TillInterface {
    /// The choices of the pickers and of the settings, in their order, and the settings at first.
    struct TipChoices: Encodable {
        let people = TipRequest.people.map { Choice(value: "\($0)", label: TipRequest.words(people: $0)) }
        let percents = TipRequest.percents.map { Choice(value: "\($0)", label: TipRequest.label(percent: Int($0))) }
        let currencies = Self.currencies
        let roundings = TipRounding.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
        let tipOnTax = [Choice(value: "true", label: tr("Yes")), Choice(value: "false", label: tr("No"))]
        let settings = Self.settings

        static var currencies: [Choice] {
            [
                Choice(value: "auto", label: tr("Auto")), Choice(value: "USD", label: tr("Dollar ($)")),
                Choice(value: "GBP", label: tr("Pound (£)")), Choice(value: "EUR", label: tr("Euro (€)")),
                Choice(value: "CHF", label: tr("Franc(Fr)")),
            ]
        }

        static let settings = TipSettings(
            currency: "auto", rounding: TipRounding.exact.rawValue, tipOnTax: true, taxRate: "0", locale: nil)

        /// The currency of the settings.
        static func currency(of settings: TipSettings) throws(InvalidInput) -> Currency {
            if settings.currency == "auto" { return Currency(locale: settings.locale ?? "") }
            guard currencies.contains(where: { $0.value == settings.currency }),
                let currency = Currency(rawValue: settings.currency)
            else {
                throw InvalidInput(
                    "currency", tr("there is no currency {name}", ["name": DecimalText.quoted(settings.currency)]))
            }
            return currency
        }
    }

    /// The reply of `Tip`.
    public struct TipReply: Encodable {
        var entry: String
        var bill: Money
        /// The amount on which the tip is computed, if that is not the bill.
        var tipped: Money?
        var tip: Money
        var total: Money
        var totalText: String
        var peopleLabel: String
        /// Null without a split.
        var perPerson: Money?
        /// Such as `1 × $25.20, 3 × $25.19`.
        var perPersonText: String?
        var checks: [Check]
        var percents: [PercentTip]

        /// A reply with the split check.
        public init(entry: String, request: TipRequest, split: CheckSplit) throws {
            self.entry = entry
            bill = Money(request.bill, .symbol)
            tipped = request.tippedAmount.map { Money($0, .symbol) }
            tip = Money(split.tip, .symbol)
            total = Money(split.total, .symbol)
            totalText = tr("Total {amount}", ["amount": split.total.text(.symbol)])
            peopleLabel = TipRequest.label(people: request.people)
            perPerson = request.people > 1 ? split.checks.first.map { Money($0.total, .symbol) } : nil
            perPersonText = request.people > 1 ? split.perPersonText : nil
            checks = split.checks.map { Check($0) }
            percents = try TipRequest.percents.map { percent in
                let tip = try request.tip(at: Fraction(percent))
                return PercentTip(
                    value: "\(percent)", label: "\(TipRequest.words(percent: Int(percent)))  \(tip.text(.symbol))",
                    tip: Money(tip, .symbol))
            }
        }
    }

    /// A bill and its split.
    struct Tip: Decodable {
        /// As the entry and the keys of `Convert`, with two decimals at most.
        var bill: String
        var keys: String?
        var percent: String
        /// 1 for no split.
        var people: Int
        var settings: TipSettings?
        /// In the order in which they were made.
        var adjustments: [CheckSplit.Adjustment]?

        /// The tip of what is in the bill's field after keys were pressed, and its split.
        func reply() throws -> TipReply {
            let settings = self.settings ?? TipChoices.settings
            guard let rounding = TipRounding(rawValue: settings.rounding) else {
                throw InvalidInput(
                    "rounding", tr("there is no rounding {name}", ["name": DecimalText.quoted(settings.rounding)]))
            }
            let currency = try TipChoices.currency(of: settings)
            let keys = self.keys ?? ""
            // A value that keys can't have entered was pasted; keys continue it as they would type it.
            guard
                let keypad = try Keypad(bill, keys: keys, limits: .money)
                    ?? Keypad(
                        Till.Money(parsing: bill, currency, field: "bill", others: TipRequest.currencies)
                            .text(.plain), keys: keys, limits: .money)
            else {
                throw InvalidInput("bill", tr("{text} can't be continued by keys", ["text": DecimalText.quoted(bill)]))
            }
            let request = try TipRequest(
                bill: keypad.number ?? "0", currency: currency,
                percent: percent, people: people, rounding: rounding,
                taxRate: settings.tipOnTax ? nil : settings.taxRate.isEmpty ? "0" : settings.taxRate)
            let split = try CheckSplit(
                bill: request.bill, tip: request.tip(), people: request.people, adjustments: adjustments ?? [])
            return try TipReply(entry: keypad.text, request: request, split: split)
        }
    }

    struct BrandingReply: Encodable {
        var title: String
        /// Base64 of a PNG, JPEG or WebP file; null if there is none.
        var picture: String?
    }

    /// Changes the title, the picture, or both; an empty text restores what it was at first.
    struct SetBranding: Decodable {
        var title: String?
        var picture: String?
    }
}
