import SQLite
import Till

extension TillStore {
    /// Saves an order under the time, or the first free step after it.
    ///
    /// - Returns: the order, once it is on disk; nil if the time is impossible or the customer no longer exists.
    package func add(_ card: GreetingCard, for id: CustomerID, at time: OrderKey) throws(Problem) -> CardOrder? {
        var order: CardOrder?
        try change { () throws(SQLiteError) in
            var known = false
            try connection.statement("SELECT 1 FROM customer WHERE id = ?").run([.integer(id.number)]) { _ in
                known = true
            }
            guard known, let key = try freeKey(from: time) else { return }
            let added = CardOrder(key: key, card: card, price: card.price)
            try insert(added, for: id)
            order = added
        }
        return order
    }

    /// The first key from this one on that no order has.
    func freeKey(from key: OrderKey) throws(SQLiteError) -> OrderKey? {
        var key = key
        while true {
            var isTaken = false
            try connection.statement("SELECT 1 FROM card_order WHERE time_ms = ?").run([.integer(key.milliseconds)]) {
                _ in
                isTaken = true
            }
            guard isTaken else { return key }
            guard let next = key.next else { return nil }
            key = next
        }
    }

    /// Adds an order in a transaction.
    func insert(_ order: CardOrder, for id: CustomerID) throws(SQLiteError) {
        try connection.statement(
            """
            INSERT INTO card_order
            (time_ms, customer, recipient, gender, color, message, senders, luxury, price_stotinki)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([
            .integer(order.key.milliseconds), .integer(id.number), .text(order.card.recipient),
            .text(order.card.gender.rawValue), .text(order.card.color), .text(order.card.message),
            .text(order.card.senders), .integer(Int64(order.card.luxury)), .integer(order.price.minor),
        ])
    }

    /// A customer's orders, the newest first.
    ///
    /// - Parameter before: only orders before this one.
    package func orders(of id: CustomerID, before: OrderKey? = nil, limit: Int = .max) throws(Problem) -> [CardOrder] {
        try orders(
            "WHERE customer = ? AND time_ms < ? ORDER BY time_ms DESC LIMIT ?",
            [
                .integer(id.number), .integer(before?.milliseconds ?? .max), .integer(Int64(limit)),
            ]
        ).map(\.order)
    }

    /// One order of a customer; nil if the customer has no such order.
    package func order(_ key: OrderKey, of id: CustomerID) throws(Problem) -> CardOrder? {
        try orders("WHERE customer = ? AND time_ms = ?", [.integer(id.number), .integer(key.milliseconds)]).first?.order
    }

    /// Deletes an order of a customer.
    ///
    /// - Returns: false if the customer has no such order.
    package func deleteOrder(_ key: OrderKey, of id: CustomerID) throws(Problem) -> Bool {
        var isDeleted = false
        try change { () throws(SQLiteError) in
            try connection.statement("DELETE FROM card_order WHERE customer = ? AND time_ms = ? RETURNING 1")
                .run([.integer(id.number), .integer(key.milliseconds)]) { _ in isDeleted = true }
        }
        return isDeleted
    }

    /// All orders with the numbers of their customers, the oldest first.
    package func allOrders() throws(Problem) -> [(customer: CustomerID, order: CardOrder)] {
        try orders("ORDER BY time_ms", [])
    }

    private func orders(
        _ condition: String, _ values: [SQLiteStatement.Value]
    ) throws(Problem) -> [(customer: CustomerID, order: CardOrder)] {
        var found: [(customer: CustomerID, order: CardOrder)] = []
        var isDamaged = false
        try perform { () throws(SQLiteError) in
            try connection.statement(
                """
                SELECT time_ms, recipient, gender, color, message, senders, luxury, price_stotinki, customer
                FROM card_order \(condition)
                """
            ).run(values) { row in
                if let order = CardOrder(row), let id = row.integer(8) {
                    found.append((CustomerID(number: id), order))
                } else {
                    isDamaged = true
                }
            }
        }
        guard !isDamaged else { throw .corrupt(path: path, .order) }
        return found
    }

    // MARK: Export and import

    /// An order of an exchange file, with the e-mail address of its customer.
    package typealias Exchanged = (email: String, order: CardOrder)

    package struct ImportReport: Equatable, Sendable {
        /// The recovery codes of new customers by their addresses, in order.
        package var recoveryCodes: [(email: String, code: String)] = []
        package var added = 0
        /// How many orders existed already.
        package var known = 0

        package static func == (left: Self, right: Self) -> Bool {
            left.added == right.added && left.known == right.known
                && left.recoveryCodes.elementsEqual(right.recoveryCodes, by: ==)
        }
    }

    package enum ImportOutcome: Equatable, Sendable {
        /// Everything in the file is in the database now.
        case done(ImportReport)
        /// Nothing was added: an order's customer is neither registered nor among the customers.
        case unknownCustomer
        /// Nothing was added: from this order's time on, other orders have every time that an order can have.
        case noFreeTime(OrderKey)
    }

    /// Adds customers and orders, all or nothing. A customer whose address is registered stays as it is, and so does an
    /// order that exists already. If another order has the same time, the order gets the next free time.
    ///
    /// - Parameter orders: each of a customer that is registered or among `customers`.
    package func add(_ customers: [Customer], _ orders: [Exchanged]) throws(Problem) -> ImportOutcome {
        var report = ImportReport()
        var refusal: ImportOutcome?
        var met: Set<OrderKey> = []
        try perform { () throws(SQLiteError) in
            refusal = try connection.transaction(refusedBy: { () throws(SQLiteError) -> ImportOutcome? in
                for customer in customers {
                    let code = Secrets.recoveryCode()
                    if try insert(customer, recoveryCode: code) != nil {
                        report.recoveryCodes.append((customer.email, code))
                    }
                }
                for exchanged in orders {
                    var id: CustomerID?
                    try connection.statement("SELECT id FROM customer WHERE email_key = ?")
                        .run([.text(Customer.key(email: exchanged.email))]) { id = $0.integer(0).map(CustomerID.init) }
                    guard let id else { return .unknownCustomer }
                    let key = try add(exchanged.order, for: id, to: &report, besides: met)
                    guard let key else { return .noFreeTime(exchanged.order.key) }
                    met.insert(key)
                }
                return nil
            })
        }
        return refusal ?? .done(report)
    }

    /// Adds an order unless it exists already.
    ///
    /// - Parameter met: the keys of the file's orders before it, of which none is this one, even if the cards are equal.
    /// - Returns: its key in the database; nil if there is no free time for it.
    private func add(
        _ order: CardOrder, for id: CustomerID, to report: inout ImportReport, besides met: Set<OrderKey>
    ) throws(SQLiteError) -> OrderKey? {
        // The same order may have got a later step when it was imported before.
        var key = order.key
        while true {
            var isTaken = false
            var isSame = false
            try connection.statement(
                """
                SELECT time_ms, recipient, gender, color, message, senders, luxury, price_stotinki, customer
                FROM card_order WHERE time_ms = ?
                """
            ).run([.integer(key.milliseconds)]) { row in
                isTaken = true
                guard let found = CardOrder(row) else { return }
                isSame =
                    found.card == order.card && found.price == order.price && row.integer(8) == id.number
                    && !met.contains(key)
            }
            if isSame {
                report.known += 1
                return key
            }
            guard isTaken else { break }
            guard let next = key.next else { return nil }
            key = next
        }
        try insert(CardOrder(key: key, card: order.card, price: order.price), for: id)
        report.added += 1
        return key
    }
}

extension CardOrder {
    /// From the columns time_ms, recipient, gender, color, message, senders, luxury, price_stotinki.
    fileprivate init?(_ row: SQLiteStatement) {
        guard let key = row.integer(0).flatMap(OrderKey.init(milliseconds:)), let recipient = row.text(1),
            let gender = row.text(2).flatMap(Gender.init(rawValue:)), let color = row.text(3),
            let message = row.text(4), let senders = row.text(5),
            let luxury = row.integer(6).flatMap(Int.init(exactly:)), let price = row.integer(7), price >= 0,
            // A text that is longer than today's limit must not hide the other orders.
            let card = GreetingCard(
                stored: recipient, gender: gender, color: color, message: message, senders: senders, luxury: luxury)
        else { return nil }
        self.init(key: key, card: card, price: Money(price, .BGN))
    }
}
