/// The right to answer one call of one connection, once. It is void once the connection is closed.
struct Ticket: Equatable, Sendable {
    let connection: Connection.ID
    /// The number of the call on its connection.
    let call: Int
    let isOneway: Bool
}

/// The tickets of calls that are answered later, by subject.
struct PendingReplies {
    /// A result that calls wait for.
    enum Subject: Hashable {
        /// The first check of the sound devices.
        case health
        /// The latest runs, this many.
        case history(limit: Int)
        /// The checks of `eggctl doctor`.
        case examination
        case commands
        case test
        /// The answer of another kitchen, by the number of the question.
        case otherKitchen(Int)
    }

    private var tickets: [Subject: [Ticket]] = [:]

    /// Adds a ticket; returns whether it is the first for this subject, so that the work for it has to begin.
    mutating func add(_ ticket: Ticket, for subject: Subject) -> Bool {
        tickets[subject, default: []].append(ticket)
        return tickets[subject]?.count == 1
    }

    mutating func take(_ subject: Subject) -> [Ticket] {
        tickets.removeValue(forKey: subject) ?? []
    }

    var count: Int { tickets.values.reduce(0) { $0 + $1.count } }

    /// How many runs the next reading of the history must return; nil if no call waits for one.
    var nextHistory: Int? {
        for case .history(let limit) in tickets.keys { return limit }
        return nil
    }

    /// The histories whose tickets all fulfil a condition.
    func histories(where condition: (Ticket) -> Bool) -> [Subject] {
        tickets.compactMap { subject, tickets in
            if case .history = subject, tickets.allSatisfy(condition) { subject } else { nil }
        }
    }

    func isWaiting(for subject: Subject) -> Bool { tickets[subject] != nil }
}
