import POSIX
import Testing

@testable import HTTP

@Suite struct ConnectionTableTests {
    private let start = ContinuousClock.now
    private let here = ConnectionTable.Origin.own
    private let there = ConnectionTable.Origin.network([10, 0, 0, 1])
    private let neighbour = ConnectionTable.Origin.user(1001)

    private func table(connections: Int = 3, perOrigin: Int = 2) -> ConnectionTable {
        ConnectionTable(limits: .init(connections: connections, perOrigin: perOrigin))
    }

    @Test func theUserOfTheProcessAndRootHaveNoLimitOfTheirOwn() throws {
        let other = try #require(IPAddress("10.0.0.1"))
        let users: [(Request.Peer, ConnectionTable.Origin)] = [
            (.init(address: .loopback, user: 1000), .own), (.init(address: .loopback, user: 0), .own),
            (.init(address: .loopback, user: 1001), neighbour), (.init(address: .loopback), .user(nil)),
            (.init(address: other), there), (.init(address: other, user: 1000), there),
        ]
        for (peer, origin) in users { #expect(ConnectionTable.Origin(peer, own: 1000) == origin) }
    }

    @Test func aConnectionThatSendsNoCompleteRequestIsClosedAfterTenSeconds() {
        var table = table()
        table.opened(5, from: here, at: start)
        #expect(table.overdue(at: start + .seconds(9)).isEmpty)
        #expect(table.overdue(at: start + .seconds(10)) == [5] && table.nextDue == start + .seconds(10))
        table.entered(.replying, 5, at: start + .seconds(9))
        #expect(table.overdue(at: start + .seconds(10)).isEmpty)
        table.entered(.streaming, 5, at: start + .seconds(12))
        #expect(table.nextDue == nil && table.overdue(at: start + .seconds(100_000)).isEmpty)
    }

    @Test func whenThereAreTooManyTheOldestWithoutARequestIsClosed() {
        var table = table()
        for (descriptor, second) in [(5, 0), (6, 1), (7, 2)] {
            table.opened(Int32(descriptor), from: here, at: start + .seconds(second))
        }
        table.entered(.streaming, 5, at: start + .seconds(3))
        #expect(table.admission(from: here) == .replaces(6))
        table.entered(.replying, 6, at: start + .seconds(4))
        table.entered(.streaming, 7, at: start + .seconds(4))
        #expect(table.admission(from: here) == .refused)
        table.closed(7)
        #expect(table.admission(from: here) == .admitted)
    }

    @Test func anotherMachineAndAnotherUserHaveLimitsOfTheirOwn() {
        for origin in [there, neighbour, .user(nil)] {
            var table = table(connections: 10)
            table.opened(5, from: origin, at: start + .seconds(1))
            table.opened(6, from: origin, at: start)
            #expect(table.admission(from: origin) == .replaces(6))
            #expect(table.admission(from: here) == .admitted)
            table.entered(.replying, 5, at: start)
            table.entered(.streaming, 6, at: start)
            #expect(table.admission(from: origin) == .refused)
            table.closed(5)
            table.closed(5)
            #expect(table.admission(from: origin) == .admitted)
        }
    }

    @Test func connectionsOfOthersAreClosedBeforeOwnOnes() {
        var table = table(perOrigin: 3)
        table.opened(5, from: here, at: start)
        table.opened(6, from: neighbour, at: start + .seconds(1))
        table.opened(7, from: there, at: start + .seconds(2))
        #expect(table.admission(from: here) == .replaces(6))
        table.entered(.replying, 6, at: start)
        #expect(table.admission(from: there) == .replaces(7))
        table.closed(7)
        table.opened(8, from: here, at: start + .seconds(3))
        #expect(table.admission(from: neighbour) == .replaces(5))
    }

    @Test func someOfThePlacesAreForCalls() {
        var table = table(connections: 24, perOrigin: 16)
        for descriptor in Int32(0)..<24 {
            table.opened(descriptor, from: descriptor < 15 ? there : here, at: start)
            if table.admitsStream(descriptor) { table.entered(.streaming, descriptor, at: start) }
        }
        // 14 of 16 from there, and 21 of 24 in all.
        #expect((0..<24).filter { table.admission(from: here) != .admitted && !table.admitsStream($0) }.count == 24)
        #expect(table.oldestReceiving(of: there) == 14 && table.oldestReceiving(of: here).map { $0 >= 22 } == true)
    }
}
