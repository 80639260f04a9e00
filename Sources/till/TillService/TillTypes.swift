import Till
import TillStore
import Varlink

// The types of the interface's text. Their fields are described there.

extension TillInterface {
    struct Money: Codable, Equatable, Sendable {
        var currency: String
        var minor: Int64
        var text: String
        var plain: String

        init(_ money: Till.Money, _ style: Till.Money.Style = .code) {
            currency = money.currency.rawValue
            minor = money.minor
            text = money.text(style)
            plain = money.text(.plain)
        }
    }

    struct Choice: Codable, Equatable, Sendable {
        var value: String
        var label: String
    }

    struct Problem: Codable, Equatable, Sendable {
        var field: String
        var message: String
    }

    struct Rate: Codable, Equatable, Sendable {
        var currency: String
        var rate: String
        var date: String
        var isReference: Bool
        var text: String

        init(_ rate: ExchangeRate) {
            currency = rate.currency.rawValue
            self.rate = rate.text
            date = rate.date
            isReference = rate.isReference
            text = rate.sentence
        }
    }

    struct Dish: Codable, Equatable, Sendable {
        var field: String
        var label: String
        var price: Money
        var unit: String?
        var least: String
        var most: String
        var step: String
    }

    struct BillLine: Codable, Equatable, Sendable {
        var label: String
        var quantity: String
        var amount: Money
        var text: String
    }

    struct Converter: Codable, Equatable, Sendable {
        var id: String
        var label: String
        var input: String
        var output: String

        init(_ converter: Till.Converter) {
            id = converter.id
            label = converter.label
            input = converter.input.symbol
            output = converter.output.symbol
        }
    }

    struct TipSettings: Codable, Equatable, Sendable {
        var currency: String
        var rounding: String
        var tipOnTax: Bool
        var taxRate: String
        var locale: String?
    }

    struct Adjustment: Codable, Equatable, Sendable {
        var check: Int
        var minor: Int64
    }

    struct Check: Codable, Equatable, Sendable {
        var check: Int
        var label: String
        var total: Money
        var bill: Money
        var tip: Money
        var detail: String
        var text: String
        var isAdjusted: Bool
        var least: Int64
        var most: Int64

        init(_ check: CheckSplit.Check) {
            self.check = check.number
            label = check.label
            total = Money(check.total, .symbol)
            bill = Money(check.bill, .symbol)
            tip = Money(check.tip, .symbol)
            detail = check.detail
            text = check.text
            isAdjusted = check.isAdjusted
            least = check.range.lowerBound
            most = check.range.upperBound
        }
    }

    struct PercentTip: Codable, Equatable, Sendable {
        var value: String
        var label: String
        var tip: Money
    }

    struct Customer: Codable, Equatable, Sendable {
        var name: String
        var email: String
        var telephone: String

        init(_ customer: Till.Customer) {
            name = customer.name
            email = customer.email
            telephone = customer.telephone
        }
    }

    struct Price: Codable, Equatable, Sendable {
        var leading: Money
        var beside: Money
        var text: String

        init(_ price: CardPrice) {
            leading = Money(price.leading)
            beside = Money(price.beside)
            text = price.text
        }
    }

    struct OrderLine: Codable, Equatable, Sendable {
        var order: String
        var recipient: String
        var date: String

        init(_ order: CardOrder) {
            self.order = order.key.text
            recipient = order.card.recipient
            date = TillClock.text(order.key)
        }
    }

    /// Everything about one order.
    public struct Order: Codable, Equatable, Sendable {
        var order: String
        var date: String
        var recipient: String
        var gender: String
        var genderLabel: String
        var color: String
        var message: String
        var senders: String
        var luxury: Int
        var price: Price

        /// An order, with its price in both currencies.
        public init(_ order: CardOrder, leading: Currency) throws(Fraction.OutOfRange) {
            self.order = order.key.text
            date = TillClock.text(order.key)
            recipient = order.card.recipient
            gender = order.card.gender.rawValue
            genderLabel = order.card.gender.label
            color = order.card.color
            message = order.card.message
            senders = order.card.senders
            luxury = order.card.luxury
            price = Price(try CardPrice(order.price, leading: leading))
        }
    }
}
