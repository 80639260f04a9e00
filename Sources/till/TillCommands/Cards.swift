import Glibc
import Languages
import Program
import Till
import TillService
import TillStore
import Varlink

/// The commands of `till cards`.
extension CommandRun {
    func cards(_ name: CardsName) throws {
        switch name {
        case .register: try register()
        case .recover: try recover()
        case .list: try list()
        case .buy: try buy()
        case .show: try showOrder()
        case .delete: try deleteOrder()
        case .export: try export()
        case .import: try importFile()
        }
    }

    /// The value of an option that must be given.
    private func value(_ option: String) throws -> String {
        guard let value = options[option] else {
            throw WrongUsage(message: "missing option '--\(option)'", command: .cards)
        }
        return value
    }

    /// The customer of the command line, else the only one.
    private func customer(in store: TillStore) throws -> StoredCustomer {
        if let email = options["customer"] {
            guard let found = try store.customer(email: email) else {
                throw TillFailure(message: tr("there is no customer {email}", ["email": DecimalText.quoted(email)]))
            }
            return found
        }
        let all = try store.customers()
        guard let first = all.first else {
            throw TillFailure(message: tr("no customer is registered; 'till cards register' registers one"))
        }
        guard all.count == 1 else {
            let emails = all.prefix(10).map(\.customer.email).joined(separator: ", ")
            throw TillFailure(
                message: tr("there are several customers; name one by --customer: {emails}", ["emails": emails]))
        }
        return first
    }

    private func register() throws {
        let email = try value("email")
        let (name, telephone) = (try value("name"), try value("telephone"))
        let customer = try checked(.cards) {
            try Customer(name: name, email: email, emailAgain: email, telephone: telephone)
        }
        guard let (_, code) = try openStore().register(customer) else {
            let email = DecimalText.quoted(customer.email)
            throw TillFailure(message: tr("{email} is registered already", ["email": email]))
        }
        try show(
            TillInterface.Register.Reply(customer, recoveryCode: code),
            [
                tr(
                    "{name} is registered. The recovery code, which is not shown again:",
                    ["name": customer.name]), code, tr("With it, the customer logs in on a page."),
            ])
    }

    private func recover() throws {
        let store = try openStore()
        let stored = try customer(in: store)
        guard let code = try store.renewRecoveryCode(of: stored.id) else {
            throw TillFailure(message: tr("the customer is no longer registered"))
        }
        try show(
            TillInterface.Register.Reply(stored.customer, recoveryCode: code),
            [
                tr(
                    "The new recovery code of {name}, which is not shown again:", ["name": stored.customer.name]),
                code, tr("The old one is void, and all devices of the customer are signed out."),
            ])
    }

    private func list() throws {
        let store = try openStore()
        let orders = try store.orders(of: customer(in: store).id)
        try show(
            TillInterface.Purchases.Reply(orders, hasMore: false),
            orders.isEmpty
                ? [tr("There are no orders.")]
                : orders.map { "\($0.key.text)  \(Self.time(of: $0))  \($0.card.recipient)" })
    }

    private func buy() throws {
        let luxury = options["luxury"] ?? "\(GreetingCard.luxuries.lowerBound)"
        let range = GreetingCard.luxuries
        guard let luxury = DecimalText.whole(luxury, in: range) else {
            throw WrongUsage(
                message: "--luxury: \(printable(DecimalText.quoted(luxury))) isn't a whole number from "
                    + "\(range.lowerBound) to \(range.upperBound)", command: .cards)
        }
        let texts = try ["recipient", "gender", "color", "message", "senders"].map { try value($0) }
        let card = try checked(.cards) {
            try GreetingCard(
                recipient: texts[0], gender: texts[1].lowercased(), color: texts[2], message: texts[3],
                senders: texts[4], luxury: luxury)
        }
        let store = try openStore()
        let customer = try customer(in: store)
        guard let now = TillClock.now(), let order = try store.add(card, for: customer.id, at: now) else {
            throw TillFailure(message: tr("the customer is no longer registered"))
        }
        try show(order, leading: store.leadingCurrency())
    }

    /// The order that the command line names, its customer, and the database.
    private func named() throws -> (order: CardOrder, customer: StoredCustomer, store: TillStore) {
        guard let word = invocation.operands.first else {
            throw WrongUsage(message: "missing order; 'till cards list' lists them", command: .cards)
        }
        let store = try openStore()
        let customer = try customer(in: store)
        guard let key = OrderKey(word), let order = try store.order(key, of: customer.id) else {
            let places = ["email": customer.customer.email, "order": DecimalText.quoted(word)] as KeyValuePairs
            throw TillFailure(message: tr("{email} has no order {order}", places))
        }
        return (order, customer, store)
    }

    private func showOrder() throws {
        let (order, _, store) = try named()
        try show(order, leading: store.leadingCurrency())
    }

    private func deleteOrder() throws {
        let (order, customer, store) = try named()
        guard try store.deleteOrder(order.key, of: customer.id) else {
            let places = ["email": customer.customer.email, "order": order.key.text] as KeyValuePairs
            throw TillFailure(message: tr("{email} no longer has order {order}", places))
        }
        try show(
            TillInterface.Buy.Reply(order, leading: store.leadingCurrency()),
            [
                tr(
                    "Order {order} for {recipient} is deleted.",
                    ["order": order.key.text, "recipient": order.card.recipient])
            ])
    }

    /// When it was ordered, as the language writes it.
    private static func time(of order: CardOrder) -> String { localized(date: TillClock.text(order.key)) }

    private func show(_ order: CardOrder, leading: Currency) throws {
        let price = try CardPrice(order.price, leading: leading)
        let gender = order.card.gender == .man ? tr("man", context: "card") : tr("woman", context: "card")
        try show(
            TillInterface.Buy.Reply(order, leading: leading),
            [
                tr("Order") + "  \(order.key.text)", tr("Ordered") + "  \(Self.time(of: order))",
                // tr: The next four are fields of a greeting card.
                tr("Recipient", context: "card") + "  \(order.card.recipient), \(gender)",
                tr("Favourite colour", context: "card") + "  \(order.card.color)",
                tr("Senders", context: "card") + "  \(order.card.senders)", tr("Luxury") + "  \(order.card.luxury)",
                tr("Price") + "  \(price.text)", tr("Message", context: "card"),
            ] + order.card.message.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" })
    }

    // MARK: Export and import

    private func export() throws {
        let store = try openStore()
        try TillOutput.json(ExchangeFile(customers: try store.customers(), orders: try store.allOrders()))
    }

    private func importFile() throws {
        let (customers, orders) = try ExchangeFile.read(invocation.operands.first)
        let report: TillStore.ImportReport
        switch try openStore().add(customers, orders) {
        case .done(let made): report = made
        case .unknownCustomer:
            throw TillFailure(message: tr("an order names a user that is neither in the file nor registered"))
        case .noFreeTime(let key):
            throw TillFailure(
                message: tr(
                    "order {order}: another order has this time, and no later one is possible; nothing was imported",
                    ["order": key.text]))
        }
        let codes = report.recoveryCodes.map {
            tr("{email}  recovery code {code}", ["email": $0.email, "code": $0.code])
        }
        try show(
            ImportReply(
                customers: report.recoveryCodes.count, orders: report.added, known: report.known,
                recoveryCodes: Dictionary(report.recoveryCodes.map { ($0.email, $0.code) }) { first, _ in first }),
            codes + [
                tr(
                    "Added: {customers}, {orders}. Already there: {known}.",
                    [
                        "customers": Self.customers(report.recoveryCodes.count), "orders": Self.orders(report.added),
                        "known": Self.orders(report.known),
                    ])
            ])
    }

    private static func customers(_ count: Int) -> String {
        tr("{count} customer", plural: "{count} customers", count, ["count": "\(count)"])
    }

    private static func orders(_ count: Int) -> String {
        tr("{count} order", plural: "{count} orders", count, ["count": "\(count)"])
    }
}

/// `cards import --json`.
private struct ImportReply: Encodable {
    let customers: Int
    let orders: Int
    let known: Int
    let recoveryCodes: [String: String]
}
