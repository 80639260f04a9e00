import EggClient
import EggRequests
import EggWire
import Languages
import Testing

@Suite struct TimerStateTests {
    private func timer(
        _ state: Timers.State, name: String = "egg", egg: String = "soft", isCue: Bool = false,
        isEstimated: Bool? = nil
    ) -> Timers.Timer {
        Timers.Timer(
            name: name, egg: egg, state: state, durationMs: 300_000, remainingMs: 61_001, overdueMs: 20_000,
            progress: 0.5, endsAtUnixMs: 1_800_000_000_000, isEstimated: isEstimated,
            cue: isCue ? .init(text: "2 soft eggs in", cookMs: 300_000) : nil)
    }

    // MARK: Words

    @Test(arguments: [
        (Timers.State.cooking, "{left} left, done {end}", "done {end}", "{left}"),
        (.paused, "paused with {left} left", "paused", "paused {left}"),
        (.ringing, "ringing, done {since} ago", "ringing since {clock}", "ringing {since}"),
        (.snoozed, "snoozed, rings again in {left} {end}, done {since} ago", "rings again {end}", "snoozed {left}"),
        (.missed, "missed, done {end}, {since} ago", "missed {end}", "missed"),
    ])
    func aProgramCanPutInTheTimesItself(state: Timers.State, sentence: String, note: String, brief: String) {
        let words = StateWords(timer(state), .placeholders)
        #expect(words.sentence == sentence && words.note == note && words.brief == brief)
    }

    /// The time of day of a deadline isn't known while it isn't known how long the machine was off.
    @Test(arguments: Timers.State.allCases) func anEstimateNamesNoTimeOfDay(state: Timers.State) {
        for isCue in [false, true] {
            let words = StateWords(timer(state, isCue: isCue, isEstimated: true), .placeholders)
            for text in [words.sentence, words.note, words.brief, words.before] {
                #expect(!text.contains("{end}") && !text.contains("{clock}"))
            }
        }
    }

    @Test func eggsThatWereNotPutInInTimeAreNotCalledDone() {
        let words = StateWords(timer(.missed, isCue: true), .placeholders)
        #expect(words.note == "missed, should have gone in {end}")
        #expect(words.sentence == "missed, should have gone in {since} ago")
        #expect(words.alarm == "not put into the water in time")
        #expect(StateWords(timer(.paused, isCue: true), .placeholders).note == "paused, not in yet")
    }

    @Test func theTimesArePutIn() {
        let now = LocalTime(unixMilliseconds: 1_800_000_000_000)
        #expect(timer(.cooking).words(seenFrom: now).sentence == "1:02 left, done at \(now.clock)")
        #expect(timer(.ringing).words(seenFrom: now).note == "ringing since \(now.clock)")
        #expect(timer(.cooking, isEstimated: true).words(seenFrom: now).brief == "at most 1:02")
    }

    /// English says the same of one egg and of several.
    @Test func aStateAgreesWithTheNumberOfEggs() {
        let forms = [
            "done {end}": ["listo {end}", "listos {end}"],
            "{label} cancelled": ["{label}: cancelado", "{label}: cancelados"],
        ]
        let spanish = Language("es", pluralRule: "n != 1") { english, _ in forms[english] }
        spanish.speak {
            for (count, note) in [(nil, "listo {end}"), (1, "listo {end}"), (2, "listos {end}")] as [(Int64?, String)] {
                var eggs = timer(.cooking)
                eggs.count = count
                #expect(StateWords(eggs, .placeholders).note == note)
            }
            let several = Timers.LastChange(method: "Cancel", name: nil, egg: nil, count: nil, timers: 3)
            #expect(several.removal == "3 timers: cancelados")
            let one = Timers.LastChange(method: "Cancel", name: "pot", egg: nil, count: nil, timers: 3)
            #expect(one.removal == "pot: cancelado")
        }
    }

    // MARK: Traits

    /// A timer that nobody needs to answer doesn't ask for it.
    @Test(arguments: Timers.State.allCases) func theTraitsOfAStateFitTogether(state: Timers.State) {
        let traits = state.traits
        #expect(!(traits.ticks && traits.rings), "no tick arrives while it rings")
        #expect(!traits.rings || traits.isDue)
        #expect((traits.remedy == .dismiss) == traits.isDue)
        #expect((StateWords(timer(state), .placeholders).alarm != nil) == (traits.rings || traits.isOver))
    }

    @Test func statesAreNamedAsTheyWereOrAre() {
        #expect(Timers.State.ringing.sentence(of: "tea") == "tea is ringing")
        #expect(Timers.State.missed.sentence(of: "tea") == "tea was missed")
    }
}
