import Testing

@testable import EggDaemon

/// The order in which connections are served.
@Suite struct RoundRobinTests {
    @Test func connectionsAreServedInTheOrderInWhichTheyWereAdded() {
        var queue = RoundRobin()
        #expect(queue.isEmpty)
        for id in 1...3 { queue.append(id) }
        #expect(!queue.isEmpty)
        #expect([queue.takeFirst(), queue.takeFirst(), queue.takeFirst(), queue.takeFirst()] == [1, 2, 3, nil])
        #expect(queue.isEmpty)
    }

    @Test func aConnectionThatIsAddedAgainWaitsBehindAllOthers() {
        var queue = RoundRobin()
        for id in 1...3 { queue.append(id) }
        #expect(queue.takeFirst() == 1)
        queue.append(1)
        queue.append(4)
        #expect([queue.takeFirst(), queue.takeFirst()] == [2, 3])
        #expect(!queue.isEmpty)
        #expect([queue.takeFirst(), queue.takeFirst(), queue.takeFirst()] == [1, 4, nil])
    }
}
