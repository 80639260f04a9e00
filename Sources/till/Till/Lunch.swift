import Languages

package enum LunchItem: String, CaseIterable, Sendable {
    /// The dishes, the drink and the service, in the order of the menu.
    case soup, main, dessert, cola, delivery

    package var label: String {
        switch self {
        case .soup: tr("Soup")
        case .main: tr("Main Dish")
        case .dessert: tr("Dessert")
        case .cola: tr("Cola")
        case .delivery: tr("Delivery")
        }
    }

    /// The price of one in euro cents; of cola, of a litre.
    package var price: Int64 {
        switch self {
        case .soup, .cola: 200
        case .main: 450
        case .dessert: 150
        case .delivery: 1000
        }
    }

    /// The unit of which the price is; nil for what is counted.
    package var unit: String? { self == .cola ? "l" : nil }

    /// Its line of the menu, in euro or converted by a rate: `Cola  2.00 EUR / l`.
    package func menuText(in rate: ExchangeRate?) throws(Fraction.OutOfRange) -> String {
        let price = try rate?.fromEuro(price) ?? Money(price, .EUR)
        return "\(label)  \(price.text(.code))\(unit.map { " / \($0)" } ?? "")"
    }
}

/// A lunch order: 0 to 10 of each dish, 0 to 2 litres of cola, and whether it is delivered.
package struct LunchOrder: Equatable, Sendable {
    /// How many of one dish can be ordered.
    package static let counts = 0...10
    /// Cola in tenths of a litre.
    package static let tenths = 0...20

    package let counts: [LunchItem: Int]
    /// Cola in tenths of a litre.
    package let colaTenths: Int
    package let isDelivered: Bool

    /// An order as typed; an empty text is none. Every field that can't be used is named.
    package init(soup: String?, main: String?, dessert: String?, cola: String?, isDelivered: Bool) throws(InvalidInput)
    {
        var problems: [FieldProblem] = []
        var counts: [LunchItem: Int] = [:]
        for (item, text) in [(LunchItem.soup, soup), (.main, main), (.dessert, dessert)] {
            guard let text, !text.isEmpty else { continue }
            if let count = DecimalText.whole(text, in: Self.counts) {
                counts[item] = count
            } else {
                problems.append(
                    FieldProblem(
                        item.rawValue,
                        tr(
                            "{text} isn't a whole number from {least} to {most}",
                            [
                                "text": DecimalText.quoted(text), "least": "\(Self.counts.lowerBound)",
                                "most": "\(Self.counts.upperBound)",
                            ])))
            }
        }
        var tenths = 0
        if let cola, !cola.isEmpty {
            if let litres = try? DecimalText.parseFraction(cola), litres.isWithin(0...2),
                let found = try? (litres * Fraction(10)).rounded(), Fraction(found, over: 10) == litres
            {
                tenths = Int(found)
            } else {
                problems.append(
                    FieldProblem(
                        LunchItem.cola.rawValue,
                        tr(
                            "{text} isn't a number of litres from 0 to 2 in steps of 0.1",
                            ["text": DecimalText.quoted(cola)])))
            }
        }
        if let refusal = InvalidInput(problems) { throw refusal }
        self.counts = counts
        colaTenths = tenths
        self.isDelivered = isDelivered
    }

    /// The items that were ordered, in the order of the menu, each with its quantity as text and its amount in euro cents.
    private var lines: [(item: LunchItem, quantity: String, cents: Int64)] {
        LunchItem.allCases.compactMap { item in
            switch item {
            case .soup, .main, .dessert:
                guard let count = counts[item], count > 0 else { return nil }
                return (item, "\(count)", Int64(count) * item.price)
            case .cola:
                guard colaTenths > 0 else { return nil }
                let quantity = colaTenths % 10 == 0 ? "\(colaTenths / 10)" : "\(colaTenths / 10).\(colaTenths % 10)"
                return (item, "\(localized(number: quantity)) l", Int64(colaTenths) * item.price / 10)
            case .delivery: return isDelivered ? (item, "", item.price) : nil
            }
        }
    }

    /// The bill in euro, or converted by a rate.
    package func bill(in rate: ExchangeRate?) throws(Fraction.OutOfRange) -> LunchBill {
        let lines = lines
        var cents: Int64 = 0
        for line in lines { cents += line.cents }
        let total = try rate?.fromEuro(cents) ?? Money(cents, .EUR)
        // Only the total is converted. The lines are its shares, so that they add up to it.
        let amounts = shares(of: total.minor, by: lines.map(\.cents))
        var shown: [LunchBill.Line] = []
        for (line, amount) in zip(lines, amounts) {
            shown.append(
                LunchBill.Line(item: line.item, quantity: line.quantity, amount: Money(amount, total.currency)))
        }
        return LunchBill(lines: shown, total: total, euros: Money(cents, .EUR), rate: rate)
    }
}

/// The bill of a lunch order in one currency.
package struct LunchBill: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        package let item: LunchItem
        /// `2`, or `0.5 l`, in the language; empty for the delivery.
        package let quantity: String
        package let amount: Money

        /// The line as text: `2 × Main dish  9.00 EUR`.
        package var text: String {
            let label = item == .cola || quantity.isEmpty ? item.label : "\(quantity) × \(item.label)"
            return "\(item == .cola ? "\(quantity) \(label)" : label)  \(amount.text(.code))"
        }
    }

    /// The items that were ordered, in the order of the menu.
    package let lines: [Line]
    package let total: Money
    package let euros: Money
    /// The rate by which the total was converted; nil for euro.
    package let rate: ExchangeRate?
}
