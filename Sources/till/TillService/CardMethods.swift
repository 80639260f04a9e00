import Languages
import Till
import Varlink

// The methods of the card shop.

extension TillInterface {
    struct AccountReply: Encodable {
        /// The customer who is signed in; null if nobody is.
        var customer: Customer?
    }

    /// The reply of `Register`.
    public struct RegisterReply: Encodable {
        var customer: Customer
        /// To be shown once; it can't be had again.
        var recoveryCode: String

        /// A reply with a new customer.
        public init(_ customer: Customer, recoveryCode: String) {
            self.customer = customer
            self.recoveryCode = recoveryCode
        }
    }

    struct Register: Decodable {
        var name: String
        var email: String
        var emailAgain: String
        var telephone: String
    }

    struct SignIn: Decodable {
        var recoveryCode: String
    }

    struct CardChoicesReply: Encodable {
        let genders = Gender.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
        /// In characters.
        let nameLimit = TextField.nameLimit
        let messageLimit = TextField.messageLimit
        let minLuxury = GreetingCard.luxuries.lowerBound
        let maxLuxury = GreetingCard.luxuries.upperBound
        let luxuryHint = GreetingCard.luxuryHint
        let leading: String
        let leadings = CardPrice.currencies.map {
            Choice(value: $0.rawValue, label: $0 == .EUR ? tr("Euro (EUR)") : tr("Bulgarian leva (BGN)"))
        }
    }

    struct SetLeadingCurrency: Decodable {
        var currency: String
    }

    struct LeadingCurrencyReply: Encodable {
        var leading: String
    }

    /// The text that has been typed so far.
    struct CardText: Decodable {
        var message: String
        var senders: String
        var luxury: Int
    }

    struct CardPriceReply: Encodable {
        var price: Price
        /// Such as `30 of 2000 characters`.
        var messageCount: String
        var sendersCount: String
    }

    struct Buy: Decodable {
        var recipient: String
        var gender: String
        /// The recipient's favourite.
        var color: String
        var message: String
        var senders: String
        var luxury: Int
    }

    /// The reply of `Buy`, which is sent when the order is on disk, and of `Purchase`.
    public struct OrderReply: Encodable {
        var order: Order

        /// A reply with this order.
        public init(_ order: Order) {
            self.order = order
        }
    }

    /// The reply of `Purchases`: the customer's orders, the newest first.
    public struct PurchasesReply: Encodable {
        /// How many orders a reply has at most.
        static let limit = 100

        var orders: [OrderLine]
        /// Whether there are older ones.
        var hasMore: Bool

        /// A reply with these orders.
        public init(_ orders: [CardOrder], hasMore: Bool) {
            self.orders = orders.map { OrderLine($0) }
            self.hasMore = hasMore
        }
    }

    struct Purchases: Decodable {
        /// The last order of the reply before this one; null for the first orders.
        var before: String?
    }

    /// Names an order of the customer, for `Purchase` and `DeleteOrder`.
    struct Purchase: Decodable {
        var order: String
    }
}
