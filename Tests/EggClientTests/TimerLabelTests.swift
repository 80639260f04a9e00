import EggClient
import EggWire
import Testing

@Suite struct TimerLabelTests {
    @Test(arguments: [
        ("egg", "soft", "Soft egg", "Soft egg", ""), ("timer", "custom", "Timer", "Timer", ""),
        ("timer 2", "custom", "Timer 2", "Timer 2", ""), ("timer", "soft", "Timer (soft egg)", "Timer", "soft egg"),
        // A person named it so.
        ("egg", "custom", "Egg", "Egg", ""),
        ("egg 2", "soft", "Egg 2 (soft egg)", "Egg 2", "soft egg"),
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
}
