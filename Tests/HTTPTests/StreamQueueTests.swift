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
        #expect(take(&queue, 5) == "")
    }

    @Test func oneThatIsNotReadGetsTheNewestMessage() {
        var queue = StreamQueue()
        for number in 0..<1000 { queue.add(Array("<\(number)>".utf8)) }
        let text = take(&queue, 10_000)
        #expect(text.hasSuffix("<999>") && text.utf8.count <= StreamQueue.maxCount * 5)
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
