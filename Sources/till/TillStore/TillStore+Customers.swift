import SQLite
import Till

/// A customer with the number that the database gave.
package struct StoredCustomer: Equatable, Sendable {
    package let id: TillStore.CustomerID
    /// The data that the customer gave.
    package let customer: Customer
}

extension TillStore {
    /// Adds a customer.
    ///
    /// - Returns: the customer and the recovery code, of which only a hash is saved; nil if the address is registered.
    package func register(_ customer: Customer) throws(Problem) -> (stored: StoredCustomer, recoveryCode: String)? {
        let code = Secrets.recoveryCode()
        var stored: StoredCustomer?
        try change { () throws(SQLiteError) in
            stored = try insert(customer, recoveryCode: code).map { StoredCustomer(id: $0, customer: customer) }
        }
        return stored.map { ($0, code) }
    }

    /// Adds a customer and signs a device in, all or nothing; the session that the device had ends.
    ///
    /// - Returns: the recovery code and the session's token; nil if the address is registered.
    package func register(
        _ customer: Customer, replacing session: String?
    ) throws(Problem) -> (recoveryCode: String, session: String)? {
        let (code, token) = (Secrets.recoveryCode(), Secrets.sessionToken())
        var isNew = false
        try change { () throws(SQLiteError) in
            guard let id = try insert(customer, recoveryCode: code) else { return }
            if let session { try deleteSession(session) }
            try insertSession(token, for: id)
            isNew = true
        }
        return isNew ? (code, token) : nil
    }

    /// Gives a customer a new recovery code in the place of the old one, and signs all the customer's devices out.
    ///
    /// - Returns: the code, of which only a hash is saved; nil if the customer no longer exists.
    package func renewRecoveryCode(of id: CustomerID) throws(Problem) -> String? {
        let code = Secrets.recoveryCode()
        var isKnown = false
        try change { () throws(SQLiteError) in
            try connection.statement("UPDATE customer SET recovery_hash = ? WHERE id = ? RETURNING id")
                .run([.text(Secrets.hash(code)), .integer(id.number)]) { _ in isKnown = true }
            try connection.statement("DELETE FROM session WHERE customer = ?").run([.integer(id.number)])
        }
        return isKnown ? code : nil
    }

    /// Adds a customer in a transaction; nil if the address is registered.
    func insert(_ customer: Customer, recoveryCode: String) throws(SQLiteError) -> CustomerID? {
        var id: CustomerID?
        try connection.statement(
            """
            INSERT INTO customer (name, email, email_key, telephone, recovery_hash) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (email_key) DO NOTHING RETURNING id
            """
        ).run([
            .text(customer.name), .text(customer.email), .text(Customer.key(email: customer.email)),
            .text(customer.telephone), .text(Secrets.hash(recoveryCode)),
        ]) { row in id = row.integer(0).map(CustomerID.init) }
        return id
    }

    /// The customer with an e-mail address; nil if there is none.
    package func customer(email: String) throws(Problem) -> StoredCustomer? {
        try customers("WHERE email_key = ?", [.text(Customer.key(email: email))]).first
    }

    /// The customer who is signed in with a session's token; nil if there is none.
    package func customer(session token: String) throws(Problem) -> StoredCustomer? {
        try customers(
            "WHERE id = (SELECT customer FROM session WHERE token_hash = ?)", [.text(Secrets.hash(token))]
        ).first
    }

    /// All customers, by their addresses.
    package func customers() throws(Problem) -> [StoredCustomer] {
        try customers("ORDER BY email_key", [])
    }

    private func customers(_ condition: String, _ values: [SQLiteStatement.Value]) throws(Problem) -> [StoredCustomer] {
        var read: (customers: [StoredCustomer], isDamaged: Bool) = ([], false)
        try perform { () throws(SQLiteError) in read = try rows(condition, values) }
        guard !read.isDamaged else { throw unreadable }
        return read.customers
    }

    private var unreadable: Problem { .corrupt(path: path, .customer) }

    private func rows(
        _ condition: String, _ values: [SQLiteStatement.Value]
    ) throws(SQLiteError) -> (customers: [StoredCustomer], isDamaged: Bool) {
        var found: [StoredCustomer] = []
        var isDamaged = false
        try connection.statement("SELECT id, name, email, telephone FROM customer \(condition)").run(values) { row in
            if let id = row.integer(0), let name = row.text(1), let email = row.text(2), let phone = row.text(3) {
                let customer = Customer(stored: name, email: email, telephone: phone)
                found.append(StoredCustomer(id: CustomerID(number: id), customer: customer))
            } else {
                isDamaged = true
            }
        }
        return (found, isDamaged)
    }

    /// Deletes a customer with all orders and sessions.
    package func delete(_ id: CustomerID) throws(Problem) {
        try change { () throws(SQLiteError) in
            // Sessions and orders are deleted with the customer they refer to.
            try connection.statement("DELETE FROM customer WHERE id = ?").run([.integer(id.number)])
        }
    }

    // MARK: Sessions

    /// Signs a device in with a recovery code, all or nothing; the session that the device had ends.
    ///
    /// - Returns: the customer, and the token to give to the device, of which only a hash is saved; nil if no customer
    ///   has this code.
    package func signIn(
        recoveryCode: String, replacing session: String?
    ) throws(Problem) -> (stored: StoredCustomer, session: String)? {
        let hash = Secrets.hash(Secrets.canonical(recoveryCode: recoveryCode))
        let token = Secrets.sessionToken()
        var stored: StoredCustomer?
        var isDamaged = false
        try change { () throws(SQLiteError) in
            let read = try rows("WHERE recovery_hash = ?", [.text(hash)])
            (stored, isDamaged) = (read.customers.first, read.isDamaged)
            guard let stored else { return }
            if let session { try deleteSession(session) }
            try insertSession(token, for: stored.id)
        }
        guard !isDamaged else { throw unreadable }
        return stored.map { ($0, token) }
    }

    /// Signs a device out; an unknown token changes nothing.
    package func closeSession(_ token: String) throws(Problem) {
        try change { () throws(SQLiteError) in try deleteSession(token) }
    }

    private func insertSession(_ token: String, for id: CustomerID) throws(SQLiteError) {
        try connection.statement("INSERT INTO session (token_hash, customer) VALUES (?, ?)")
            .run([.text(Secrets.hash(token)), .integer(id.number)])
    }

    private func deleteSession(_ token: String) throws(SQLiteError) {
        try connection.statement("DELETE FROM session WHERE token_hash = ?").run([.text(Secrets.hash(token))])
    }
}
