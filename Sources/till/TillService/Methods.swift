import Till
import TillStore
import Varlink

/// How calls of one method are carried out: one value of the table.
struct MethodHandler: Sendable {
    /// The method's full name.
    let name: String
    private let body: @Sendable (inout CardDesk, Call) throws(ErrorReply) -> [UInt8]

    /// Carries out a call.
    func run(_ desk: inout CardDesk, _ call: Call) throws(ErrorReply) -> [UInt8] {
        try body(&desk, call)
    }

    private static func answer<M: Method>(
        _ method: M.Type, _ answer: @escaping @Sendable (inout CardDesk, M.Parameters) throws -> M.Reply
    ) -> MethodHandler {
        MethodHandler(name: M.name) { desk, call throws(ErrorReply) in
            let parameters: M.Parameters
            do throws(ServiceError) {
                parameters = try call.parameters()
            } catch {
                throw error.reply
            }
            do throws(TillError) {
                return try translated { try encodeJSON(answer(&desk, parameters)) }
            } catch {
                throw error.reply
            }
        }
    }

    /// The handlers by the full names of their methods.
    static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    // MARK: The methods of io.eggtimer.Till

    /// All methods.
    static let all: [MethodHandler] = [
        .answer(TillInterface.Rates.self) { desk, _ in .init(try desk.store.dollarRate()) },
        .answer(TillInterface.SetRate.self) { desk, parameters in
            guard parameters.currency == Currency.USD.rawValue else {
                throw Refusal("currency", "only the rate of USD can be set; that of BGN is fixed")
            }
            let rate = try ExchangeRate(dollar: parameters.rate, date: TillClock.today())
            try desk.store.setDollarRate(rate)
            return .init(rate)
        },
        .answer(TillInterface.Menu.self) { _, _ in TillInterface.Menu.reply },
        .answer(TillInterface.Lunch.self) { desk, parameters in
            let order = try LunchOrder(
                soup: parameters.soup, main: parameters.main, dessert: parameters.dessert, cola: parameters.cola,
                isDelivered: parameters.delivery ?? false)
            switch parameters.currency.map(Currency.init(rawValue:)) ?? .EUR {
            case .EUR: return .init(try order.bill(in: nil))
            case .BGN: return .init(try order.bill(in: .lev))
            case .USD: return .init(try order.bill(in: desk.store.dollarRate()))
            case .GBP, .CHF, nil:
                throw Refusal(
                    "currency",
                    "there is no currency \(DecimalText.quoted(parameters.currency ?? "")); "
                        + "the currencies are USD, EUR, BGN")
            }
        },
        .answer(TillInterface.Converters.self) { _, _ in .init() },
        .answer(TillInterface.Convert.self) { _, parameters in
            try TillInterface.Convert.reply(parameters)
        },
        .answer(TillInterface.TipChoices.self) { _, _ in TillInterface.TipChoices.reply },
        .answer(TillInterface.Tip.self) { _, parameters in try TillInterface.Tip.reply(parameters) },
        .answer(TillInterface.Branding.self) { desk, _ in try desk.branding() },
        .answer(TillInterface.SetBranding.self) { desk, parameters in
            let title = parameters.title.map(TextField.tidy)
            if let refusal = Refusal(Branding.problems(title: title, picture: parameters.picture)) { throw refusal }
            try desk.store.setBranding(title: title, picture: parameters.picture)
            return try desk.branding()
        },
        .answer(TillInterface.Account.self) { desk, _ in
            let customer = try desk.customer
            if customer != nil { try desk.renew() }
            return .init(customer: customer.map { TillInterface.Customer($0.customer) })
        },
        .answer(TillInterface.Register.self) { desk, parameters in
            let customer = try Customer(
                name: parameters.name, email: parameters.email, emailAgain: parameters.emailAgain,
                telephone: parameters.telephone)
            guard let code = try desk.register(customer) else {
                throw Refusal(
                    "email", "\(DecimalText.quoted(customer.email)) is registered; log in with its recovery code")
            }
            return .init(customer, recoveryCode: code)
        },
        .answer(TillInterface.SignIn.self) { desk, parameters in
            guard let stored = try desk.signIn(recoveryCode: parameters.recoveryCode) else {
                throw Refusal("recoveryCode", "no customer has this recovery code")
            }
            return .init(customer: TillInterface.Customer(stored.customer))
        },
        .answer(TillInterface.SignOut.self) { desk, _ in
            try desk.signOut()
            return Nothing()
        },
        .answer(TillInterface.DeleteAccount.self) { desk, _ in
            let customer = try desk.signedIn
            try desk.store.delete(customer.id)
            desk.change = .clear
            return Nothing()
        },
        .answer(TillInterface.CardChoices.self) { desk, _ in .init(leading: try desk.store.leadingCurrency()) },
        .answer(TillInterface.SetLeadingCurrency.self) { desk, parameters in
            guard let currency = Currency(rawValue: parameters.currency), CardPrice.currencies.contains(currency) else {
                throw Refusal("currency", "the leading currency must be BGN or EUR")
            }
            try desk.store.setLeadingCurrency(currency)
            return .init(leading: currency.rawValue)
        },
        .answer(TillInterface.CardPriceMethod.self) { desk, parameters in
            let price = try GreetingCard.price(
                message: parameters.message, senders: parameters.senders, luxury: parameters.luxury)
            return .init(
                price: .init(try CardPrice(price, leading: desk.store.leadingCurrency())),
                messageCount: GreetingCard.count(parameters.message, of: TextField.messageLimit),
                sendersCount: GreetingCard.count(parameters.senders, of: TextField.nameLimit))
        },
        .answer(TillInterface.Buy.self) { desk, parameters in
            let customer = try desk.signedIn
            let card = try GreetingCard(
                recipient: parameters.recipient, gender: parameters.gender, color: parameters.color,
                message: parameters.message, senders: parameters.senders, luxury: parameters.luxury)
            guard let now = TillClock.now(), let order = try desk.store.add(card, for: customer.id, at: now) else {
                throw TillError.notSignedIn(.init(message: "log in first"))
            }
            return .init(try desk.reading(of: order))
        },
        .answer(TillInterface.Purchases.self) { desk, parameters in
            let customer = try desk.signedIn
            let before = try parameters.before.map { text in
                guard let key = OrderKey(text) else { throw TillError.noSuchOrder(text) }
                return key
            }
            let page = TillInterface.Purchases.page
            let orders = try desk.store.orders(of: customer.id, before: before, limit: page + 1)
            return .init(Array(orders.prefix(page)), hasMore: orders.count > page)
        },
        .answer(TillInterface.Purchase.self) { desk, parameters in
            let customer = try desk.signedIn
            guard let key = OrderKey(parameters.order), let order = try desk.store.order(key, of: customer.id) else {
                throw TillError.noSuchOrder(parameters.order)
            }
            return .init(try desk.reading(of: order))
        },
    ]
}

extension CardDesk {
    fileprivate mutating func branding() throws -> TillInterface.BrandingReply {
        let found = try store.branding()
        return .init(title: found.title ?? Branding.title, picture: found.picture)
    }

    fileprivate mutating func reading(of order: CardOrder) throws -> TillInterface.Order {
        try TillInterface.Order(order, leading: store.leadingCurrency())
    }
}

extension TillError {
    fileprivate static func noSuchOrder(_ text: String) -> TillError {
        .noSuchOrder(Message(message: "there is no order \(DecimalText.quoted(text))"))
    }
}
