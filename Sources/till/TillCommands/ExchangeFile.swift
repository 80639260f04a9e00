import Glibc
import Languages
import POSIX
import Till
import TillService
import TillStore
import Varlink

/// The file of `cards export` and `cards import`: `{"users": {…}, "orders": {"1763712345.123": {…}}}`.
struct ExchangeFile: Codable, Equatable {
    /// A customer; the key is the e-mail address, or anything else by which orders name it.
    struct User: Codable, Equatable {
        var name: String
        var email: String
        var telephone: String
    }

    /// An order; the key is its time as a decimal number of seconds.
    struct Order: Codable, Equatable {
        /// The key of the user.
        var user: String
        var recipient: String
        var gender: String
        var color: String
        var message: String
        var senders: String
        var luxury: Int
        /// In leva, such as `9.00`; nil for the price by today's rule.
        var price: String?
    }

    var users: [String: User]
    var orders: [String: Order]

    /// Everything in the database.
    init(customers: [StoredCustomer], orders: [(customer: TillStore.CustomerID, order: CardOrder)]) {
        let emails = Dictionary(customers.map { ($0.id, $0.customer.email) }) { first, _ in first }
        users = Dictionary(
            customers.map {
                (
                    $0.customer.email,
                    User(name: $0.customer.name, email: $0.customer.email, telephone: $0.customer.telephone)
                )
            }
        ) { first, _ in first }
        self.orders = Dictionary(
            orders.map { id, order in
                (
                    order.key.text,
                    Order(
                        user: emails[id] ?? "", recipient: order.card.recipient, gender: order.card.gender.rawValue,
                        color: order.card.color, message: order.card.message, senders: order.card.senders,
                        luxury: order.card.luxury, price: order.price.text(.plain))
                )
            }
        ) { first, _ in first }
    }

    /// The most bytes that are read.
    private static let limit = 256 << 20

    /// Reads a file, or standard input for nil and `-`, and checks everything in it.
    static func read(_ path: String?) throws -> (customers: [Customer], orders: [TillStore.Exchanged]) {
        let name = path == "-" ? tr("standard input") : path ?? tr("standard input")
        let text = try bytes(of: path, name)
        let file: ExchangeFile
        do {
            file = try decodeJSON(from: Array(SmallFile.withoutMark(text)))
        } catch {
            let form = #"{"users": {…}, "orders": {…}}"#
            guard let place = place(of: error) else {
                let places = ["file": name, "form": form] as KeyValuePairs
                throw TillFailure(message: tr("{file} isn't an exported file: it must be {form}", places))
            }
            throw TillFailure(
                message: tr(
                    "{file} isn't an exported file: it must be {form}; look at {place}",
                    ["file": name, "form": form, "place": place]))
        }
        return try file.checked(name)
    }

    private func checked(_ name: String) throws -> (customers: [Customer], orders: [TillStore.Exchanged]) {
        let customers = try users.sorted { $0.key < $1.key }.map { key, user in
            do throws(InvalidInput) {
                return try Customer(
                    name: user.name, email: user.email, emailAgain: user.email, telephone: user.telephone)
            } catch {
                throw TillFailure(
                    message: tr(
                        "{file}: user {user}: {error}",
                        ["file": name, "user": DecimalText.quoted(key), "error": error.message]))
            }
        }
        let orders = try orders.map { text, order in
            guard let key = OrderKey(text) else {
                let places = ["file": name, "text": DecimalText.quoted(text)] as KeyValuePairs
                throw TillFailure(message: tr("{file}: {text} isn't a time in seconds", places))
            }
            do {
                let card = try GreetingCard(
                    recipient: order.recipient, gender: order.gender, color: order.color, message: order.message,
                    senders: order.senders, luxury: order.luxury)
                let price = try order.price.map { try Money(parsing: $0, .BGN, field: "price") } ?? card.price
                return (
                    email: users[order.user]?.email ?? order.user, order: CardOrder(key: key, card: card, price: price)
                )
            } catch let refusal as InvalidInput {
                throw TillFailure(
                    message: tr(
                        "{file}: order {order}: {error}", ["file": name, "order": text, "error": refusal.message]))
            }
        }
        return (customers, orders.sorted { $0.order.key < $1.order.key })
    }

    private static func bytes(of path: String?, _ name: String) throws -> [UInt8] {
        var descriptor = STDIN_FILENO
        if let path, path != "-" { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
        defer { if descriptor > STDIN_FILENO { close(descriptor) } }
        if descriptor >= 0, let text = readToEnd(of: descriptor, limit: limit) { return text }
        let code = errno
        guard code != EFBIG else { throw TillFailure(message: tr("{file} is too long", ["file": name])) }
        throw TillFailure(
            message: tr("{file} can't be read: {reason}", ["file": name, "reason": systemWords(of: code)]))
    }

    /// The place of a missing or mistyped value.
    private static func place(of error: any Error) -> String? {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            (context.codingPath + [key]).map { DecimalText.quoted($0.stringValue) }.joined(separator: ".")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            context.codingPath.isEmpty
                ? nil : context.codingPath.map { DecimalText.quoted($0.stringValue) }.joined(separator: ".")
        default: nil
        }
    }
}
