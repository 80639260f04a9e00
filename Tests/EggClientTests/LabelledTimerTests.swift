import EggClient
import EggRequests
import EggTestSupport
import EggTimers
import EggWire
import Testing

/// Labels are words of the client's language; eggd gets the name in place of a label.
@Suite struct LabelledTimerTests {
    private let timers = ["egg", "left", "PIZZA", "pizza"].map { name in
        Timers.Timer(
            name: name, egg: name.lowercased() == "pizza" ? EggMenu.custom : "soft", state: .cooking,
            durationMs: 300_000, remainingMs: 60_000, overdueMs: 0, progress: 0.8, endsAtUnixMs: nil)
    }

    @Test(
        arguments: [
            ("soft egg", .named("egg")), ("Soft egg", .named("egg")), ("left (soft egg)", .named("left")),
            ("Pizza", .typed("Pizza")), ("LEFT", .typed("LEFT")), ("soft", .typed("soft")), ("tea", .typed("tea")),
        ] as [(String, TimerReference)])
    func aLabelBecomesTheName(word: String, timer: TimerReference) throws {
        let name = try #require(TimerName(word))
        #expect(timers.meant(by: name) == timer)
        #expect(try TimerCommand(["pause", word]).requests(timers, at: 0) == [.change(.pause, timer)])
    }

    @Test func aNameIsBetterThanALabel() throws {
        let named = Timers.Timer(
            name: "Soft egg", egg: "hard", state: .cooking, durationMs: 300_000, remainingMs: 60_000, overdueMs: 0,
            progress: 0.8, endsAtUnixMs: nil)
        #expect((timers + [named]).meant(by: try #require(TimerName("soft egg"))) == .typed("soft egg"))
    }
}
