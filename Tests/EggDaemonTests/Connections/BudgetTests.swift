import Testing

@testable import EggDaemon

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
