import Languages
import Till
import TillStore

// The values of the till as the pages get them.

extension TillInterface {
    /// The interface's name.
    package static let name = interface
}

extension TillInterface.Money {
    init(_ money: Till.Money, _ style: Till.Money.Style = .code) {
        self.init(
            currency: money.currency.rawValue, minor: money.minor, text: money.text(style), plain: money.text(.plain))
    }
}

extension TillInterface.Rate {
    init(_ rate: ExchangeRate) {
        self.init(
            currency: rate.currency.rawValue, rate: rate.text, date: rate.date, isReference: rate.isReference,
            text: rate.sentence)
    }
}

extension TillInterface.Converter {
    init(_ converter: Till.Converter) {
        self.init(
            id: converter.id, label: converter.words, input: converter.input.shownSymbol,
            output: converter.output.shownSymbol)
    }
}

extension TillInterface.Check {
    init(_ check: CheckSplit.Check) {
        self.init(
            check: Int64(check.number), label: check.label, total: .init(check.total, .symbol),
            bill: .init(check.bill, .symbol), tip: .init(check.tip, .symbol), detail: check.detail, text: check.text,
            isAdjusted: check.isAdjusted, least: check.range.lowerBound, most: check.range.upperBound)
    }
}

extension TillInterface.Customer {
    init(_ customer: Till.Customer) {
        self.init(name: customer.name, email: customer.email, telephone: customer.telephone)
    }
}

extension TillInterface.Price {
    init(_ price: Till.CardPrice) {
        self.init(leading: .init(price.leading), beside: .init(price.beside), text: price.text)
    }
}

extension TillInterface.OrderLine {
    init(_ order: CardOrder) {
        self.init(order: order.key.text, recipient: order.card.recipient, date: TillClock.text(order.key))
    }
}

extension TillInterface.Order {
    /// An order, with its price in both currencies.
    package init(_ order: CardOrder, leading: Currency) throws(Fraction.OutOfRange) {
        self.init(
            order: order.key.text, date: TillClock.text(order.key), recipient: order.card.recipient,
            gender: order.card.gender.rawValue, genderLabel: order.card.gender.label, color: order.card.color,
            message: order.card.message, senders: order.card.senders, luxury: Int64(order.card.luxury),
            price: .init(try Till.CardPrice(order.price, leading: leading)))
    }
}

extension TillInterface.Buy.Reply {
    package init(_ order: CardOrder, leading: Currency) throws(Fraction.OutOfRange) {
        self.init(order: try .init(order, leading: leading))
    }
}

extension TillInterface.Rates.Reply {
    package init(_ rate: ExchangeRate) { self.init(rates: [.init(rate)]) }
}

extension TillInterface.Register.Reply {
    package init(_ customer: Till.Customer, recoveryCode: String) {
        self.init(customer: .init(customer), recoveryCode: recoveryCode)
    }
}

extension TillInterface.CardChoices.Reply {
    init(leading: Currency) {
        self.init(
            genders: Gender.allCases.map { .init(value: $0.rawValue, label: $0.label) },
            nameLimit: Int64(TextField.nameLimit), messageLimit: Int64(TextField.messageLimit),
            minLuxury: Int64(GreetingCard.luxuries.lowerBound), maxLuxury: Int64(GreetingCard.luxuries.upperBound),
            luxuryHint: GreetingCard.luxuryHint, leading: leading.rawValue,
            leadings: Till.CardPrice.currencies.map {
                .init(value: $0.rawValue, label: $0 == .EUR ? tr("Euro (EUR)") : tr("Bulgarian leva (BGN)"))
            })
    }
}

extension TillInterface.Purchases.Reply {
    /// How many orders a reply has at most.
    static let limit = 100

    package init(_ orders: [CardOrder], hasMore: Bool) {
        self.init(orders: orders.map { .init($0) }, hasMore: hasMore)
    }
}
