import EggTimers
import Testing

@testable import EggCommands

@Suite struct TimeEntryTests {
    private func entry(_ text: String) -> TimeEntry {
        var entry = TimeEntry()
        for scalar in text.unicodeScalars { entry.append(scalar) }
        return entry
    }

    @Test func aTimeAndANameAreRead() {
        #expect(entry("9m left pot").outcome == .start(.minutes(9), name: name("left pot")))
        #expect(entry(" 5  minutes ").outcome == .start(.minutes(5), name: .standard))
        #expect(entry("").outcome == .nothing && entry("  ").outcome == .nothing)
    }

    @Test(arguments: ["x", "25h", "5m \u{200b}"])
    func anythingElseIsAProblem(text: String) {
        guard case .problem(let sentence) = entry(text).outcome else {
            Issue.record("'\(text)' was read")
            return
        }
        #expect(sentence.contains(text == "25h" ? "1s to 24h" : "isn't a"))
    }

    @Test func itIsNoLongerThanATimeAndAName() {
        #expect(entry(String(repeating: "x", count: 81)).text == String(repeating: "x", count: 80))
        var short = entry("5é")
        short.removeLast()
        #expect(short.text == "5")
        short.removeLast()
        short.removeLast()
        #expect(short.text.isEmpty)
    }
}
