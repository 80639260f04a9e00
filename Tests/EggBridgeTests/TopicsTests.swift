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
}
