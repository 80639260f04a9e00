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

    private static let starts: [(String, StartRequest)] = [
        ("9m left pot", .init(.duration(.minutes(9)), name: name("left pot"))),
        (" 5  minutes ", .init(.duration(.minutes(5)))), ("in 10m", .init(.duration(.minutes(10)))),
        ("1h 30m left pot", .init(.duration(.minutes(90)), name: name("left pot"))),
        ("left pot for 5 min 30 sec", .init(.duration(.seconds(330)), name: name("left pot"))),
        ("٥m", .init(.duration(.minutes(5)))), ("jammy", .init(.egg("Jammy"))),
        ("very soft left-pot", .init(.egg("very soft"), name: name("left-pot"))),
        ("left-pot soft", .init(.egg("soft"), name: name("left-pot"))),
        ("at 18:30", .init(clock("18:30"))), ("until 6 pm left pot", .init(clock("18:00"), name: name("left pot"))),
        ("tea by 7:05", .init(clock("7:05"), name: name("tea"))), ("At\u{a0}6:30\u{202f}PM", .init(clock("18:30"))),
    ]

    @Test(arguments: starts)
    func anEggATimeOrATimeOfDayAndANameAreRead(text: String, start: StartRequest) {
        #expect(entry(text).outcome(eggs: ["soft", "very soft", "Jammy"]) == .command(.start(start)))
    }

    @Test func anEmptyFieldIsNothing() {
        #expect(entry("").outcome(eggs: ["soft"]) == .nothing && entry("  ").outcome(eggs: ["soft"]) == .nothing)
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
