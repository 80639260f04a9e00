import Testing

@testable import HTTP

@Suite struct StreamQueueTests {
    private func take(_ queue: inout StreamQueue, _ count: Int) -> String {
        var space = [UInt8](repeating: 0, count: count)
        let taken = space.withUnsafeMutableBytes { queue.take(into: $0) }
        return String(decoding: space[..<taken], as: UTF8.self)
    }

    @Test func messagesComeInOrderInPiecesOfAnySize() {
        var queue = StreamQueue()
        for message in ["abc", "defg", "", "h"] { queue.add(Array(message.utf8)) }
        #expect(take(&queue, 2) == "ab" && take(&queue, 3) == "cde" && take(&queue, 100) == "fgh")
        #expect(queue.isEmpty && take(&queue, 5) == "")
    }

    @Test func oneThatIsNotReadGetsTheNewestMessage() {
        var queue = StreamQueue()
        for number in 0..<1000 { queue.add(Array("<\(number)>".utf8)) }
        let text = take(&queue, 10_000)
        #expect(text.hasSuffix("<999>") && text.utf8.count <= StreamQueue.most * 5)
    }

    @Test func aMessageThatWasBegunIsCompleted() {
        var queue = StreamQueue()
        queue.add(Array("<first>".utf8))
        #expect(take(&queue, 3) == "<fi")
        for number in 0..<1000 { queue.add(Array("<\(number)>".utf8)) }
        let text = take(&queue, 10_000)
        #expect(text.hasPrefix("rst><") && text.hasSuffix("<999>"))
    }
}

@Suite struct ConnectionTableTests {
    private let start = ContinuousClock.now
    private let here = IPAddress.loopback
    private let there = IPAddress("10.0.0.1") ?? .loopback

    private func table(connections: Int = 3, perAddress: Int = 2) -> ConnectionTable {
        ConnectionTable(limits: .init(connections: connections, perAddress: perAddress))
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

    @Test func anotherMachineHasALimitOfItsOwn() {
        var table = table(connections: 10)
        table.opened(5, from: there, at: start)
        table.opened(6, from: there, at: start)
        #expect(table.admission(from: there) == .refused)
        #expect(table.admission(from: here) == .admitted)
        table.closed(5)
        table.closed(5)
        #expect(table.admission(from: there) == .admitted)
    }
}
