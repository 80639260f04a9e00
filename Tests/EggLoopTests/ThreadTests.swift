import EggLoop
import Foundation
import Testing

/// The values that threads hand to each other.
@Suite(.timeLimit(.minutes(1))) struct MailboxTests {
    @Test func mailIsTakenInItsOrder() {
        let mailbox = Mailbox<Int>()
        for number in 1...3 { #expect(mailbox.put(number)) }
        #expect((1...3).map { _ in mailbox.take() } == [1, 2, 3])
        #expect(mailbox.take(upTo: .zero) == nil)
    }

    @Test func beyondTheLimitMailIsDroppedUnlessItMustNotBe() {
        let mailbox = Mailbox<Int>(limit: 1)
        #expect(mailbox.put(1) && !mailbox.put(2) && mailbox.put(3, beyondLimit: true))
        #expect(mailbox.take() == 1 && mailbox.take() == 3)
        #expect(mailbox.put(4))
    }

    @Test func aClosedMailboxIsEmptiedFirst() {
        let mailbox = Mailbox<Int>()
        mailbox.put(1)
        mailbox.close()
        #expect(!mailbox.put(2) && !mailbox.put(3, beyondLimit: true))
        #expect(mailbox.take() == 1 && mailbox.take() == nil)
    }

    @Test func aThreadThatWaitsIsWoken() {
        let (mailbox, answers) = (Mailbox<Int>(), Mailbox<Int>())
        Thread.detachNewThread { while let number = mailbox.take() { answers.put(number + 1) } }
        mailbox.put(1)
        #expect(answers.take() == 2)
        mailbox.close()
    }
}

@Suite(.timeLimit(.minutes(1))) struct PromiseTests {
    @Test func aValueThatWasDeliveredStays() {
        let promise = Promise<Int>()
        #expect(promise.fulfil(7))
        #expect(promise.wait(upTo: .zero) == 7 && promise.wait(upTo: .zero) == 7)
    }

    @Test func aValueOfAnotherThreadIsAwaited() {
        let promise = Promise<Int>()
        Thread.detachNewThread { promise.fulfil(7) }
        #expect(promise.wait(upTo: .seconds(50)) == 7)
    }

    /// `wait` says so before `fulfil` can return, so that a report of the delay comes before the value's.
    @Test func aValueThatComesLateIsToldSo() {
        let promise = Promise<Int>()
        var isLate = false
        #expect(promise.wait(upTo: .zero) { isLate = true } == nil && isLate)
        #expect(!promise.fulfil(7))
        #expect(promise.wait(upTo: .zero) == 7)
    }
}

@Suite(.timeLimit(.minutes(1))) struct LatestTests {
    @Test func onlyTheNewestValueIsSeen() throws {
        let latest = Latest("a", replaced: try Event())
        #expect(latest.replace { $0 + "b" } && latest.replace { $0 + "c" })
        latest.wait()
        #expect(latest.current == "abc")
    }

    @Test func aValueThatStaysWakesNobody() throws {
        let latest = Latest(1, replaced: try Event())
        #expect(!latest.replace { _ in nil } && latest.current == 1)
        let event = try Event()
        event.signal()
        #expect(latest.wait(orReadable: [event.descriptor]))
        latest.replace { $0 + 1 }
        event.clear()
        #expect(!latest.wait(orReadable: [event.descriptor]) && latest.current == 2)
    }
}

@Suite(.timeLimit(.minutes(1))) struct EventTests {
    @Test func anEventEndsOneWait() throws {
        let event = try Event()
        #expect(!event.wait(upTo: .zero))
        event.signal()
        event.signal()
        #expect(event.wait() && !event.wait(upTo: .zero))
    }
}
