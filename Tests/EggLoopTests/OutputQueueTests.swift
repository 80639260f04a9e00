import EggLoop
import EggTimers
import Instants
import Testing

@Suite struct OutputQueueTests {
    private let now = Instant(sinceBoot: .seconds(5))

    /// Drains through a client that takes this many bytes in all.
    private func drain(_ queue: inout OutputQueue, taking limit: Int = .max, atOnce: Int = .max) -> String {
        var taken: [UInt8] = []
        queue.drain { bytes in
            let count = min(bytes.count, atOnce, limit - taken.count)
            guard count > 0 else { return nil }
            taken += bytes.prefix(count)
            return count
        }
        return String(decoding: taken, as: UTF8.self)
    }

    @Test func messagesAreSentWholeAndInOrder() {
        var queue = OutputQueue()
        queue.append(Array("one ".utf8), at: now)
        queue.append(Array("two".utf8), at: now)
        #expect(queue.count == 7)
        #expect(drain(&queue, atOnce: 2) == "one two")
        #expect(queue.isEmpty && queue.count == 0)
    }

    @Test func theUnsentPartOfAMessageWaits() {
        var queue = OutputQueue()
        queue.append(Array("onetwo".utf8), at: now)
        #expect(drain(&queue, taking: 4) == "onet")
        #expect(queue.count == 2 && !queue.isEmpty)
        #expect(drain(&queue) == "wo")
    }

    @Test func aNewerReadingReplacesAWaitingOne() {
        var queue = OutputQueue()
        queue.append(Array("rang ".utf8), at: now)
        queue.append(Array("tick1 ".utf8), superseding: true, at: now)
        queue.append(Array("dismissed ".utf8), at: now)
        queue.append(Array("tick2".utf8), superseding: true, at: now)
        #expect(drain(&queue) == "rang dismissed tick2")
    }

    @Test func aPartlySentReadingIsSentWhole() {
        var queue = OutputQueue()
        queue.append(Array("tick1 ".utf8), superseding: true, at: now)
        #expect(drain(&queue, taking: 3) == "tic")
        queue.append(Array("tick2 ".utf8), superseding: true, at: now)
        queue.append(Array("tick3".utf8), superseding: true, at: now)
        #expect(drain(&queue) == "k1 tick3")
    }

    @Test func anEventIsNeverSuperseded() {
        var queue = OutputQueue()
        for number in 0..<5 { queue.append(Array("edge\(number) ".utf8), at: now) }
        queue.append(Array("tick".utf8), superseding: true, at: now)
        #expect(drain(&queue) == "edge0 edge1 edge2 edge3 edge4 tick")
    }

    @Test func itKnowsHowLongTheOldestMessageHasWaited() {
        var queue = OutputQueue()
        #expect(queue.waitingSince == nil)
        queue.append(Array("one".utf8), at: now)
        queue.append(Array("two".utf8), at: now.advanced(by: .seconds(1)))
        #expect(queue.waitingSince == now)
        #expect(drain(&queue, taking: 4) == "onet")
        #expect(queue.waitingSince == now.advanced(by: .seconds(1)))
        #expect(drain(&queue) == "wo")
        #expect(queue.waitingSince == nil)
    }
}
