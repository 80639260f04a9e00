import Till
import TillStore
import Varlink

/// The interface `io.eggtimer.Till`: its types as the pages get them.
///
/// The pages show the texts of the replies, so that no rule of the till is written a second time; only the decimal point
/// and the place of a currency's sign are those of the browser's language. Numbers that a person types (prices,
/// percentages, litres, rates) are passed as text, with a decimal point or comma.
public enum TillInterface {
    /// The interface's name.
    public static let name = "io.eggtimer.Till"
}

extension TillInterface {
    struct Money: Encodable {
        var currency: String
        /// In the smallest unit, such as cents.
        var minor: Int64
        /// To be shown: `12.00 EUR` in lunch and cards, `$25.20` in tips.
        var text: String
        /// The text without the currency.
        var plain: String

        init(_ money: Till.Money, _ style: Till.Money.Style = .code) {
            currency = money.currency.rawValue
            minor = money.minor
            text = money.text(style)
            plain = money.text(.plain)
        }
    }

    /// An entry of a list or a picker.
    struct Choice: Encodable, Sendable {
        /// The value to pass in a call.
        var value: String
        var label: String
    }

    /// How many units of a currency one euro is.
    struct Rate: Encodable {
        var currency: String
        /// Decimal text.
        var rate: String
        /// The rate's day, such as `2025-11-20`.
        var date: String
        /// False if the user has set it.
        var isReference: Bool
        /// All this in words, to be shown beside an amount.
        var text: String

        init(_ rate: ExchangeRate) {
            currency = rate.currency.rawValue
            self.rate = rate.text
            date = rate.date
            isReference = rate.isReference
            text = rate.sentence
        }
    }

    struct Dish: Encodable {
        /// The parameter of `Lunch`.
        var field: String
        var label: String
        /// The price of one, or of a litre of cola.
        var price: Money
        /// The word for the slider; null for dishes that are counted.
        var unit: String?
        var least: String
        var most: String
        var step: String
    }

    struct BillLine: Encodable {
        var label: String
        /// Such as `2` or `0.5 l`; empty for the delivery.
        var quantity: String
        var amount: Money
        /// All this in one line.
        var text: String
    }

    struct Converter: Encodable {
        var id: String
        var label: String
        var input: String
        var output: String

        init(_ converter: Till.Converter) {
            id = converter.id
            label = converter.words
            input = converter.input.shownSymbol
            output = converter.output.shownSymbol
        }
    }

    /// Settings of the tip pages, which the device saves.
    struct TipSettings: Codable, Sendable {
        /// `auto`, USD, GBP, EUR or CHF.
        var currency: String
        var rounding: String
        var tipOnTax: Bool
        /// Per cent, used if `tipOnTax` is false.
        var taxRate: String
        /// The device's, such as `en-US`, for `auto`.
        var locale: String?
    }

    /// One person's part of the bill.
    struct Check: Encodable {
        var check: Int
        var label: String
        var total: Money
        var bill: Money
        var tip: Money
        var detail: String
        var text: String
        var isAdjusted: Bool
        /// The range of its slider, in the smallest unit.
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

    /// A percentage of the picker, and the tip that it would make.
    struct PercentTip: Encodable {
        var value: String
        var label: String
        var tip: Money
    }

    struct Price: Encodable {
        /// In the leading currency.
        var leading: Money
        /// In the other.
        var beside: Money
        var text: String

        init(_ price: CardPrice) {
            leading = Money(price.leading)
            beside = Money(price.beside)
            text = price.text
        }
    }

    struct OrderLine: Encodable {
        /// Its key: seconds since 1970, as a decimal number.
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
    public struct Order: Encodable {
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
