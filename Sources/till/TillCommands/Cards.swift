import Glibc
import Program
import Till
import TillService
import TillStore
import Varlink

/// The commands of `till cards`.
struct Cards {
    let options: [String: String]
    let operands: [String]
    let json: Bool

    func run(_ name: CardsName) throws {
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

    private func show(_ reply: some Encodable, _ lines: @autoclosure () -> [String]) throws {
        try TillOutput.show(reply, json: json, lines)
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
                throw TillFailure(message: "there is no customer \(DecimalText.quoted(email))")
            }
            return found
        }
        let all = try store.customers()
        guard let first = all.first else {
            throw TillFailure(message: "no customer is registered; 'till cards register' registers one")
        }
        guard all.count == 1 else {
            let emails = all.prefix(10).map(\.customer.email).joined(separator: ", ")
            throw TillFailure(message: "there are several customers; name one by --customer: \(emails)")
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
            throw TillFailure(message: "\(DecimalText.quoted(customer.email)) is registered already")
        }
        try show(
            TillInterface.RegisterReply(customer, recoveryCode: code),
            [
                "\(customer.name) is registered. The recovery code, which is not shown again:", code,
                "With it, the customer logs in on a page.",
            ])
    }

    private func recover() throws {
        let store = try openStore()
        let stored = try customer(in: store)
        guard let code = try store.renewRecoveryCode(of: stored.id) else {
            throw TillFailure(message: "the customer is no longer registered")
        }
        try show(
            TillInterface.RegisterReply(stored.customer, recoveryCode: code),
            [
                "The new recovery code of \(stored.customer.name), which is not shown again:", code,
                "The old one is void, and all devices of the customer are signed out.",
            ])
    }

    private func list() throws {
        let store = try openStore()
        let orders = try store.orders(of: customer(in: store).id)
        try show(
            TillInterface.PurchasesReply(orders, hasMore: false),
            orders.isEmpty
                ? ["There are no orders."]
                : orders.map { "\($0.key.text)  \(TillClock.text($0.key))  \($0.card.recipient)" })
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
            throw TillFailure(message: "the customer is no longer registered")
        }
        try show(order, leading: store.leadingCurrency())
    }

    /// The order that the command line names, its customer, and the database.
    private func named() throws -> (order: CardOrder, customer: StoredCustomer, store: TillStore) {
        guard let word = operands.first else {
            throw WrongUsage(message: "missing order; 'till cards list' lists them", command: .cards)
        }
        let store = try openStore()
        let customer = try customer(in: store)
        guard let key = OrderKey(word), let order = try store.order(key, of: customer.id) else {
            throw TillFailure(message: "\(customer.customer.email) has no order \(DecimalText.quoted(word))")
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
            throw TillFailure(message: "\(customer.customer.email) no longer has order \(order.key.text)")
        }
        try show(
            TillInterface.OrderReply(try TillInterface.Order(order, leading: store.leadingCurrency())),
            ["Order \(order.key.text) for \(order.card.recipient) is deleted."])
    }

    private func show(_ order: CardOrder, leading: Currency) throws {
        let price = try CardPrice(order.price, leading: leading)
        try show(
            TillInterface.OrderReply(try TillInterface.Order(order, leading: leading)),
            [
                "Order  \(order.key.text)", "Ordered  \(TillClock.text(order.key))",
                "Recipient  \(order.card.recipient), \(order.card.gender.rawValue)",
                "Favourite colour  \(order.card.color)", "Senders  \(order.card.senders)",
                "Luxury  \(order.card.luxury)", "Price  \(price.text)", "Message",
            ] + order.card.message.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" })
    }

    // MARK: Export and import

    private func export() throws {
        let store = try openStore()
        try TillOutput.json(ExchangeFile(customers: try store.customers(), orders: try store.allOrders()))
    }

    private func importFile() throws {
        let (customers, orders) = try ExchangeFile.read(operands.first)
        let report: TillStore.ImportReport
        switch try openStore().add(customers, orders) {
        case .done(let made): report = made
        case .unknownCustomer:
            throw TillFailure(message: "an order names a user that is neither in the file nor registered")
        case .noFreeTime(let key):
            throw TillFailure(
                message: "order \(key.text): another order has this time, and no later one is possible; "
                    + "nothing was imported")
        }
        let codes = report.recoveryCodes.map { "\($0.email)  recovery code \($0.code)" }
        try show(
            ImportReply(
                customers: report.recoveryCodes.count, orders: report.added, known: report.known,
                recoveryCodes: Dictionary(report.recoveryCodes.map { ($0.email, $0.code) }) { first, _ in first }),
            codes + [
                "Added: \(Self.count(report.recoveryCodes.count, "customer")), \(Self.count(report.added, "order")). "
                    + "Already there: \(Self.count(report.known, "order"))."
            ])
    }

    private static func count(_ number: Int, _ word: String) -> String {
        number == 1 ? "1 \(word)" : "\(number) \(word)s"
    }
}

/// `cards import --json`.
private struct ImportReply: Encodable {
    let customers: Int
    let orders: Int
    let known: Int
    let recoveryCodes: [String: String]
}
