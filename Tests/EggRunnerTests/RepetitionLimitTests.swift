import EggConfig
import Testing

@testable import EggRunner

/// How often one event of one timer runs its command.
@Suite struct RepetitionLimitTests {
    private final class Requests {
        private var limit = RepetitionLimit(limit: 10, within: .seconds(10))
        private let start = SuspendingClock.now

        /// The verdicts on this many equal requests, one every 10 ms.
        func handle(
            _ count: Int, _ event: UserCommands.Event = .start, of name: String = "tea", after time: Duration = .zero
        ) -> [RepetitionLimit.Verdict] {
            (0..<count).map { limit.handle(event, of: name, at: start + time + .milliseconds(10) * $0) }
        }
    }

    private let requests = Requests()

    @Test func tenOfFiftyEqualRequestsRunAndOneIsToBeSaid() {
        let expected: [RepetitionLimit.Verdict] =
            Array(repeating: .runs, count: 10) + [.isSkipped] + Array(repeating: .isSkippedAgain, count: 39)
        #expect(requests.handle(50) == expected)
    }

    @Test func otherNamesAndEventsRun() {
        _ = requests.handle(50)
        let ten = Array(repeating: RepetitionLimit.Verdict.runs, count: 10)
        #expect(requests.handle(10, of: "pan") == ten)
        #expect(requests.handle(10, .ring) == ten)
        for number in 0..<50 { #expect(requests.handle(1, of: "egg \(number)") == [.runs]) }
    }

    @Test func itRunsAgainWhenTheTimeHasPassed() {
        _ = requests.handle(11)
        #expect(requests.handle(1, after: .milliseconds(9_999)) == [.isSkippedAgain])
        #expect(requests.handle(1, after: .seconds(10)) == [.runs])
        // Nine of the first ten runs are still within the time.
        #expect(requests.handle(1, after: .seconds(10)) == [.isSkippedAgain])
        #expect(requests.handle(11, after: .seconds(60)).last == .isSkipped)
    }

    @Test func aCommandEverySecondRuns() {
        for number in 0..<100 { #expect(requests.handle(1, after: .seconds(number)) == [.runs]) }
    }
}
