import Testing

@testable import EggRunner

/// The lines about requests that eggd has not sent.
@Suite struct IgnoredRequestsTests {
    private let start = SuspendingClock.now

    @Test func aFloodCausesOneLineAMinute() {
        var ignored = IgnoredRequests(time: .seconds(60))
        #expect(ignored.add(at: start) == "ignored a request that eggd has not sent")
        for number in 1...1000 { #expect(ignored.add(at: start + .milliseconds(number)) == nil) }
        #expect(ignored.passDeadline(at: start + .seconds(59)) == nil)
        #expect(ignored.deadline == start + .seconds(60))
        #expect(ignored.passDeadline(at: start + .seconds(60)) == "ignored 1000 more requests that eggd has not sent")
        // The next minute begins with this line.
        #expect(ignored.add(at: start + .seconds(61)) == nil)
        #expect(ignored.passDeadline(at: start + .seconds(120)) == "ignored 1 more request that eggd has not sent")
        #expect(ignored.passDeadline(at: start + .seconds(180)) == nil && ignored.deadline == nil)
        #expect(ignored.add(at: start + .seconds(181)) == "ignored a request that eggd has not sent")
    }
}
