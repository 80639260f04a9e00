import EggTestSupport
import EggTimers
import Foundation
import Testing

@testable import EggPage

@Suite struct WebNumbersTests {
    @Test(
        arguments: [
            ("eggs/together.js", "const maxCount = \(GroupOrder.counts.upperBound);"),
            ("eggs/together.js", "const maxKinds = \(GroupOrder.maxPortions);"),
            ("eggs/times.js", "const longest = \(TimerBoard.durations.upperBound.components.seconds / 3600) * 3600;"),
            ("eggs/dialogs.js", "maxlength: \(TimerName.maxLength),"),
            ("eggs/link.js", "place for \(StartLinkReply.maxTagLength)."),
        ])
    func thePageHasTheNumbersOfThePrograms(file: String, text: String) throws {
        let source = try String(contentsOfFile: "\(BuiltPrograms.sourceTree)/web/\(file)", encoding: .utf8)
        #expect(source.contains(text))
    }
}
