import Testing

@testable import EggDaemon

/// The calls that are answered later.
@Suite struct PendingRepliesTests {
    private func ticket(_ connection: Int, call: Int = 1) -> Ticket {
        Ticket(connection: connection, call: call, isOneway: false)
    }

    @Test func theFirstCallForASubjectBeginsTheWork() {
        var pending = PendingReplies()
        #expect(pending.add(ticket(1), for: .health) == true)
        #expect(pending.add(ticket(2), for: .health) == false)
        // Each subject has its own work, and so has each number of runs.
        #expect(pending.add(ticket(3), for: .examination) == true)
        #expect(pending.add(ticket(4), for: .history(limit: 5)) == true)
        #expect(pending.add(ticket(5), for: .history(limit: 6)) == true)
        #expect(pending.add(ticket(6), for: .history(limit: 5)) == false)
        #expect(pending.count == 6)
    }

    @Test func callsAreAnsweredOnceInTheOrderInWhichTheyCame() {
        var pending = PendingReplies()
        for connection in 1...3 { _ = pending.add(ticket(connection), for: .test) }
        _ = pending.add(ticket(4), for: .health)
        #expect(pending.isWaiting(for: .test) && !pending.isWaiting(for: .examination))
        #expect(pending.take(.test) == [ticket(1), ticket(2), ticket(3)])
        #expect(pending.take(.test).isEmpty)
        #expect(!pending.isWaiting(for: .test) && pending.isWaiting(for: .health))
        #expect(pending.count == 1)
        // The next call begins the work again.
        #expect(pending.add(ticket(1, call: 2), for: .test) == true)
    }

    @Test func theNextHistoryIsOneThatACallWaitsFor() {
        var pending = PendingReplies()
        _ = pending.add(ticket(1), for: .health)
        #expect(pending.nextHistory == nil)
        _ = pending.add(ticket(2), for: .history(limit: 20))
        #expect(pending.nextHistory == 20)
        _ = pending.take(.history(limit: 20))
        #expect(pending.nextHistory == nil)
    }
}

/// The limits on unfinished input and on unread replies.
@Suite struct BudgetTests {
    @Test func theTotalIsTheSumOfTheLatestShares() {
        var budget = Budget(limit: 100)
        budget.set(40, for: 1)
        budget.set(30, for: 2)
        #expect(budget.total == 70)
        budget.set(10, for: 1)
        #expect(budget.total == 40)
        budget.set(0, for: 2)
        #expect(budget.total == 10)
        // Nothing has to be given back twice, nor by a connection that had nothing.
        budget.set(0, for: 2)
        budget.set(0, for: 3)
        #expect(budget.total == 10)
        budget.set(0, for: 1)
        budget.set(0, for: 1)
        #expect(budget.total == 0)
        #expect(budget.shares.isEmpty)
    }

    @Test func theLimitItselfIsAllowed() {
        var budget = Budget(limit: 100)
        budget.set(60, for: 1)
        budget.set(40, for: 2)
        #expect(budget.connectionToClose == nil)
        budget.set(41, for: 2)
        #expect(budget.connectionToClose == 1)
    }

    @Test func theConnectionWithTheLargestShareIsClosedFirst() {
        var budget = Budget(limit: 100)
        for (id, bytes) in [(1, 50), (2, 90), (3, 70)] { budget.set(bytes, for: id) }
        #expect(budget.connectionToClose == 2)
        budget.set(0, for: 2)
        #expect(budget.connectionToClose == 3)
        budget.set(0, for: 3)
        #expect(budget.connectionToClose == nil)
    }
}
