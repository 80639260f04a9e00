import EggClient
import EggRequests
import EggTestSupport
import EggTimers
import EggWire
import Testing

/// The words for copies of other kitchens' timers.
@Suite struct CopyWordsTests {
    private func copy(
        _ name: String = "egg", egg: String = "soft", isReachable: Bool = true, rings: Bool = true,
        state: Timers.State = .cooking
    ) -> Timers.Timer {
        Timers.Timer(
            name: "cellar/\(name)", egg: egg, state: state, durationMs: 300_000, remainingMs: 192_000, overdueMs: 0,
            progress: 0.5, endsAtUnixMs: nil, actions: State(rawValue: state.rawValue)?.actions.map(\.rawValue) ?? [],
            id: "0123456789abcdef", alarm: 1,
            origin: .init(
                kitchen: "1", kitchenName: "cellar", run: "a", name: name, isReachable: isReachable, rings: rings))
    }

    private let now = LocalTime(unixMilliseconds: 1_800_000_000_000)

    @Test func aLabelBeginsWithTheKitchen() {
        #expect(copy().label == "cellar: soft egg" && copy().heading == "cellar: soft egg")
        #expect(copy("left").label == "cellar: left (soft egg)" && copy("tea", egg: "custom").label == "cellar: tea")
        #expect(copy().sentence(seenFrom: now) == "cellar: soft egg: 3:12 left, done at ?")
        let away = copy(isReachable: false)
        #expect(away.sentence(seenFrom: now) == "cellar: soft egg: 3:12 left, done at ? (cellar can't be reached)")
    }

    @Test func aCueIsSaidOnce() {
        var cue = copy("2 soft eggs")
        (cue.group, cue.count) = ("cellar/pot", 2)
        cue.cue = .init(text: "cellar: 2 soft eggs in", cookMs: 300_000)
        #expect(cue.sentence(seenFrom: now) == "cellar: 2 soft eggs in at ? (in 3:12)")
        #expect(cue.label == "cellar: 2 soft eggs")
        #expect(cue.cueNow == "now: cellar: 2 soft eggs in")
    }

    @Test func itsLabelMeansIt() throws {
        let timers = [copy("left"), copy()]
        #expect(timers.meant(by: try #require(TimerName("Cellar: soft egg"))) == .named("cellar/egg"))
        #expect(timers.meant(by: try #require(TimerName("soft egg"))) == .typed("soft egg"))
        #expect(timers.meant(by: try #require(TimerName("cellar/egg"))) == .typed("cellar/egg"))
    }

    @Test func allTimersAreThoseOfThisKitchen() throws {
        var own = copy()
        (own.name, own.origin) = ("egg", nil)
        #expect(ChangeRequest(.pause, .all).references(ofAll: [own, copy("tea")]) == [.named("egg")])
        #expect(ChangeRequest(.dismiss, .all).references(ofAll: [copy()]) == [nil])
        #expect(
            [copy()].noneIsMeant == "no timer of this kitchen is running; name one of another: cellar/egg")
    }

    @Test func whatIsOnlyShownIsNotHeard() {
        #expect(copy(state: .ringing).rings && !copy(rings: false, state: .ringing).rings && !copy().rings)
    }

    @Test func itsKitchenSaysWhyItRefuses() {
        let error = TimersError.otherKitchen(kitchen: "cellar", problem: "the kitchen 'cellar' can't be reached")
        #expect(error.problem(of: nil) == "the kitchen 'cellar' can't be reached")
        #expect(error.sentence(of: nil) == "The kitchen 'cellar' can't be reached.")
    }

    /// An egg that is done in another room isn't the last one of this kitchen.
    @Test func theLastEggIsOfThisKitchen() {
        let problem = LastEgg.Problem.nothing(historyOut: nil)
        #expect(throws: problem) { try LastEgg.start(as: nil, [copy(state: .ringing)], .init(runs: [])) }
    }

    @Test func aRunSaysWhereItsAlarmWasAnswered() {
        let run = Timers.Run(
            name: "egg", egg: "soft", startedAtUnixMs: 0, durationMs: 300_000, ending: .dismissed,
            endedAtUnixMs: 320_000, overdueMs: 20_000, pauses: [], id: "0123456789abcdef", from: "living room")
        #expect(run.ended == "dismissed 0:20 after it was done, answered in living room")
    }
}
