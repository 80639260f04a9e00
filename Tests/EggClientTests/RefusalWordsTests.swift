import EggClient
import EggWire
import Testing

@Suite struct RefusalWordsTests {
    @Test(arguments: [
        (TimersError.noSuchTimer(name: "tea"), "The timer “tea” no longer exists."),
        (.noSuchEgg(egg: "onsen", known: ["soft"]), "The egg “onsen” no longer exists."),
        (.wrongState(name: "tea", state: .paused), "That isn’t possible now: 'tea' is paused."),
        (.nameTaken(name: "tea"), "The name 'tea' is taken."),
        (.fixedTime(egg: "mine"), "“mine” always takes the same time now. Tap it again."),
        (
            .impossibleEgg(parameter: "massG", value: 500, minimum: 5, maximum: 200),
            "500 is out of range for the weight in grams; it must be 5 to 200."
        ),
        (
            .waterTooCool(egg: "hard", targetCelsius: 92, waterCelsius: 89.938),
            "'hard' needs 92 °C, but here water boils at 89.9 °C."
        ),
        (
            .invalidName(name: "\n"),
            "'\n' isn't a valid timer name; it must be text that can be seen."
        ),
        (.tooManyTimers(limit: 64), "There are already 64 timers, which is the limit; cancel one first."),
    ])
    func aRefusalHasASentence(error: TimersError, sentence: String) {
        #expect(error.sentence(of: nil) == sentence)
    }

    @Test func aRefusedTimeDependsOnWhatWasAskedFor() {
        let error = TimersError.invalidDuration(ms: -30_000, minimumMs: -19_000, maximumMs: 60_000)
        #expect(
            error.sentence(of: .change(.extend(by: .zero), nil)) == "-0:30 is too much; you can take off at most 0:19.")
        #expect(error.sentence(of: nil) == "-0:30 is out of range; the time must be from -0:19 to 1:00.")
    }
}
