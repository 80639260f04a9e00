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
        ("at 18:30", "18:30", nil), ("until 6 pm left pot", "18:00", name("left pot")),
        ("tea by 7:05", "7:05", name("tea")),
        ("At\u{a0}6:30\u{202f}PM", "18:30", nil),
    ])
    func aTimeOfDayIsReadAfterALittleWord(text: String, clock: String, name: TimerName?) throws {
        let start = StartRequest(.until(try ClockTime(clock)), name: name)
        #expect(entry(text).outcome(eggs: ["soft"]) == .command(.start(start)))
    }

    @Test(arguments: [
        ("in 10m", 600, nil), ("half an hour", 1800, nil), ("1h 30m left pot", 5400, name("left pot")),
        ("left pot for 5 min 30 sec", 330, name("left pot")), ("1h30", 5400, nil), ("٥m", 300, nil),
    ])
    func aTimeIsReadInWords(text: String, seconds: Int64, name: TimerName?) {
        let start = StartRequest(.duration(.seconds(seconds)), name: name)
        #expect(entry(text).outcome(eggs: ["soft"]) == .command(.start(start)))
    }

    @Test(arguments: [
        ("at 25:00", "'25:00' isn't a time of day"), ("in", "missing time after 'in', such as in 10m"),
        ("9m for", "'for' comes before a time"), ("7.30", "'7.30' can mean two things"),
        ("tea 1,500m", "'1,500m' can mean two things"),
    ])
    func aLittleWordIsNoName(text: String, problem: String) {
        guard case .problem(let lines) = entry(text).outcome(eggs: ["soft"]) else {
            Issue.record("'\(text)' was read")
            return
        }
        #expect(lines.first?.hasPrefix(problem) == true, "\(lines)")
    }

    @Test(arguments: ["L, room, 1,500 m", "L,room,1500m", "1,500m\u{a0}L 20 °C", "L 20C 1500m"])
    func theKitchensEggIsReadAsItIsShown(text: String) {
        var entry = TimeEntry(.kitchen)
        for scalar in text.unicodeScalars { entry.append(scalar) }
        #expect(entry.outcome(eggs: []) == .setKitchen(.init(grams: 68, celsius: 20, altitude: 1_500)))
    }

    @Test(arguments: [
        "extend 1m left-pot", "soft --size L", "again", "undo", "stop", "pause --all", "9m --sound chime",
    ])
    func aLineIsReadAsByEggctl(line: String) throws {
        #expect(try entry(line).outcome(eggs: ["soft"]) == .command(TimerCommand(line: line)))
    }

    @Test(arguments: ["x", "100h", "5m \u{200b}", "jammy", "soft \u{200b}"])
    func anythingElseIsAProblem(text: String) {
        guard case .problem(let lines) = entry(text).outcome(eggs: ["soft"]) else {
            Issue.record("'\(text)' was read")
            return
        }
        #expect(lines.joined(separator: " ").contains(text == "100h" ? "1s to 99h" : "isn't a"))
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
