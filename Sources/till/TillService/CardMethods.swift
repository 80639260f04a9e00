import Till
import Varlink

// The methods of the card shop.

extension TillInterface {
    enum Account: Method {
        static let name = "\(TillInterface.name).Account"
        typealias Parameters = Nothing

        struct Reply: Codable, Equatable, Sendable {
            var customer: Customer?
        }
    }

    /// The reply of `Register`.
    public struct RegisterReply: Codable, Equatable, Sendable {
        var customer: Customer
        var recoveryCode: String

        /// A reply with a new customer.
        public init(_ customer: Till.Customer, recoveryCode: String) {
            self.customer = Customer(customer)
            self.recoveryCode = recoveryCode
        }
    }

    enum Register: Method {
        static let name = "\(TillInterface.name).Register"
        typealias Reply = RegisterReply

        struct Parameters: MethodParameters {
            var name: String
            var email: String
            var emailAgain: String
            var telephone: String

            enum CodingKeys: CodingKey, CaseIterable {
                case name, email, emailAgain, telephone
            }
        }
    }

    enum SignIn: Method {
        static let name = "\(TillInterface.name).SignIn"

        struct Parameters: MethodParameters {
            var recoveryCode: String

            enum CodingKeys: CodingKey, CaseIterable {
                case recoveryCode
            }
        }

        struct Reply: Codable, Equatable, Sendable {
            var customer: Customer
        }
    }

    enum SignOut: Method {
        static let name = "\(TillInterface.name).SignOut"
        typealias Parameters = Nothing
        typealias Reply = Nothing
    }

    enum DeleteAccount: Method {
        static let name = "\(TillInterface.name).DeleteAccount"
        typealias Parameters = Nothing
        typealias Reply = Nothing
    }

    enum CardChoices: Method {
        static let name = "\(TillInterface.name).CardChoices"
        typealias Parameters = Nothing

        struct Reply: Codable, Equatable, Sendable {
            var genders: [Choice]
            var nameLimit: Int
            var messageLimit: Int
            var leastLuxury: Int
            var mostLuxury: Int
            var leading: String
            var leadings: [Choice]

            init(leading: Currency) {
                genders = Gender.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
                nameLimit = TextField.nameLimit
                messageLimit = TextField.messageLimit
                leastLuxury = GreetingCard.luxuries.lowerBound
                mostLuxury = GreetingCard.luxuries.upperBound
                self.leading = leading.rawValue
                leadings = CardPrice.currencies.map {
                    Choice(value: $0.rawValue, label: $0 == .EUR ? "Euro (EUR)" : "Bulgarian leva (BGN)")
                }
            }
        }
    }

    enum SetLeadingCurrency: Method {
        static let name = "\(TillInterface.name).SetLeadingCurrency"

        struct Parameters: MethodParameters {
            var currency: String

            enum CodingKeys: CodingKey, CaseIterable {
                case currency
            }
        }

        struct Reply: Codable, Equatable, Sendable {
            var leading: String
        }
    }

    enum CardPriceMethod: Method {
        static let name = "\(TillInterface.name).CardPrice"

        struct Parameters: MethodParameters {
            var message: String
            var senders: String
            var luxury: Int

            enum CodingKeys: CodingKey, CaseIterable {
                case message, senders, luxury
            }
        }

        struct Reply: Codable, Equatable, Sendable {
            var price: Price
            var messageCount: String
            var sendersCount: String
        }
    }

    enum Buy: Method {
        static let name = "\(TillInterface.name).Buy"
        typealias Reply = OrderReply

        struct Parameters: MethodParameters {
            var recipient: String
            var gender: String
            var color: String
            var message: String
            var senders: String
            var luxury: Int

            enum CodingKeys: CodingKey, CaseIterable {
                case recipient, gender, color, message, senders, luxury
            }
        }
    }

    /// The reply of `Buy` and `Purchase`.
    public struct OrderReply: Codable, Equatable, Sendable {
        var order: Order

        /// A reply with this order.
        public init(_ order: Order) {
            self.order = order
        }
    }

    /// The reply of `Purchases`.
    public struct PurchasesReply: Codable, Equatable, Sendable {
        var orders: [OrderLine]
        var hasMore: Bool

        /// A reply with these orders.
        public init(_ orders: [CardOrder], hasMore: Bool) {
            self.orders = orders.map { OrderLine($0) }
            self.hasMore = hasMore
        }
    }

    enum Purchases: Method {
        static let name = "\(TillInterface.name).Purchases"
        typealias Reply = PurchasesReply
        /// How many orders a reply has.
        static let page = 100

        struct Parameters: MethodParameters {
            var before: String?

            enum CodingKeys: CodingKey, CaseIterable {
                case before
            }
        }
    }

    enum Purchase: Method {
        static let name = "\(TillInterface.name).Purchase"
        typealias Reply = OrderReply

        struct Parameters: MethodParameters {
            var order: String

            enum CodingKeys: CodingKey, CaseIterable {
                case order
            }
        }
    }
}
