import EggClient
import EggRequests
import EggTestSupport
import EggTimers
import EggWire
import Testing

@Suite struct TimerLabelTests {
    @Test(arguments: [
        ("egg", "soft", "Soft egg", "Soft egg", ""), ("timer", "custom", "Timer", "Timer", ""),
        ("timer 2", "custom", "Timer 2", "Timer 2", ""), ("timer", "soft", "Timer (soft egg)", "Timer", "soft egg"),
        // A person named it so.
        ("egg", "custom", "Egg", "Egg", ""),
        ("egg 2", "soft", "Egg 2 (soft egg)", "Soft egg 2", ""),
        ("egg cup", "onsen egg", "egg cup (onsen egg)", "egg cup", "onsen egg"),
        ("left-pot", "custom", "left-pot", "left-pot", ""),
    ])
    func aTimerHasATitle(name: String, egg: String, heading: String, title: String, detail: String) {
        let timer = Timers.Timer(
            name: name, egg: egg, state: .cooking, durationMs: 300_000, remainingMs: 60_000, overdueMs: 0,
            progress: 0.8, endsAtUnixMs: nil)
        #expect(timer.heading == heading)
        #expect(Timers.Timer.title(name: name, egg: egg) == title)
        #expect(Timers.Timer.detail(name: name, egg: egg) == detail)
    }

    /// What Undo takes back, and what stands where a timer was.
    @Test func aChangeHasWords() {
        func change(
            _ method: String, _ name: String?, _ egg: String? = nil, count: Int64? = nil, timers: Int64 = 1
        ) -> Timers.LastChange { .init(method: method, name: name, egg: egg, count: count, timers: timers) }
        let cases: [(Timers.LastChange, String, String?)] = [
            (change("Cancel", "egg", "soft"), "cancel of soft egg", "Soft egg cancelled"),
            (change("Dismiss", "left-pot", "custom"), "stop of left-pot", "left-pot stopped"),
            (change("Cancel", "pot", timers: 3), "cancel of pot", "pot cancelled"),
            (change("Dismiss", nil, timers: 2), "stop of 2 timers", "2 timers stopped"),
            (change("Pause", "2 soft eggs", "soft", count: 2), "pause of 2 soft eggs", nil),
            (change("Cook", "pot", timers: 2), "start of pot", nil),
            (change("Start", "tea", "soft"), "start of tea (soft egg)", nil),
            (change("Rename", "egg", "hard"), "rename of hard egg", nil),
        ]
        for (change, words, removal) in cases { #expect(change.words == words && change.removal == removal) }
    }
}

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
