import Till
import Varlink

// The methods of lunch, conversions and rates.

extension TillInterface {
    /// The reply of `Rates` and `SetRate`.
    public struct RatesReply: Codable, Equatable, Sendable {
        var rates: [Rate]

        /// A reply with the dollar's rate.
        public init(_ rate: ExchangeRate) {
            rates = [Rate(rate)]
        }
    }

    enum Rates: Method {
        static let name = "\(TillInterface.name).Rates"
        typealias Parameters = Nothing
        typealias Reply = RatesReply
    }

    enum SetRate: Method {
        static let name = "\(TillInterface.name).SetRate"
        typealias Reply = RatesReply

        struct Parameters: MethodParameters {
            var currency: String
            var rate: String

            enum CodingKeys: CodingKey, CaseIterable {
                case currency, rate
            }
        }
    }

    enum Menu: Method {
        static let name = "\(TillInterface.name).Menu"
        typealias Parameters = Nothing

        struct Reply: Codable, Equatable, Sendable {
            var currencies: [Choice]
            var dishes: [Dish]
            var deliveryLabel: String
            var delivery: Money
        }

        static let reply = Reply(
            currencies: [
                Choice(value: Currency.USD.rawValue, label: "Dollar($)"),
                Choice(value: Currency.EUR.rawValue, label: "Euro(EUR)"),
                Choice(value: Currency.BGN.rawValue, label: "Bulgarian leva (BGN)"),
            ],
            dishes: LunchItem.allCases.filter { $0 != .delivery }.map { item in
                let isCola = item == .cola
                return Dish(
                    field: item.rawValue, label: item.label, price: Money(Till.Money(item.price, .EUR)),
                    unit: isCola ? "l" : nil, least: "0",
                    most: isCola ? "\(LunchOrder.tenths.upperBound / 10)" : "\(LunchOrder.counts.upperBound)",
                    step: isCola ? "0.1" : "1")
            },
            deliveryLabel: LunchItem.delivery.label, delivery: Money(Till.Money(LunchItem.delivery.price, .EUR)))
    }

    enum Lunch: Method {
        static let name = "\(TillInterface.name).Lunch"
        typealias Reply = LunchReply

        struct Parameters: MethodParameters {
            var soup: String?
            var main: String?
            var dessert: String?
            var cola: String?
            var delivery: Bool?
            var currency: String?

            enum CodingKeys: CodingKey, CaseIterable {
                case soup, main, dessert, cola, delivery, currency
            }
        }
    }

    /// The reply of `Lunch`.
    public struct LunchReply: Codable, Equatable, Sendable {
        var lines: [BillLine]
        var total: Money
        var euros: Money
        var rate: Rate?

        /// A reply with this bill.
        public init(_ bill: LunchBill) {
            lines = bill.lines.map {
                BillLine(label: $0.item.label, quantity: $0.quantity, amount: Money($0.amount), text: $0.text)
            }
            total = Money(bill.total)
            euros = Money(bill.euros)
            rate = bill.rate.map { Rate($0) }
        }
    }

    /// The reply of `Converters`.
    public struct ConvertersReply: Codable, Equatable, Sendable {
        var converters: [Converter]

        /// All converters.
        public init() {
            converters = Till.Converter.all.map { Converter($0) }
        }
    }

    enum Converters: Method {
        static let name = "\(TillInterface.name).Converters"
        typealias Parameters = Nothing
        typealias Reply = ConvertersReply
    }

    /// The reply of `Convert`.
    public struct ConvertReply: Codable, Equatable, Sendable {
        var converter: Converter
        var entry: String
        var result: String

        /// A reply with this value and its result.
        public init(converter: Till.Converter, entry: String, result: String) {
            (self.converter, self.entry, self.result) = (Converter(converter), entry, result)
        }
    }

    enum Convert: Method {
        static let name = "\(TillInterface.name).Convert"
        typealias Reply = ConvertReply

        struct Parameters: MethodParameters {
            var converter: String?
            var entry: String
            var keys: String?

            enum CodingKeys: CodingKey, CaseIterable {
                case converter, entry, keys
            }
        }

        /// Converts what is in the lower field after keys were pressed.
        static func reply(_ parameters: Parameters) throws -> Reply {
            guard let converter = parameters.converter.map(Till.Converter.named) ?? Till.Converter.all.first else {
                throw Refusal("converter", "there is no converter \(DecimalText.quoted(parameters.converter ?? ""))")
            }
            // A value that keys can't have entered was pasted; keys continue it as they would type it.
            let keypad = Keypad(parameters.entry, keys: parameters.keys ?? "", limits: .conversion)
            guard let keypad = try keypad ?? pasted(parameters) else {
                let problem = DecimalText.Problem.tooManyDigits(Till.Converter.digits)
                throw Refusal("entry", problem.sentence(parameters.entry, example: "98.6"))
            }
            let result = try keypad.number.map { try converter.text(for: Till.Converter.value($0)) } ?? ""
            return Reply(converter: converter, entry: keypad.text, result: result)
        }

        private static func pasted(_ parameters: Parameters) throws -> Keypad? {
            let text = try Till.Converter.value(parameters.entry).text(digits: Till.Converter.digits)
            return Keypad(text, keys: parameters.keys ?? "", limits: .conversion)
        }
    }
}
