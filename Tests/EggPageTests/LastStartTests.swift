import Testing

@testable import EggPage

@Suite struct LastStartTests {
    private let now = ContinuousClock.now
    private let soft = Array("egg=soft".utf8)

    @Test func theSameFormTwiceWithinTwoSecondsCountsOnce() {
        var last = LastStart()
        let taken = [Duration.zero, .milliseconds(1999), .seconds(2)].map { last.isRepeated(soft, at: now + $0) }
        #expect(taken == [false, true, false])
    }

    @Test func anotherFormCountsAndTheFirstOneAfterItAlso() {
        var last = LastStart()
        let taken = [soft, Array("egg=hard".utf8), soft].map { last.isRepeated($0, at: now) }
        #expect(taken == [false, false, false])
    }

    @Test func afterSomethingElseTheSameFormCounts() {
        var last = LastStart()
        _ = last.isRepeated(soft, at: now)
        last.forget()
        let isRepeated = last.isRepeated(soft, at: now)
        #expect(!isRepeated)
    }
}
