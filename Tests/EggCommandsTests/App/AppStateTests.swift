import EggTimers
import EggWire
import Instants
import Terminal
import Testing

@testable import EggCommands

/// The state of the app, without its picture.
@Suite struct AppStateTests {
    private let start = AppFixture.start

    @Test func anAlarmIsShownLargeBeforeTheChosenTimer() {
        var app = AppFixture.app([.example(.cooking), .example(.cooking, name: "tea")])
        _ = app.handle(.key(.down), at: start)
        #expect(app.main(of: [.example(.cooking), .example(.cooking, name: "tea")])?.name == "tea")
        #expect(app.main(of: [.example(.ringing), .example(.cooking, name: "tea")])?.name == "egg")
        #expect(app.main(of: [.example(.ringing), .example(.ringing, name: "tea")])?.name == "tea")
    }

    @Test func ofEquallyUrgentTimersTheFirstIsShownLarge() {
        let timers = [Timers.Timer.example(.cooking, name: "a"), .example(.cooking, name: "b")]
        #expect(AppFixture.app(timers).main(of: timers)?.name == "a")
    }

    @Test func aTimerThatIsDueCausesNoWakeups() {
        let due = Timers.Timer.example(.cooking).with { $0.remainingMs = 0 }
        #expect(AppFixture.app([due]).nextWake(at: start, bars: []) == nil)
    }

    @Test func onlyACancelledTimerIsSaidToBe() {
        var app = AppFixture.app([.example(.cooking)])
        _ = app.handle(AppFixture.event([.example(.paused)], .paused, "egg"), at: start)
        #expect(app.notice(at: start)?.contains("cancelled") != true)
        _ = app.handle(AppFixture.event([], .cancelled, "egg"), at: start)
        #expect(app.notice(at: start)?.contains("cancelled") == true)
    }

    /// A change of several timers is undone by an event for each of them.
    @Test func uTakesTheLastCommandBackAndTheNoticeSaysWhich() {
        let hard = Timers.Timer.example(.cooking, egg: "hard")
        var app = AppFixture.app([hard])
        let last = Timers.LastChange(method: "Cancel", name: "egg", egg: "hard", timers: 1)
        _ = app.handle(AppFixture.event([], .cancelled, "egg", lastChange: last), at: start)
        #expect(app.notice(at: start) == "hard egg: cancelled; bring it back: u")
        #expect(app.type("u") == [.call(.undo)] && app.type("U") == [.call(.undo)])
        for _ in 1...2 {
            _ = app.handle(AppFixture.event([hard], .undone, "egg"), at: start)
            #expect(app.notice(at: start) == "undone: cancel of hard egg")
        }
    }
}

/// Timers at a later time, for screens that run on between two events.
@Suite struct TimerShowingTests {
    @Test func theProgressOfATimerWithoutALengthStays() {
        let timer = Timers.Timer.example(.cooking).with { ($0.durationMs, $0.progress) = (0, 0.5) }
        #expect(timer.advanced(by: .seconds(1)).progress == 0.5)
    }

    @Test(arguments: [(30_000, 15_001), (29_000, 14_001), (15_000, 1), (300_000, 15_001)] as [(Int64, Int64)])
    func aBarOfTenStepsChangesInTheMiddleOfAStep(remainingMs: Int64, waitMs: Int64) {
        let timer = Timers.Timer.example(.cooking).with { $0.remainingMs = remainingMs }
        #expect(timer.timeToNextStep(of: 10) == .milliseconds(waitMs))
    }

    @Test func anEmptyBarDoesNotChange() {
        let timer = Timers.Timer.example(.cooking)
        #expect(timer.with { $0.remainingMs = 14_000 }.timeToNextStep(of: 10) == nil)
        #expect(timer.timeToNextStep(of: 0) == nil)
        #expect(timer.with { $0.durationMs = 0 }.timeToNextStep(of: 10) == nil)
        #expect(Timers.Timer.example(.paused).timeToNextStep(of: 10) == nil)
    }
}

/// Text that is pasted into the app.
@Suite struct AppPasteTests {
    private static func paste(_ text: String) -> [Key] {
        text.unicodeScalars.map { .pasted($0) }
    }

    @Test func outsideAPromptItDoesNothing() {
        var app = AppFixture.app([.example(.cooking)])
        let keys = Self.paste("smhtqcdz+-? ")
        #expect(keys.flatMap { app.press($0) }.isEmpty && app.entry == nil && !app.isHelpShown)
        _ = app.press(.character("?"))
        #expect(keys.flatMap { app.press($0) }.isEmpty && app.isHelpShown)
        var ringing = AppFixture.app([.example(.ringing)])
        #expect(keys.flatMap { ringing.press($0) }.isEmpty)
    }

    @Test func inAPromptItIsTyped() {
        var app = AppFixture.app()
        _ = app.press(.character("t"))
        // The last character was the end of a line.
        #expect(Self.paste("9m left-pot ").flatMap { app.press($0) }.isEmpty)
        #expect(app.entry?.text == "9m left-pot ")
        #expect(app.press(.enter) == [.call(.start(.minutes(9), name: "left-pot"))])
    }

    @Test func inAPromptItAnswersNoAlarm() {
        var app = AppFixture.app([.example(.ringing)])
        _ = app.press(.character("t"))
        #expect(Self.paste("d z").flatMap { app.press($0) }.isEmpty && app.entry?.text == "d z")
    }
}
