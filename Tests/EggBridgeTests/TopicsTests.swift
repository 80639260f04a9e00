import Testing

@testable import EggBridge

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
