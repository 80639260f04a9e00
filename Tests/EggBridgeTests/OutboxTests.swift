import MQTT
import Testing

@testable import EggBridge

@Suite struct OutboxTests {
    private var outbox = Outbox()
    private var last: Int32 = 0

    private mutating func add(_ topic: String, isRetained: Bool = false, isAnswer: Bool = false) {
        outbox.add(MQTTMessage(topic: topic, payload: [], isRetained: isRetained), isAnswer: isAnswer)
    }

    /// The topics of what is sent now; each message has the next number.
    private mutating func sent() -> [String] {
        var (topics, number) = ([String](), last)
        outbox.send { message in
            topics.append(message.topic)
            number += 1
            return number
        }
        last = number
        return topics
    }

    @Test mutating func aHundredMessagesAreUnderWay() {
        for number in 0..<150 { add("\(number)") }
        #expect(sent() == (0..<100).map { "\($0)" } && sent().isEmpty)
        outbox.answered(7)
        #expect(sent() == ["100"])
    }

    @Test mutating func ofOneStateTheLastWaits() {
        for _ in 0..<100 { add("event") }
        _ = sent()
        for _ in 0..<10_000 { add("status", isRetained: true) }
        add("timers", isRetained: true)
        for number in 1...100 as ClosedRange<Int32> { outbox.answered(number) }
        #expect(sent() == ["status", "timers"])
    }

    @Test mutating func anAnswerWaitsForTheNextConnectionUntilItIsConfirmed() {
        add("event")
        add("reply/1", isAnswer: true)
        add("reply/2", isAnswer: true)
        _ = sent()
        outbox.answered(2)
        add("reply/3", isAnswer: true)
        outbox.disconnected()
        #expect(sent() == ["reply/2", "reply/3"])
    }

    @Test mutating func anAnswerThatIsTooLongForTheBrokerIsShorter() {
        let (long, short) = (MQTTMessage(topic: "reply/long", payload: []), MQTTMessage(topic: "reply", payload: []))
        outbox.add(long, shorter: short, isAnswer: true)
        outbox.send { $0 == long ? nil : 1 }
        #expect(outbox.hasAnswers)
        outbox.disconnected()
        #expect(sent() == ["reply/long"] && outbox.hasAnswers)
        outbox.answered(1)
        add("event")
        _ = sent()
        #expect(!outbox.hasAnswers)
    }

    // NATS confirms after four seconds what it has lost.
    @Test mutating func aSlowBrokerMayNotHaveKeptAState() {
        let start = Outbox.Instant.now
        add("timers", isRetained: true)
        add("status", isRetained: true)
        add("event")
        var number: Int32 = 0
        outbox.send(at: start) { _ in
            number += 1
            return number
        }
        let isDoubtful = [(1, 3), (2, 4), (3, 4), (9, 4)].map { outbox.answered($0, at: start + .seconds($1)) }
        #expect(isDoubtful == [false, true, false, false])
    }

    @Test mutating func onlySoManyAnswersWait() {
        for _ in 0..<Outbox.maxWaiting {
            #expect(outbox.room > 0)
            add("reply", isAnswer: true)
        }
        #expect(outbox.room == 0)
        _ = sent()
        #expect(outbox.room == 100)
    }
}

@Suite struct TopicsTests {
    private let topics = Topics(prefix: "eggtimer", kitchenID: "abc")

    @Test func allBeginWithThePrefixAndTheKitchen() {
        #expect(topics.status == "eggtimer/abc/status")
        #expect(topics.call("Start") == "eggtimer/abc/call/Start")
    }

    @Test func aCallsTopicNamesItsMethod() {
        #expect(topics.method(of: "eggtimer/abc/call/Start") == "Start")
        #expect(topics.method(of: "eggtimer/abc/call/Start/now") == nil)
        #expect(topics.method(of: "eggtimer/abc/command") == nil)
    }

    @Test func answersHaveTopicsOfTheirOwn() {
        #expect(topics.mayAnswer(at: "eggtimer/abc/reply/panel/1"))
        #expect(topics.mayAnswer(at: topics.reply + String(repeating: "/", count: 128)))
        #expect(!topics.mayAnswer(at: topics.reply + String(repeating: "/", count: 129)))
        #expect(!topics.mayAnswer(at: "eggtimer/abc/reply/\u{1}"))
        for topic in ["panel/answers", "eggtimer/abc/replyx", "eggtimer/abc/reply/+", "eggtimer/other/reply/panel"] {
            #expect(!topics.mayAnswer(at: topic), "\(topic)")
        }
    }
}
