import EggTestSupport
import EggTimers
import Foundation
import Testing

@testable import EggPage

@Suite struct WebNumbersTests {
    // A page waits for a sign of life a second or two longer than it takes, for a slow network.
    // Swift 6.0.3 crashes if these are in the attribute of the test.
    private static let numbers = [
        ("eggs/together.js", "const maxCount = \(GroupOrder.counts.upperBound);"),
        ("eggs/together.js", "const maxKinds = \(GroupOrder.maxPortions);"),
        ("eggs/times.js", "const longest = \(TimerBoard.durations.upperBound.components.seconds / 3600) * 3600;"),
        ("eggs/dialogs.js", "maxlength: \(TimerName.maxLength),"),
        ("eggs/link.js", "place for \(StartLinkReply.maxTagLength)."),
        ("shared/eggd.js", "const maxSilence = \(EventHub.signIntervals.idle.components.seconds + 1)000;"),
        ("shared/eggd.js", "const maxSilenceInUse = \(EventHub.signIntervals.counting.components.seconds + 2)000;"),
    ]

    @Test(arguments: numbers)
    func thePageHasTheNumbersOfThePrograms(file: String, text: String) throws {
        let source = try String(contentsOfFile: "\(BuiltPrograms.sourceTree)/web/\(file)", encoding: .utf8)
        #expect(source.contains(text))
    }
}
