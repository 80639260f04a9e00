import Languages
import Till

// The methods of lunch and conversions.

extension TillInterface.Menu.Reply {
    /// The menu in euro.
    package init() {
        let dishes = LunchItem.allCases.filter { $0 != .delivery }.map { item in
            let isCola = item == .cola
            return TillInterface.Dish(
                field: item.rawValue, label: item.label, price: .init(Till.Money(item.price, .EUR)), unit: item.unit,
                least: "0", most: "\(isCola ? LunchOrder.tenths.upperBound / 10 : LunchOrder.counts.upperBound)",
                step: isCola ? "0.1" : "1")
        }
        self.init(
            currencies: [
                .init(value: Currency.USD.rawValue, label: tr("Dollar($)")),
                .init(value: Currency.EUR.rawValue, label: tr("Euro(EUR)")),
                .init(value: Currency.BGN.rawValue, label: tr("Bulgarian leva (BGN)")),
            ], dishes: dishes, deliveryLabel: LunchItem.delivery.label,
            delivery: .init(Till.Money(LunchItem.delivery.price, .EUR)))
    }
}

extension TillInterface.Lunch.Reply {
    package init(_ bill: LunchBill) {
        let lines = bill.lines.map {
            TillInterface.BillLine(
                label: $0.item.label, quantity: $0.quantity, amount: .init($0.amount), text: $0.text)
        }
        self.init(
            lines: lines, total: .init(bill.total), euros: .init(bill.euros), rate: bill.rate.map { .init($0) })
    }
}

extension TillInterface.Converters.Reply {
    package init() { self.init(converters: Till.Converter.all.map { .init($0) }) }
}

extension TillInterface.Convert.Reply {
    package init(converter: Till.Converter, entry: String, result: String) {
        self.init(converter: .init(converter), entry: entry, result: result)
    }
}

extension TillInterface.Convert.Parameters {
    /// Converts what is in the lower field after keys were pressed.
    func reply() throws -> TillInterface.Convert.Reply {
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
        return .init(converter: converter, entry: keypad.text, result: result)
    }

    private func pasted() throws -> Keypad? {
        let text = try Till.Converter.value(entry).text(digits: Till.Converter.digits)
        return Keypad(text, keys: keys ?? "", limits: .conversion)
    }
}
