import EggClient
import EggTimers
import EggWire
import Testing

@testable import EggCommands

@Suite struct SentencesTests {
    let words = Sentences(now: Kitchen.now)

    @Test(arguments: [
        ("egg", "soft", "soft egg"), ("timer", "custom", "timer"), ("left-pot", "soft", "left-pot (soft egg)"),
        ("pasta", "custom", "pasta"), ("egg", "custom", "egg"), ("timer", "soft", "timer (soft egg)"),
        ("Egg", "hard", "Egg (hard egg)"),
        // A configured egg can have the word in its own name.
        ("egg", "Onsen egg", "Onsen egg"), ("left", "Egg", "left (Egg)"), ("egg", "eggy", "eggy egg"),
        ("egg", "nutmegg", "nutmegg egg"),
        // A person gave this name to one egg.
        ("2 soft eggs", "soft", "2 soft eggs (soft egg)"),
    ])
    func aTimersLabelHasItsNameAndEgg(name: String, egg: String, label: String) {
        #expect(Sentences.label(.example(.cooking, name: name, egg: egg)) == label)
    }

    @Test(
        arguments: [
            // Parts of a pot; the names that eggd gives them contain the eggs.
            ("2 soft eggs", "soft", 2, "2 soft eggs"), ("1 hard egg", "hard", 1, "1 hard egg"),
            ("left: 12 soft eggs", "soft", 12, "left: 12 soft eggs"), ("3 onsen eggs", "onsen egg", 3, "3 onsen eggs"),
            ("2 soft eggs", "hard", 2, "2 soft eggs (2 hard eggs)"), ("ours", "soft", 1, "ours (soft egg)"),
            ("egg", "soft", 2, "2 soft eggs"),
        ] as [(String, String, Int64, String)])
    func theLabelOfAPartOfAPotHasTheNumberOfEggs(name: String, egg: String, count: Int64, label: String) {
        #expect(Sentences.label(.example(.cooking, name: name, egg: egg).with { $0.count = count }) == label)
    }

    // MARK: Starting

    private let fresh = Timers.Timer.example(.cooking).with {
        $0.remainingMs = 300_000
        $0.endsAtUnixMs = Kitchen.unixMilliseconds(8, 35)
    }

    @Test(arguments: [
        (58.0, 20.0, 1_500.0, " (M, room temperature, 1,500 m)"), (68, 4, 0, " (L, fridge)"),
        (62, 12.5, -10, " (62 g, 12.5 °C, -10 m)"), (48, 4, 1_600.2, " (S, fridge, 1,600 m)"),
        (78, 4, 4_007, " (XL, fridge, 4,007 m)"), (58, 4, 0, ""),
        // No such egg is possible, so it is not shown.
        (-1, 4, 0, ""),
    ])
    func aStartShowsTheEggThatItsTimeIsFor(mass: Double, from: Double, altitude: Double, basis: String) {
        let rawEgg = Timers.RawEgg(massG: mass, fromCelsius: from, altitudeM: altitude)
        let reply = Timers.Start.Reply(timer: fresh, replaced: nil, rawEgg: rawEgg)
        #expect(words.started(reply) == "soft egg: 5:00\(basis), done at 08:35")
    }

    @Test func theReferenceEggIsShownIfItWasAskedFor() {
        let rawEgg = Timers.RawEgg(massG: 58, fromCelsius: 4, altitudeM: 0)
        let reply = Timers.Start.Reply(timer: fresh, replaced: nil, rawEgg: rawEgg)
        #expect(words.started(reply, explains: true) == "soft egg: 5:00 (M, fridge), done at 08:35")
        #expect(words.started(.init(timer: fresh, replaced: nil), explains: true) == "soft egg: 5:00, done at 08:35")
    }

    @Test(arguments: [
        (Timers.State.cooking, "with 3:20 left"), (.paused, "paused with 3:20 left"), (.ringing, "that was ringing"),
        (.snoozed, "that was snoozed"), (.missed, "that was done 12:00 ago"),
    ])
    func aResetShowsTheOldTimersState(state: Timers.State, before: String) {
        let replaced = Timers.Timer.example(state, egg: "hard")
        let sentence = words.started(.init(timer: fresh, replaced: replaced))
        #expect(
            sentence == "soft egg: 5:00, done at 08:35 (replaces hard egg \(before); bring it back: eggctl undo)")
    }

    // MARK: States

    @Test(arguments: [
        (Timers.State.cooking, "soft egg: 3:20 left, done at 08:33"),
        (.paused, "soft egg: paused with 3:20 left"),
        (.ringing, "soft egg: ringing, done 0:20 ago"),
        (.snoozed, "soft egg: snoozed, rings again in 0:50 at 08:30, done 0:20 ago"),
        (.missed, "soft egg: missed, done at 08:18, 12:00 ago"),
    ])
    func eachStateHasItsSentence(state: Timers.State, sentence: String) {
        #expect(words.sentence(.example(state)) == sentence)
        #expect(words.status([.example(state)]) == [sentence])
    }

    @Test(arguments: [
        (Timers.State.cooking, "at most 3:20 left", "with at most 3:20 left", "cancelled with at most 3:20 left"),
        (
            .paused, "paused with at most 3:20 left", "paused with at most 3:20 left",
            "cancelled with at most 3:20 left"
        ),
        (.ringing, "ringing, done at least 0:20 ago", "that was ringing", "cancelled at least 0:20 after it was done"),
        (
            .snoozed, "snoozed, rings again in at most 0:50, done at least 0:20 ago", "that was snoozed",
            "cancelled at least 0:20 after it was done"
        ),
        (
            .missed, "missed, done at least 12:00 ago", "that was done at least 12:00 ago",
            "cancelled at least 12:00 after it was done"
        ),
    ])
    func estimatesAreMarked(state: Timers.State, sentence: String, before: String, cancelled: String) {
        let timer = Timers.Timer.example(state).with { $0.isEstimated = true }
        #expect(words.sentence(timer) == "soft egg: \(sentence)")
        #expect(words.started(.init(timer: fresh, replaced: timer)).contains("(replaces one \(before);"))
        #expect(timer.cancelled == "soft egg: \(cancelled)")
        if timer.overdueMs > 0 { #expect(words.dismissed([timer], name: nil).first?.contains(" at least ") == true) }
        #expect(words.sentence(timer.with { $0.isEstimated = false }) == words.sentence(.example(state)))
    }

    @Test func theStatusHasTheTemperaturesInsideTheEgg() {
        let timer = Timers.Timer.example(.paused).with { ($0.yolkCelsius, $0.centreCelsius) = (61.4, -0.2) }
        #expect(
            words.status([timer]) == ["soft egg: paused with 3:20 left; estimate: yolk 61 °C, centre 0 °C"])
        // Another program can serve any number.
        let hot = timer.with { ($0.yolkCelsius, $0.centreCelsius) = (1.7e308, -9.3e18) }
        #expect(words.status([hot]).first?.contains("estimate: yolk ") == true)
    }

    @Test func withoutTimersTheStatusSaysHowToStartOne() {
        #expect(words.status([]) == ["no timer is running; start one with: eggctl start soft"])
    }

    // MARK: Tomorrow

    private let long = Timers.Timer.example(.cooking, name: "timer", egg: "custom").with {
        $0.remainingMs = 86_400_000
        $0.endsAtUnixMs = Kitchen.unixMilliseconds(8, 30, days: 1)
    }

    @Test func anEndOnTheNextDayIsShownAsTomorrow() {
        #expect(words.sentence(long) == "timer: 24:00:00 left, done tomorrow at 08:30")
        #expect(words.started(.init(timer: long, replaced: nil)) == "timer: 24:00:00, done tomorrow at 08:30")
    }

    /// 15 January 2027 is a Friday.
    @Test(arguments: [(2, "Sunday"), (3, "Monday"), (4, "Tuesday")])
    func anEndOnALaterDayIsShownWithItsWeekday(days: Int64, weekday: String) {
        let timer = long.with {
            $0.remainingMs = 98_100_000
            $0.endsAtUnixMs = Kitchen.unixMilliseconds(11, 45, days: days)
        }
        #expect(words.sentence(timer) == "timer: 27:15:00 left, done on \(weekday) at 11:45")
    }

    @Test func midnightIsTheNextDay() {
        let late = Sentences(now: Kitchen.time(23, 59, 59))
        let timer = Timers.Timer.example(.snoozed).with { $0.endsAtUnixMs = Kitchen.unixMilliseconds(0, 0, days: 1) }
        #expect(late.snoozed([timer]) == ["soft egg: rings again in 0:50 tomorrow at 00:00"])
        let today = timer.with { $0.endsAtUnixMs = Kitchen.unixMilliseconds(23, 59, 59) }
        #expect(late.snoozed([today]) == ["soft egg: rings again in 0:50 at 23:59"])
    }

    @Test func tomorrowCanBeInTheNextYear() {
        // 31 December 2026.
        let lastOfYear = Kitchen.time(8, 30, days: -15)
        let timer = long.with { $0.endsAtUnixMs = Kitchen.unixMilliseconds(8, 30, days: -14) }
        #expect(Sentences(now: lastOfYear).sentence(timer) == "timer: 24:00:00 left, done tomorrow at 08:30")
    }

    @Test func yesterdayIsNotTomorrow() {
        let timer = Timers.Timer.example(.missed).with { $0.endsAtUnixMs = Kitchen.unixMilliseconds(23, 50, days: -1) }
        #expect(words.sentence(timer) == "soft egg: missed, done at 23:50, 12:00 ago")
    }

    // MARK: Dismissing and cancelling

    @Test(arguments: [
        (Timers.State.cooking, "left (soft egg): cancelled with 3:20 left"),
        (.paused, "left (soft egg): cancelled with 3:20 left"),
        (.ringing, "left (soft egg): cancelled 0:20 after it was done"),
        (.snoozed, "left (soft egg): cancelled 0:20 after it was done"),
        (.missed, "left (soft egg): cancelled 12:00 after it was done"),
    ])
    func aCancellationShowsTheRemainingOrOverdueTime(state: Timers.State, sentence: String) {
        #expect(Timers.Timer.example(state, name: "left").cancelled == sentence)
    }

    @Test func aDismissalShowsHowLateItWas() {
        let timers = [Timers.Timer.example(.ringing), .example(.missed, name: "pasta", egg: "custom")]
        let lines = ["soft egg: dismissed 0:20 after it was done", "pasta: dismissed 12:00 after it was done"]
        #expect(words.dismissed(timers, name: nil) == lines)
        #expect(words.dismissed(timers, name: .standard) == lines)
    }

    @Test func messagesAboutSeveralEggsAreInThePlural() {
        var eggs = Timers.Timer.example(.ringing, name: "2 soft eggs")
        eggs.count = 2
        #expect(words.dismissed([eggs], name: nil) == ["2 soft eggs: dismissed 0:20 after they were done"])
        #expect(eggs.cancelled == "2 soft eggs: cancelled 0:20 after they were done")
        eggs.name = "guests"
        #expect(eggs.cancelled == "guests (2 soft eggs): cancelled 0:20 after they were done")
        eggs.cue = Timers.Cue(text: "2 soft eggs in", cookMs: 300_000)
        #expect(
            words.dismissed([eggs], name: nil) == [
                "guests (2 soft eggs): dismissed 0:20 after they should have gone in"
            ])
    }

    @Test func withoutAnAlarmDismissSaysNothingAboutOtherTimers() {
        let advice = "to remove a timer, use 'eggctl cancel'"
        #expect(words.dismissed([], name: nil) == ["nothing to dismiss: no alarm is ringing; \(advice)"])
        #expect(
            words.dismissed([], name: name("left pot"))
                == ["nothing to dismiss: 'left pot' isn't ringing; \(advice)"])
    }

    @Test func aSnoozeShowsWhenItRingsAgain() {
        #expect(words.snoozed([.example(.snoozed)]) == ["soft egg: rings again in 0:50 at 08:30"])
        #expect(words.snoozed([]) == ["nothing to snooze: no alarm is ringing"])
    }

    // MARK: The menu

    @Test func theEggsAreAlignedInColumns() {
        let warning = "not for small children, pregnant women or the ill"
        var reply = Timers.Eggs.Reply(
            eggs: [
                .init(
                    name: "soft", durationMs: 300_000, description: "Runny", yolkCelsius: 65.2, safety: warning),
                .init(name: "hard", durationMs: 720_000, description: "Firm", centreCelsius: 67.5),
                .init(name: "jammy", durationMs: 360_000, description: "", yolkCelsius: 70),
                .init(name: "温泉卵", durationMs: 4_200_000, description: "Onsen"),
                .init(name: "quail", durationMs: 150_000, description: ""),
            ], rawEgg: .init(massG: 58, fromCelsius: 4, altitudeM: 0))
        let lines = [
            "soft     5:00  Runny; \(warning); yolk 65 °C at its edge",
            "hard    12:00  Firm; yolk 68 °C in the middle",
            "jammy    6:00  yolk 70 °C at its edge",
            "温泉卵  1:10:00  Onsen",
            "quail    2:30",
        ]
        #expect(Sentences.eggs(reply) == lines + ["these times are for: M, fridge"])
        reply.rawEgg.massG = 68
        #expect(Sentences.eggs(reply) == lines + ["these times are for: L, fridge"])
    }

    @Test func theKitchensEggIsShownWithTheConfiguredOneIfThatIsAnother() {
        let standard = Timers.RawEgg(massG: 58, fromCelsius: 4, altitudeM: 0)
        let other = Timers.RawEgg(massG: 68, fromCelsius: 20, altitudeM: 1_600)
        let text = "the kitchen's egg: L, room temperature, 1,600 m"
        #expect(Sentences.kitchen(.init(rawEgg: other, configured: other, isSet: true)) == [text])
        #expect(
            Sentences.kitchen(.init(rawEgg: other, configured: standard, isSet: true)) == [
                text, "eggd.conf has: M, fridge; to use that again: eggctl kitchen --reset",
            ])
    }

    // MARK: Several in one pot

    private func pot(_ rawEgg: Timers.RawEgg? = nil, replaced: [Timers.Timer] = []) -> Timers.Cook.Reply {
        let hard = Timers.Timer.example(.cooking, name: "4 hard eggs", egg: "hard").with {
            ($0.group, $0.count, $0.remainingMs) = ("pot", 4, 720_000)
            $0.endsAtUnixMs = Kitchen.unixMilliseconds(8, 42)
        }
        let medium = Timers.Timer.goingIn.with {
            ($0.name, $0.egg, $0.count, $0.remainingMs) = ("1 medium egg", "medium", 1, 180_000)
            $0.cue?.text = "1 medium egg in"
            $0.endsAtUnixMs = Kitchen.unixMilliseconds(8, 33)
        }
        return .init(timers: [.goingIn, medium, hard], replaced: replaced, rawEgg: rawEgg)
    }

    @Test func aGroupSaysWhatGoesInWhen() {
        let lines = [
            "now: 4 hard eggs in", "1 medium egg in at 08:33 (in 3:00)", "2 soft eggs in at 08:33 (in 3:20)",
            "all done at 08:42, in 12:00",
        ]
        #expect(words.cooking(pot()) == lines)
        #expect(words.cooking(pot(replaced: [.goingIn])) == ["'pot' starts again"] + lines)
        let large = Timers.RawEgg(massG: 68, fromCelsius: 20, altitudeM: 1_600)
        #expect(words.cooking(pot(large)).last == "all done at 08:42, in 12:00 (L, room temperature, 1,600 m)")
    }

    @Test func aCueIsShownWithItsTime() {
        let cue = Timers.Timer.goingIn
        #expect(words.sentence(cue) == "2 soft eggs in at 08:33 (in 3:20)")
        #expect(words.sentence(cue.with { $0.name = "left: 2 soft eggs" }) == "left: 2 soft eggs in at 08:33 (in 3:20)")
        #expect(words.sentence(cue.with { $0.name = "ours" }) == "ours: 2 soft eggs in at 08:33 (in 3:20)")
        #expect(words.sentence(cue.with { $0.isEstimated = true }) == "2 soft eggs in, in at most 3:20")
        #expect(words.sentence(cue.with { $0.state = .paused }) == "2 soft eggs: paused 3:20 before going in")
        let missed = cue.with { ($0.state, $0.overdueMs) = (.missed, 3_900_000) }
        #expect(words.sentence(missed) == "2 soft eggs: missed, should have gone in 1:05:00 ago")
        #expect(
            words.dismissed([missed], name: nil) == ["2 soft eggs: dismissed 1:05:00 after they should have gone in"])
        #expect(cue.cancelled == "2 soft eggs: cancelled before going in")
    }

    @Test func aCueSaysWhatToDoNow() {
        let eggs = Timers.Timer.goingIn.with { $0.cue = nil }
        let event = Timers.Event(kind: .cued, timer: "2 soft eggs", sequence: 1, cue: "2 soft eggs in")
        #expect(
            words.event(.init(event: event, timers: [eggs], soundOut: nil), of: [eggs], before: [])
                == "08:30:00 cued, now: 2 soft eggs in (3:20 left, done at 08:33)")
    }
}
