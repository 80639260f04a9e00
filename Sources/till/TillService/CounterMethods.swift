import Languages
import Till
import Varlink

// The methods of lunch, conversions and rates.

extension TillInterface {
    /// The reply of `Rates` and `SetRate`.
    public struct RatesReply: Encodable {
        var rates: [Rate]

        /// A reply with the dollar's rate.
        public init(_ rate: ExchangeRate) {
            rates = [Rate(rate)]
        }
    }

    struct SetRate: Decodable {
        /// Only USD can be set.
        var currency: String
        var rate: String
    }

    /// Makes the rate again that of the European Central Bank.
    struct ResetRate: Decodable {
        var currency: String
    }

    /// The reply of `Menu`.
    public struct MenuReply: Encodable {
        /// The three buttons; that of the prices is chosen at first.
        let currencies = [
            Choice(value: Currency.USD.rawValue, label: tr("Dollar($)")),
            Choice(value: Currency.EUR.rawValue, label: tr("Euro(EUR)")),
            Choice(value: Currency.BGN.rawValue, label: tr("Bulgarian leva (BGN)")),
        ]
        let dishes = LunchItem.allCases.filter { $0 != .delivery }.map { item in
            let isCola = item == .cola
            return Dish(
                field: item.rawValue, label: item.label, price: Money(Till.Money(item.price, .EUR)),
                unit: item.unit, least: "0",
                most: isCola ? "\(LunchOrder.tenths.upperBound / 10)" : "\(LunchOrder.counts.upperBound)",
                step: isCola ? "0.1" : "1")
        }
        let deliveryLabel = LunchItem.delivery.label
        let delivery = Money(Till.Money(LunchItem.delivery.price, .EUR))

        /// The menu in euro.
        public init() {}
    }

    /// An order; a number that is empty or missing is none.
    struct Lunch: Decodable {
        var soup: String?
        var main: String?
        var dessert: String?
        /// Litres.
        var cola: String?
        var delivery: Bool?
        var currency: String?
    }

    /// The reply of `Lunch`.
    public struct LunchReply: Encodable {
        /// Only what was ordered.
        var lines: [BillLine]
        var total: Money
        /// The total in euro.
        var euros: Money
        /// The rate by which the total was converted; null for EUR.
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
    public struct ConvertersReply: Encodable {
        let converters = Till.Converter.all.map { Converter($0) }

        /// All converters.
        public init() {}
    }

    /// The reply of `Convert`.
    public struct ConvertReply: Encodable {
        var converter: Converter
        /// The text of the lower field; empty after `C`.
        var entry: String
        /// The text of the upper field.
        var result: String

        /// A reply with this value and its result.
        public init(converter: Till.Converter, entry: String, result: String) {
            (self.converter, self.entry, self.result) = (Converter(converter), entry, result)
        }
    }

    /// Converts an entry after keys have been pressed on it, which is how the keypad works.
    struct Convert: Decodable {
        var converter: String?
        /// The entry of the reply before; without keys, what was typed or pasted as a whole.
        var entry: String
        /// The keys pressed since then: 0-9, `.` and `,`, `C` (clear), `N` (the +/- key), `B` (backspace).
        var keys: String?

        /// Converts what is in the lower field after keys were pressed.
        func reply() throws -> ConvertReply {
            guard let converter = converter.map(Till.Converter.named) ?? Till.Converter.all.first else {
                throw InvalidInput(
                    "converter", tr("there is no converter {name}", ["name": DecimalText.quoted(converter ?? "")]))
            }
            // A value that keys can't have entered was pasted; keys continue it as they would type it.
            let keypad = Keypad(entry, keys: keys ?? "", limits: .conversion)
            guard let keypad = try keypad ?? pasted() else {
                let problem = DecimalText.Problem.tooManyDigits(Till.Converter.digits)
                throw InvalidInput("entry", problem.sentence(entry, example: "98.6"))
            }
            let result = try keypad.number.map { try converter.text(for: Till.Converter.value($0)) } ?? ""
            return ConvertReply(converter: converter, entry: keypad.text, result: result)
        }

        private func pasted() throws -> Keypad? {
            let text = try Till.Converter.value(entry).text(digits: Till.Converter.digits)
            return Keypad(text, keys: keys ?? "", limits: .conversion)
        }
    }
}
