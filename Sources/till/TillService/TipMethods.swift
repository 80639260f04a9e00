import Till
import Varlink

// The methods of the tip pages.

extension TillInterface {
    enum TipChoices: Method {
        static let name = "\(TillInterface.name).TipChoices"
        typealias Parameters = Nothing

        struct Reply: Codable, Equatable, Sendable {
            var people: [Choice]
            var percents: [Choice]
            var currencies: [Choice]
            var roundings: [Choice]
            var tipOnTax: [Choice]
            var settings: TipSettings
        }

        static let settings = TipSettings(
            currency: "auto", rounding: TipRounding.exact.rawValue, tipOnTax: true, taxRate: "0", locale: nil)

        static let reply = Reply(
            people: TipRequest.people.map { Choice(value: "\($0)", label: TipRequest.words(people: $0)) },
            percents: TipRequest.percents.map { Choice(value: "\($0)", label: TipRequest.label(percent: Int($0))) },
            currencies: [
                Choice(value: "auto", label: "Auto"), Choice(value: "USD", label: "Dollar ($)"),
                Choice(value: "GBP", label: "Pound (£)"), Choice(value: "EUR", label: "Euro (€)"),
                Choice(value: "CHF", label: "Franc(Fr)"),
            ],
            roundings: TipRounding.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
            tipOnTax: [Choice(value: "true", label: "Yes"), Choice(value: "false", label: "No")],
            settings: settings)

        /// The currency of the settings.
        static func currency(of settings: TipSettings) throws(Refusal) -> Currency {
            if settings.currency == "auto" { return Currency(locale: settings.locale ?? "") }
            guard reply.currencies.contains(where: { $0.value == settings.currency }),
                let currency = Currency(rawValue: settings.currency)
            else { throw Refusal("currency", "there is no currency \(DecimalText.quoted(settings.currency))") }
            return currency
        }
    }

    /// The reply of `Tip`.
    public struct TipReply: Codable, Equatable, Sendable {
        var entry: String
        var bill: Money
        var tipped: Money?
        var tip: Money
        var total: Money
        var totalText: String
        var peopleLabel: String
        var perPerson: Money?
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
            totalText = "Total \(split.total.text(.symbol))"
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

    enum Tip: Method {
        static let name = "\(TillInterface.name).Tip"
        typealias Reply = TipReply

        struct Parameters: MethodParameters {
            var bill: String
            var keys: String?
            var percent: String
            var people: Int
            var settings: TipSettings?
            var adjustments: [Adjustment]?

            enum CodingKeys: CodingKey, CaseIterable {
                case bill, keys, percent, people, settings, adjustments
            }
        }

        /// The tip of what is in the bill's field after keys were pressed, and its split.
        static func reply(_ parameters: Parameters) throws -> Reply {
            let settings = parameters.settings ?? TipChoices.settings
            guard let rounding = TipRounding(rawValue: settings.rounding) else {
                throw Refusal("rounding", "there is no rounding \(DecimalText.quoted(settings.rounding))")
            }
            let currency = try TipChoices.currency(of: settings)
            let keys = parameters.keys ?? ""
            // A value that keys can't have entered was pasted; keys continue it as they would type it.
            guard
                let keypad = try Keypad(parameters.bill, keys: keys, limits: .money)
                    ?? Keypad(
                        Till.Money(parsing: parameters.bill, currency, field: "bill").text(.plain), keys: keys,
                        limits: .money)
            else { throw Refusal("bill", "\(DecimalText.quoted(parameters.bill)) can't be continued by keys") }
            let request = try TipRequest(
                bill: keypad.number ?? "0", currency: currency,
                percent: parameters.percent, people: parameters.people, rounding: rounding,
                taxRate: settings.tipOnTax ? nil : settings.taxRate.isEmpty ? "0" : settings.taxRate)
            let adjustments = (parameters.adjustments ?? []).map {
                CheckSplit.Adjustment(check: $0.check, minor: $0.minor)
            }
            let split = try CheckSplit(
                bill: request.bill, tip: request.tip(), people: request.people, adjustments: adjustments)
            return try Reply(entry: keypad.text, request: request, split: split)
        }
    }

    struct BrandingReply: Codable, Equatable, Sendable {
        var title: String
        var picture: String?
    }

    enum Branding: Method {
        static let name = "\(TillInterface.name).Branding"
        typealias Parameters = Nothing
        typealias Reply = BrandingReply
    }

    enum SetBranding: Method {
        static let name = "\(TillInterface.name).SetBranding"
        typealias Reply = BrandingReply

        struct Parameters: MethodParameters {
            var title: String?
            var picture: String?

            enum CodingKeys: CodingKey, CaseIterable {
                case title, picture
            }
        }
    }
}
