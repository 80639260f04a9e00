import EggRequests
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
        #expect(
            entry("9m left pot").outcome(eggs: ["soft"])
                == .command(.start(.init(.duration(.minutes(9)), name: name("left pot")))))
        #expect(entry(" 5  minutes ").outcome(eggs: ["soft"]) == .command(.start(.init(.duration(.minutes(5))))))
        #expect(entry("").outcome(eggs: ["soft"]) == .nothing && entry("  ").outcome(eggs: ["soft"]) == .nothing)
    }

    @Test(arguments: [
        ("jammy", "Jammy", nil), ("very soft left-pot", "very soft", name("left-pot")),
        ("left-pot soft", "soft", name("left-pot")),
    ])
    func anEggAndANameAreRead(text: String, egg: String, name: TimerName?) {
        let outcome = entry(text).outcome(eggs: ["soft", "very soft", "Jammy"])
        #expect(outcome == .command(.start(.init(.egg(egg), name: name))))
    }

    @Test(arguments: [
        "extend 1m left-pot", "soft --size L", "again", "undo", "stop", "pause --all", "9m --sound chime",
    ])
    func aLineIsReadAsByEggctl(line: String) throws {
        #expect(try entry(line).outcome(eggs: ["soft"]) == .command(TimerCommand(line: line)))
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
