import Languages
import Till
import TillStore
import Varlink

/// How calls of one method are carried out: one value of the table.
struct TillMethodHandler: Sendable {
    /// The method's full name.
    let name: String
    /// Carries out a call.
    let run: @Sendable (inout CardDesk, Call) throws(ErrorReply) -> [UInt8]

    private static func answer(
        _ name: String, _ answer: @escaping @Sendable (inout CardDesk, Nothing) throws -> any Encodable
    ) -> TillMethodHandler {
        Self.answer(name, Nothing.self, answer)
    }

    private static func answer<Parameters: Decodable & Sendable>(
        _ name: String, _ type: Parameters.Type,
        _ answer: @escaping @Sendable (inout CardDesk, Parameters) throws -> any Encodable
    ) -> TillMethodHandler {
        TillMethodHandler(name: "\(TillInterface.name).\(name)") { desk, call throws(ErrorReply) in
            do {
                return try encodeJSON(answer(&desk, call.parameters()))
            } catch let error as ServiceError {
                throw error.reply
            } catch {
                throw TillError(error).reply
            }
        }
    }

    /// The handlers by the full names of their methods.
    static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// All methods. `Account`, `Register`, `SignIn`, `SignOut`, `CardChoices`, `SetLeadingCurrency` and `CardPrice` work
    /// without a session; the other methods of the card shop refuse with `NotSignedIn`.
    private static let all: [TillMethodHandler] = [
        .answer("Rates") { desk, _ in TillInterface.RatesReply(try desk.dollarRate) },
        .answer("SetRate", TillInterface.SetRate.self) { desk, parameters in
            try desk.checkRate(of: parameters.currency)
            let rate = try ExchangeRate(dollar: parameters.rate, date: TillClock.today())
            try desk.store.setDollarRate(rate)
            return TillInterface.RatesReply(rate)
        },
        .answer("ResetRate", TillInterface.ResetRate.self) { desk, parameters in
            try desk.checkRate(of: parameters.currency)
            try desk.store.resetDollarRate()
            return TillInterface.RatesReply(try desk.dollarRate)
        },
        .answer("Menu") { _, _ in TillInterface.MenuReply() },
        .answer("Lunch", TillInterface.Lunch.self) { desk, parameters in
            let order = try LunchOrder(
                soup: parameters.soup, main: parameters.main, dessert: parameters.dessert, cola: parameters.cola,
                isDelivered: parameters.delivery ?? false)
            switch parameters.currency.map(Currency.init(rawValue:)) ?? .EUR {
            case .EUR: return TillInterface.LunchReply(try order.bill(in: nil))
            case .BGN: return TillInterface.LunchReply(try order.bill(in: .lev))
            case .USD: return TillInterface.LunchReply(try order.bill(in: desk.dollarRate))
            case .GBP, .CHF, nil:
                throw InvalidInput(
                    "currency",
                    tr(
                        "there is no currency {name}; the currencies are USD, EUR, BGN",
                        ["name": DecimalText.quoted(parameters.currency ?? "")]))
            }
        },
        .answer("Converters") { _, _ in TillInterface.ConvertersReply() },
        .answer("Convert", TillInterface.Convert.self) { _, parameters in try parameters.reply() },
        .answer("TipChoices") { _, _ in TillInterface.TipChoices() },
        .answer("Tip", TillInterface.Tip.self) { _, parameters in try parameters.reply() },
        .answer("Branding") { desk, _ in try desk.brandingReply() },
        .answer("SetBranding", TillInterface.SetBranding.self) { desk, parameters in
            let title = parameters.title.map(TextField.tidy)
            if let refusal = InvalidInput(Branding.problems(title: title, picture: parameters.picture)) {
                throw refusal
            }
            try desk.store.setBranding(title: title, picture: parameters.picture)
            return try desk.brandingReply()
        },
        .answer("Account") { desk, _ in
            let customer = try desk.customer
            if customer != nil { try desk.renew() }
            return TillInterface.AccountReply(customer: customer?.customer)
        },
        .answer("Register", TillInterface.Register.self) { desk, parameters in
            let customer = try Customer(
                name: parameters.name, email: parameters.email, emailAgain: parameters.emailAgain,
                telephone: parameters.telephone)
            guard let code = try desk.register(customer) else {
                throw InvalidInput(
                    "email",
                    tr(
                        "{text} is registered; log in with its recovery code",
                        ["text": DecimalText.quoted(customer.email)]))
            }
            return TillInterface.RegisterReply(customer, recoveryCode: code)
        },
        .answer("SignIn", TillInterface.SignIn.self) { desk, parameters in
            guard let stored = try desk.signIn(recoveryCode: parameters.recoveryCode) else {
                throw InvalidInput("recoveryCode", tr("no customer has this recovery code"))
            }
            return TillInterface.AccountReply(customer: stored.customer)
        },
        .answer("SignOut") { desk, _ in
            try desk.signOut()
            return Nothing()
        },
        .answer("DeleteAccount") { desk, _ in
            let customer = try desk.signedIn
            try desk.store.delete(customer.id)
            desk.change = .clear
            return Nothing()
        },
        .answer("CardChoices") { desk, _ in
            TillInterface.CardChoicesReply(leading: try desk.leadingCurrency.rawValue)
        },
        .answer("SetLeadingCurrency", TillInterface.SetLeadingCurrency.self) { desk, parameters in
            guard let currency = Currency(rawValue: parameters.currency), CardPrice.currencies.contains(currency) else {
                throw InvalidInput("currency", tr("the leading currency must be BGN or EUR"))
            }
            try desk.store.setLeadingCurrency(currency)
            return TillInterface.LeadingCurrencyReply(leading: currency.rawValue)
        },
        .answer("CardPrice", TillInterface.CardText.self) { desk, parameters in
            let price = try GreetingCard.price(
                message: parameters.message, senders: parameters.senders, luxury: parameters.luxury)
            let counts = GreetingCard.counts(message: parameters.message, senders: parameters.senders)
            return TillInterface.CardPriceReply(
                price: .init(try CardPrice(price, leading: desk.leadingCurrency)),
                messageCount: counts.message, sendersCount: counts.senders)
        },
        .answer("Buy", TillInterface.Buy.self) { desk, parameters in
            let customer = try desk.signedIn
            let card = try GreetingCard(
                recipient: parameters.recipient, gender: parameters.gender, color: parameters.color,
                message: parameters.message, senders: parameters.senders, luxury: parameters.luxury)
            guard let now = TillClock.now(), let order = try desk.store.add(card, for: customer.id, at: now) else {
                throw TillError.notSignedIn()
            }
            return TillInterface.OrderReply(try desk.reading(of: order))
        },
        .answer("Purchases", TillInterface.Purchases.self) { desk, parameters in
            let customer = try desk.signedIn
            let before = try parameters.before.map { text in
                guard let key = OrderKey(text) else { throw TillError.noSuchOrder(text) }
                return key
            }
            let limit = TillInterface.PurchasesReply.limit
            let orders = try desk.store.orders(of: customer.id, before: before, limit: limit + 1)
            return TillInterface.PurchasesReply(Array(orders.prefix(limit)), hasMore: orders.count > limit)
        },
        .answer("Purchase", TillInterface.Purchase.self) { desk, parameters in
            let customer = try desk.signedIn
            guard let key = OrderKey(parameters.order), let order = try desk.store.order(key, of: customer.id) else {
                throw TillError.noSuchOrder(parameters.order)
            }
            return TillInterface.OrderReply(try desk.reading(of: order))
        },
        .answer("DeleteOrder", TillInterface.Purchase.self) { desk, parameters in
            let customer = try desk.signedIn
            guard let key = OrderKey(parameters.order), try desk.store.deleteOrder(key, of: customer.id) else {
                throw TillError.noSuchOrder(parameters.order)
            }
            return Nothing()
        },
    ]
}

extension CardDesk {
    /// Refuses a currency whose rate can't be changed.
    fileprivate func checkRate(of currency: String) throws(InvalidInput) {
        guard currency == Currency.USD.rawValue else {
            throw InvalidInput("currency", tr("only the rate of USD can be set; that of BGN is fixed"))
        }
    }

    fileprivate mutating func brandingReply() throws -> TillInterface.BrandingReply {
        let found = try branding
        return .init(title: found.title ?? Branding.title, picture: found.picture)
    }

    fileprivate mutating func reading(of order: CardOrder) throws -> TillInterface.Order {
        try TillInterface.Order(order, leading: leadingCurrency)
    }
}

extension TillError {
    fileprivate static func noSuchOrder(_ text: String) -> TillError {
        .noSuchOrder(message: tr("there is no order {text}", ["text": DecimalText.quoted(text)]))
    }
}
