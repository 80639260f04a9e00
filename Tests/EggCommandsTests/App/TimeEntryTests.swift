import EggTimers
import Instants
import Testing

@testable import EggCommands

@Suite struct TimeEntryTests {
    private func entry(_ text: String) -> TimeEntry {
        var entry = TimeEntry()
        for scalar in text.unicodeScalars { entry.append(scalar) }
        return entry
    }

    @Test func aTimeAndANameAreRead() {
        #expect(entry("9m left pot").outcome(eggs: ["soft", "Jammy"]) == .start(.minutes(9), name: name("left pot")))
        #expect(entry(" 5  minutes ").outcome(eggs: ["soft", "Jammy"]) == .start(.minutes(5), name: name("timer")))
        #expect(
            entry("").outcome(eggs: ["soft", "Jammy"]) == .nothing
                && entry("  ").outcome(eggs: ["soft", "Jammy"]) == .nothing)
    }

    @Test func anEggAndANameAreRead() {
        let eggs = ["soft", "very soft", "Jammy"]
        #expect(entry("jammy").outcome(eggs: eggs) == .startEgg("Jammy", name: nil))
        #expect(entry("very soft left-pot").outcome(eggs: eggs) == .startEgg("very soft", name: name("left-pot")))
        #expect(entry("left-pot soft").outcome(eggs: eggs) == .startEgg("soft", name: name("left-pot")))
    }

    @Test(arguments: ["x", "25h", "5m \u{200b}", "jammy", "soft \u{200b}"])
    func anythingElseIsAProblem(text: String) {
        guard case .problem(let lines) = entry(text).outcome(eggs: ["soft"]) else {
            Issue.record("'\(text)' was read")
            return
        }
        #expect(lines.joined(separator: " ").contains(text == "25h" ? "1s to 24h" : "isn't a"))
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
