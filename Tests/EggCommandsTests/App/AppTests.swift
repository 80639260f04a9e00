import EggRequests
import EggTimers
import EggWire
import Terminal
import Testing

@testable import EggCommands

private let start = AppFixture.start
private let menu = AppFixture.menu

@Suite struct AppTests {
    // MARK: Keys and taps

    @Test(arguments: [("s", "soft"), ("m", "medium"), ("h", "hard"), ("S", "soft")])
    func aLetterStartsItsEggAndLightsItUpAtOnce(letter: String, egg: String) throws {
        var app = AppFixture.app()
        #expect(app.type(letter) == [.call(.start(egg: egg))])
        let index = try #require(menu.firstIndex { $0.name == egg })
        #expect(app.isLit(index, at: start) && app.chosen == index)
        #expect(!app.isLit(index, at: start + App.lightTime))
        // The light goes out by itself.
        #expect(app.wake(at: start) == start + App.lightTime)
    }

    @Test func arrowsChooseAnyEggOfTheMenuAndEnterStartsIt() {
        var app = AppFixture.app()
        for _ in 0..<9 { _ = app.press(.right) }
        #expect(app.press(.enter) == [.call(.start(egg: "poached"))])
        _ = app.press(.left)
        #expect(app.press(.enter) == [.call(.start(egg: "hard"))])
        for _ in 0..<9 { _ = app.press(.left) }
        #expect(app.press(.enter) == [.call(.start(egg: "soft"))])
    }

    @Test(arguments: [(40, 12), (80, 24), (132, 43), (44, 60)])
    func aTapStartsItsEggAtEverySize(columns: Int, rows: Int) throws {
        for (index, egg) in menu.enumerated() {
            var app = AppFixture.app([.example(.cooking)], columns: columns, rows: rows)
            let tap = try #require(app.place(of: .egg(index)), "\(egg.name) at \(columns)×\(rows)")
            #expect(app.press(tap) == [.call(.start(egg: egg.name))])
            #expect(app.isLit(index, at: start))
        }
    }

    @Test func aTapOnASmallBarMakesItsTimerTheOneForTheKeys() throws {
        var app = AppFixture.app([.example(.cooking), .example(.cooking, name: "tea", egg: "custom")])
        #expect(app.type("c") == [.call(.change(.cancel, .shown("egg")))])
        #expect(app.press(try #require(app.place(of: .timer("tea")))).isEmpty)
        #expect(
            app.type("c+- ") == [
                .call(.change(.cancel, .shown("tea"))), .call(.change(.extend(by: .seconds(30)), .shown("tea"))),
                .call(.change(.extend(by: .seconds(-30)), .shown("tea"))), .call(.change(.pause, .shown("tea"))),
            ])
        _ = app.press(.down)
        #expect(app.type("c") == [.call(.change(.cancel, .shown("egg")))])
        // Another egg takes the place of the first, and the keys are for it.
        _ = app.press(.up)
        _ = app.type("s")
        #expect(app.type("c") == [.call(.change(.cancel, .shown("egg")))])
    }

    @Test func aTypedTimeIsStartedBesideTheEggAndIsTheOneForTheKeys() {
        let timer = Timers.Timer.example(.cooking, name: "timer", egg: "custom")
        var app = AppFixture.app([.example(.cooking)])
        #expect(app.type("t10m").isEmpty && app.press(.enter) == [.call(.start(.minutes(10), name: "timer"))])
        _ = app.handle(AppFixture.event([.example(.cooking), timer], .started, "timer"), at: start)
        #expect(app.type("c") == [.call(.change(.cancel, .shown("timer")))])
        _ = app.type("s")
        #expect(app.type("c") == [.call(.change(.cancel, .shown("egg")))])
    }

    /// As for a command without a name.
    @Test func theKeysAreForTheEggElseForTheTime() {
        let timer = Timers.Timer.example(.paused, name: "timer", egg: "custom")
        var both = AppFixture.app([.example(.cooking, name: "left"), timer, .example(.paused)])
        #expect(both.type("c") == [.call(.change(.cancel, .shown("egg")))])
        var time = AppFixture.app([.example(.cooking, name: "left"), timer])
        #expect(time.type("c") == [.call(.change(.cancel, .shown("timer")))])
        var others = AppFixture.app([.example(.paused, name: "right"), .example(.cooking, name: "left")])
        #expect(others.type("c") == [.call(.change(.cancel, .shown("left")))], "the most urgent one")
    }

    @Test func upAndDownGoThroughTheTimersInTheirOrder() {
        let timers = [Timers.Timer.example(.cooking)] + ["tea", "left"].map { .example(.paused, name: $0) }
        var app = AppFixture.app(timers)
        for (key, name) in [(Key.down, "tea"), (.tab, "left"), (.down, "egg"), (.up, "left"), (.up, "tea")] {
            _ = app.press(key)
            #expect(app.type("c") == [.call(.change(.cancel, .shown(name)))])
        }
    }

    @Test func ofAShorterMenuTheLastEggIsChosen() {
        var app = AppFixture.app()
        for _ in 0..<3 { _ = app.press(.right) }
        _ = app.handle(.eggs(Array(menu.prefix(2))), at: start)
        #expect(app.press(.enter) == [.call(.start(egg: "medium"))])
    }

    @Test func theKeysInTheLastRowCanBeTapped() throws {
        var app = AppFixture.app([.example(.cooking)])
        #expect(
            app.press(try #require(app.place(of: .key(.character(" "))))) == [.call(.change(.pause, .shown("egg")))])
        #expect(app.press(try #require(app.place(of: .key(.character("q"))))) == [.quit])
    }

    @Test(arguments: [
        (Timers.State.cooking, [App.Action.call(.change(.pause, .shown("egg")))]),
        (.paused, [.call(.change(.resume, .shown("egg")))]),
        (.snoozed, [.call(.change(.dismiss, .shown("egg")))]), (.missed, [.call(.change(.dismiss, .shown("egg")))]),
        (.ringing, [.call(.change(.dismiss, .shown("egg")))]),
    ])
    func spacePausesResumesAndDismisses(state: Timers.State, actions: [App.Action]) {
        var app = AppFixture.app([.example(state)])
        #expect(app.type(" ") == actions)
    }

    @Test(arguments: [Key.enter, .character("d"), .character(" "), .tap(column: 0, row: 0), .tap(column: 12, row: 5)])
    func anyTapAndThreeKeysDismissEverythingThatRings(key: Key) {
        var app = AppFixture.app([
            .example(.ringing), .example(.cooking, name: "tea"), .example(.ringing, name: "left"),
        ])
        #expect(app.press(key) == [.call(.change(.dismiss, .shown("egg"))), .call(.change(.dismiss, .shown("left")))])
    }

    @Test func zSnoozesWhatRingsAndNothingElse() {
        var app = AppFixture.app([.example(.ringing), .example(.cooking, name: "tea")])
        #expect(app.type("z") == [.call(.change(.snooze(), .shown("egg")))])
        var quiet = AppFixture.app([.example(.cooking)])
        #expect(quiet.type("z").isEmpty)
    }

    @Test func qLeavesAndKeysWithoutATimerDoNothing() {
        var app = AppFixture.app()
        #expect(app.type(" +-cdz").isEmpty)
        #expect(app.press(.escape).isEmpty && app.press(.up).isEmpty)
        #expect(app.type("q") == [.quit])
    }

    @Test func anEggThatIsNotOnTheMenuIsLeftToEggd() {
        var app = App(
            style: .plain, flashes: true, columns: 80, rows: 24, now: start)
        #expect(app.handle(.key(.character("s")), at: start) == [.call(.start(egg: "soft"))])
        #expect(app.press(.enter).isEmpty)
    }

    @Test func helpIsClosedByAnyKeyWhichDoesNothingElse() {
        var app = AppFixture.app([.example(.cooking)])
        _ = app.type("?")
        #expect(app.isHelpShown && app.lines().contains { $0.contains("snooze the alarm") })
        // It says so, also in the smallest window.
        var small = AppFixture.app(columns: 40, rows: 12)
        _ = small.type("?")
        #expect([app, small].allSatisfy { $0.lines().contains { $0.contains("any key or tap closes this") } })
        #expect(app.type("c").isEmpty && !app.isHelpShown)
        // An alarm is not hidden behind it.
        _ = app.type("?")
        _ = app.handle(AppFixture.event([.example(.ringing)], .rang, "egg"), at: start)
        #expect(!app.isHelpShown)
    }

    // MARK: Another time

    /// `TimeEntryTests` has all that can be typed.
    @Test(arguments: [
        ("7m30s", TimerRequest.start(.seconds(450), name: "timer")),
        ("9m left-pot", .start(.minutes(9), name: "left-pot")),
        ("Poached", .start(egg: "poached")),
    ])
    func tTakesAnotherTime(text: String, call: TimerRequest) {
        var app = AppFixture.app()
        #expect(app.type("t" + text).isEmpty)
        #expect(app.lines().last?.contains("How long: \(text)") == true)
        #expect(app.press(.enter) == [.call(call)])
        #expect(app.entry == nil)
    }

    @Test func atTakesATimeOfDay() throws {
        var app = AppFixture.app()
        _ = app.type("tat 6:30pm big tea")
        let start = StartRequest(.until(try ClockTime("18:30")), name: name("big tea"))
        #expect(app.press(.enter) == [.carryOut(.start(start))])
        #expect(app.entry == nil)
    }

    @Test(arguments: ["7", "0s", "5m \u{200b}"])
    func aWrongTimeIsExplainedAndCanBeCorrected(text: String) throws {
        var app = AppFixture.app()
        _ = app.type("t" + text)
        #expect(app.press(.enter).isEmpty)
        let problem = try #require(app.entry?.problem)
        #expect(app.entry?.text == text && problem.count == 2)
        if text == "7" { #expect(problem == ["'7' has no unit", "write 7m for minutes or 7s for seconds"]) }
        for line in problem { #expect(app.lines().contains { $0.contains(line) } || line.contains("\u{200b}")) }
        #expect(app.lines().last?.contains("How long: ") == true)
        // The next key clears it.
        _ = app.press(.left)
        #expect(app.entry?.problem == [])
        for _ in text.unicodeScalars { _ = app.press(.backspace) }
        _ = app.type("5m")
        #expect(app.press(.enter) == [.call(.start(.minutes(5), name: "timer"))])
    }

    @Test(arguments: [
        ("L room 1600m", RawEgg.Properties(grams: 68, celsius: 20, altitude: 1_600)),
        ("5250ft, 62g", .init(grams: 62, altitude: 1_600.2)), ("m", .init(grams: 58)), ("12C", .init(celsius: 12)),
    ])
    func kSetsTheKitchensEgg(text: String, rawEgg: RawEgg.Properties) {
        var app = AppFixture.app()
        #expect(app.type("k" + text).isEmpty)
        #expect(app.lines().last?.contains("Kitchen: \(text)") == true)
        #expect(app.press(.enter) == [.setKitchen(rawEgg)] && app.entry == nil)
        let egg = Timers.RawEgg(massG: 68, fromCelsius: 20, altitudeM: 0)
        _ = app.handle(.kitchen(.init(rawEgg: egg, configured: egg, isSet: true)), at: start)
        #expect(app.lines().last?.contains("the kitchen's egg: L, room temperature") == true)
    }

    @Test(arguments: ["soft", "1600", "L rom"])
    func aWrongEggOfTheKitchenIsExplained(text: String) {
        var app = AppFixture.app()
        _ = app.type("k" + text)
        #expect(app.press(.enter).isEmpty && app.entry?.problem.last == "write L room 1600m")
        #expect(app.press(.escape).isEmpty && app.entry == nil)
        #expect(app.type("k").isEmpty && app.press(.enter).isEmpty && app.entry == nil)
    }

    @Test func escapeAndAnEmptyTimeStartNothing() {
        var app = AppFixture.app([.example(.cooking)])
        _ = app.type("tq")
        #expect(app.press(.escape).isEmpty && app.entry == nil)
        _ = app.type("t")
        #expect(app.press(.enter).isEmpty && app.entry == nil)
    }

    @Test func anAlarmIsDismissedWhileATimeIsTyped() {
        var app = AppFixture.app([.example(.ringing)])
        _ = app.type("t5")
        #expect(app.type("d").isEmpty)
        #expect(app.press(.enter) == [.call(.change(.dismiss, .shown("egg")))])
        #expect(app.entry?.text == "5d")
    }

    // MARK: Time

    @Test func nothingWakesAnIdleApp() {
        for timers in [[], [Timers.Timer.example(.paused)], [.example(.missed)]] {
            #expect(AppFixture.app(timers).wake(at: start) == nil)
        }
    }

    @Test func itWakesForEachStepOfTheBarAndNoOftener() throws {
        var app = AppFixture.app([.example(.cooking)], columns: 80)
        var now = start
        var bars: [String] = []
        let end = start + .seconds(30)
        while let wake = app.wake(at: now), wake < end {
            #expect(wake > now)
            now = wake
            _ = app.handle(.time, at: now)
            bars.append(app.lines(after: start.duration(to: now)).joined(separator: "\n"))
        }
        // 76 cells of eight steps last 300 s: 61 steps in 30 s, and 30 seconds that no tick has shown.
        #expect((85...92).contains(bars.count), "\(bars.count)")
        // Each wake shows something new.
        for (before, after) in zip(bars, bars.dropFirst()) { #expect(before != after) }
    }

    @Test func ticksShowTheSecondsSoThatNoWakeIsNeededForThem() throws {
        var app = AppFixture.app([
            .example(.paused).with {
                $0.state = .snoozed; $0.remainingMs = 50_000
            }
        ])
        let wake = try #require(app.wake(at: start))
        #expect(start + .seconds(1) < wake && wake < start + .milliseconds(1100))
        _ = app.handle(.lost(["eggd can't be reached"]), at: start)
        #expect(app.wake(at: start) == start + .seconds(1))
    }

    @Test func withoutConnectionTheBarContinuesAndTheAppStays() {
        var app = AppFixture.app([.example(.cooking)])
        #expect(
            app.handle(.lost(["eggd can't be reached; reconnecting", "start it with: eggd &"]), at: start).isEmpty
        )
        let lines = app.lines(after: .seconds(20))
        #expect(lines.contains { $0.contains("start it with: eggd &") })
        #expect(app.drawing(after: .seconds(20)).title == "eggd can't be reached")
        #expect(app.timers(at: start + .seconds(20)).first?.remainingMs == 180_000)
        #expect(app.timers(at: start + .seconds(200)).first?.remainingMs == 0)
        // It continues from the first event of the new connection.
        let timer = Timers.Timer.example(.cooking).with { $0.remainingMs = 100_000 }
        #expect(app.handle(AppFixture.event([timer], .snapshot), at: start + .seconds(30)) == [.askForEggs])
        #expect(app.link == .connected && app.notice(at: start + .seconds(30)) == "eggd can be reached again")
        #expect(app.timers(at: start + .seconds(31)).first?.remainingMs == 99_000)
    }

    @Test func theBellRingsEachSecondOnlyWhileTheSoundIsOut() {
        var app = AppFixture.app()
        let ringing = Timers.Timer.example(.ringing).with { $0.overdueMs = 0 }
        #expect(app.handle(AppFixture.event([ringing], .rang, "egg", soundOut: "no device"), at: start) == [.bell])
        #expect(app.handle(.time, at: start + .milliseconds(300)).isEmpty)
        #expect(app.wake(at: start + .milliseconds(300)) == start + .seconds(1))
        #expect(app.handle(.time, at: start + .seconds(1)) == [.bell])
        #expect(app.handle(AppFixture.event([ringing], .sound, soundOut: nil), at: start + .seconds(2)).isEmpty)
        #expect(app.handle(.time, at: start + .seconds(3)).isEmpty)
    }

    @Test func theScreenFlashesEverySecondSecondUnlessItMayNot() {
        let ringing = Timers.Timer.example(.ringing).with { $0.overdueMs = 0 }
        let app = AppFixture.app([ringing])
        let grounds = [0, 1, 2, 3].map { app.drawing(after: .seconds($0)).canvas[0, 0].paint.ground }
        #expect(grounds == [nil, .glow, nil, .glow])
        let calm = AppFixture.app([ringing], flashes: false)
        #expect(calm.drawing(after: .seconds(1)).canvas[0, 0].paint.ground == nil)
    }

    @Test func aRefusalIsShownForAWhile() {
        var app = AppFixture.app()
        _ = app.handle(.refused("'egg' is paused"), at: start)
        #expect(app.lines().last?.contains("'egg' is paused") == true)
        #expect(
            app.wake(at: start).map { app.lines(after: start.duration(to: $0)).last?.contains("paused") } == false)
    }

    @Test func theMenuIsAskedForAgainWhenItMayHaveChanged() {
        var app = AppFixture.app()
        #expect(app.handle(AppFixture.event([.example(.cooking)], .kitchen), at: start) == [.askForEggs])
        #expect(app.handle(AppFixture.event([.example(.cooking)], .tick), at: start).isEmpty)
    }
}
