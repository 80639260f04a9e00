import Languages
import Till

// The methods of the tip pages.

extension TillInterface.TipSettings {
    /// The settings at first.
    static let standard = Self(
        currency: "auto", rounding: TipRounding.exact.rawValue, tipOnTax: true, taxRate: "0", locale: nil)

    static var currencies: [TillInterface.Choice] {
        [
            .init(value: "auto", label: tr("Auto")), .init(value: "USD", label: tr("Dollar ($)")),
            .init(value: "GBP", label: tr("Pound (£)")), .init(value: "EUR", label: tr("Euro (€)")),
            .init(value: "CHF", label: tr("Franc(Fr)")),
        ]
    }

    /// The currency that these settings mean.
    fileprivate func chosenCurrency() throws(InvalidInput) -> Currency {
        if currency == "auto" { return Currency(locale: locale ?? "") }
        guard Self.currencies.contains(where: { $0.value == currency }), let found = Currency(rawValue: currency) else {
            throw InvalidInput("currency", tr("there is no currency {name}", ["name": DecimalText.quoted(currency)]))
        }
        return found
    }
}

extension TillInterface.TipChoices.Reply {
    init() {
        self.init(
            people: TipRequest.people.map { .init(value: "\($0)", label: TipRequest.words(people: $0)) },
            percents: TipRequest.percents.map { .init(value: "\($0)", label: TipRequest.label(percent: Int($0))) },
            currencies: TillInterface.TipSettings.currencies,
            roundings: TipRounding.allCases.map { .init(value: $0.rawValue, label: $0.label) },
            tipOnTax: [.init(value: "true", label: tr("Yes")), .init(value: "false", label: tr("No"))],
            settings: .standard)
    }
}

extension TillInterface.Tip.Reply {
    package init(entry: String, request: TipRequest, split: CheckSplit) throws {
        let isSplit = request.people > 1
        self.init(
            entry: entry, bill: .init(request.bill, .symbol),
            tipped: request.tippedAmount.map { .init($0, .symbol) }, tip: .init(split.tip, .symbol),
            total: .init(split.total, .symbol),
            totalText: tr("Total {amount}", ["amount": split.total.text(.symbol)]),
            peopleLabel: TipRequest.label(people: request.people),
            perPerson: isSplit ? split.checks.first.map { .init($0.total, .symbol) } : nil,
            perPersonText: isSplit ? split.perPersonText : nil, checks: split.checks.map { .init($0) },
            percents: try TipRequest.percents.map { percent in
                let tip = try request.tip(at: Fraction(percent))
                return .init(
                    value: "\(percent)", label: "\(TipRequest.words(percent: Int(percent)))  \(tip.text(.symbol))",
                    tip: .init(tip, .symbol))
            })
    }
}

extension TillInterface.Tip.Parameters {
    /// The tip of what is in the bill's field after keys were pressed, and its split.
    func reply() throws -> TillInterface.Tip.Reply {
        let settings = settings ?? .standard
        guard let rounding = TipRounding(rawValue: settings.rounding) else {
            throw InvalidInput(
                "rounding", tr("there is no rounding {name}", ["name": DecimalText.quoted(settings.rounding)]))
        }
        let currency = try settings.chosenCurrency()
        let keys = keys ?? ""
        // A value that keys can't have entered was pasted; keys continue it as they would type it.
        guard
            let keypad = try Keypad(bill, keys: keys, limits: .money)
                ?? Keypad(
                    Till.Money(parsing: bill, currency, field: "bill", others: TipRequest.currencies).text(.plain),
                    keys: keys, limits: .money)
        else {
            throw InvalidInput("bill", tr("{text} can't be continued by keys", ["text": DecimalText.quoted(bill)]))
        }
        let request = try TipRequest(
            bill: keypad.number ?? "0", currency: currency, percent: percent, people: Int(clamping: people),
            rounding: rounding,
            taxRate: settings.tipOnTax ? nil : settings.taxRate.isEmpty ? "0" : settings.taxRate)
        let adjustments = (adjustments ?? []).map {
            CheckSplit.Adjustment(check: Int(clamping: $0.check), minor: $0.minor)
        }
        let split = try CheckSplit(
            bill: request.bill, tip: request.tip(), people: request.people, adjustments: adjustments)
        return try .init(entry: keypad.text, request: request, split: split)
    }
}
