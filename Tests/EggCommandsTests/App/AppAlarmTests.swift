import EggClient
import EggRequests
import EggTimers
import EggWire
import Instants
import Terminal
import Testing

@testable import EggCommands

private let start = AppFixture.start

/// Alarms, cues and warnings in the terminal app.
@Suite struct AppAlarmTests {
    // MARK: Answers

    @Test(arguments: [Key.tap(column: 12, row: 5), .enter, .character(" "), .character("d"), .character("z")])
    func aSecondTapOrKeyAfterTheAnswerStartsNothing(answer: Key) {
        let tea = Timers.Timer.example(.cooking, name: "tea")
        var app = AppFixture.app([.example(.ringing), tea])
        #expect(app.press(answer).count == 1)
        let answered = start + .milliseconds(100)
        _ = app.handle(AppFixture.event([tea], .dismissed, "egg"), at: answered)
        let tap = Key.tap(column: 12, row: 5)
        for key in [tap, .enter, .character(" "), .character("s"), .character("H")] {
            #expect(app.press(key, after: .milliseconds(150)).isEmpty)
            #expect(app.press(key, after: App.answerTime - .milliseconds(1)).isEmpty)
        }
        #expect(app.press(tap, after: App.answerTime) == [.call(.start(egg: "soft"))])
    }

    @Test func textThatIsTypedAfterTheAnswerIsNotLost() {
        var app = AppFixture.app([.example(.ringing)])
        _ = app.type("t9m ")
        #expect(app.press(.enter) == [.call(.change(.dismiss, .shown("egg")))])
        _ = app.handle(AppFixture.event([], .dismissed, "egg"), at: start)
        _ = app.type("pads h")
        #expect(app.entry?.text == "9m pads h")
        // The second Enter is one too many as well.
        #expect(app.press(.enter, after: .milliseconds(150)).isEmpty && app.entry != nil)
        #expect(app.press(.enter, after: App.answerTime) == [.call(.start(.minutes(9), name: "pads h"))])
    }

    @Test func anotherAlarmIsAnsweredAtOnce() {
        var app = AppFixture.app([.example(.ringing)])
        _ = app.press(.enter)
        _ = app.handle(AppFixture.event([.example(.ringing, name: "tea")], .rang, "tea"), at: start)
        #expect(app.press(.enter, after: .milliseconds(300)) == [.call(.change(.dismiss, .shown("tea")))])
    }

    @Test(arguments: [(40, 12), (80, 24)])
    func theKeysOfAnAlarmCanBeTapped(columns: Int, rows: Int) throws {
        let app = AppFixture.app([.example(.ringing)], columns: columns, rows: rows)
        let keys: [(key: Key, call: TimerRequest)] = [
            (.character("z"), .change(.snooze(), .shown("egg"))), (.enter, .change(.dismiss, .shown("egg"))),
        ]
        for (key, call) in keys {
            var app = app
            #expect(app.press(try #require(app.place(of: .key(key)))) == [.call(call)])
        }
        // A tap anywhere else dismisses, also on an egg.
        var tapped = app
        #expect(tapped.press(try #require(app.place(of: .egg(0)))) == [.call(.change(.dismiss, .shown("egg")))])
    }

    // MARK: Without eggd

    @Test(arguments: [Timers.State.cooking, .snoozed, .ringing])
    func theTimeIsUpWithoutEggd(state: Timers.State) throws {
        for isLost in [true, false] {
            var app = AppFixture.app([.example(state).with { $0.remainingMs = state == .ringing ? 0 : 5_000 }])
            let away = isLost ? App.Input.lost(["eggd can't be reached", "start it with: eggd &"]) : .stalled
            let bells = app.handle(away, at: start)
            #expect(bells == (state == .ringing ? [.bell] : []))
            let due = start + .seconds(5)
            #expect(state == .ringing || app.wake(at: due - .milliseconds(1)) == due)
            #expect(app.handle(.time, at: due) == [.bell])
            let text = app.lines(after: .seconds(5)).joined(separator: "\n")
            #expect(text.contains("The time is up, and eggd doesn't answer"))
            #expect(text.contains("start it with") == isLost)
            #expect(!text.contains("dismiss") && !text.contains("snooze") && !text.contains("pause"))
            // The large digits have the colour of an alarm.
            let canvas = app.drawing(after: .seconds(5)).canvas
            let bold = canvas.painted.filter { $0.paint.isBold && $0.paint.ink != nil }
            #expect(!bold.isEmpty && bold.allSatisfy { $0.paint.ink == .loud })
            // It rings each second, until somebody answers.
            let next = try #require(app.wake(at: due))
            #expect(due < next && next <= due + .seconds(1))
            #expect(app.handle(.time, at: due + .seconds(1)) == [.bell])
            let answer = app.press(try #require(app.place(of: .key(.enter), after: .seconds(6))), after: .seconds(6))
            #expect(answer == (state == .ringing ? [.call(.change(.dismiss, .shown("egg")))] : []))
            #expect(app.handle(.time, at: due + .seconds(2)).isEmpty)
            #expect(app.lines(after: .seconds(8)).contains { $0.contains("The time is up, and eggd doesn't answer") })
            // Then eggd can be reached again, and rings itself.
            let ringing = Timers.Timer.example(.ringing)
            #expect(
                app.handle(AppFixture.event([ringing], .snapshot), at: due + .seconds(4)) == [.askForEggs])
            #expect(app.lines(after: .seconds(9)).contains { $0.contains("z: snooze") })
        }
    }

    @Test func withoutEggdOnlyKeysThatWorkAreShown() {
        var app = AppFixture.app([.example(.cooking)])
        _ = app.handle(.lost(["eggd can't be reached"]), at: start)
        let last = app.lines().last ?? ""
        #expect(last.contains("?: help") && last.contains("q: leave"))
        for key in ["pause", "cancel", "another time", "30 s"] { #expect(!last.contains(key)) }
        #expect(app.handle(.time, at: start + .seconds(1)).isEmpty)
    }

    // MARK: Cues and warnings

    private func cued(_ timers: [Timers.Timer]) -> App.Input {
        let event = Timers.Event(kind: .cued, timer: "2 soft eggs", sequence: 1, cue: "2 soft eggs in")
        return .event(.init(event: event, timers: timers, soundOut: nil))
    }

    private let pot = [
        Timers.Timer.goingIn.with { $0.cue = nil },
        .example(.cooking, name: "4 hard eggs", egg: "hard").with { $0.group = "pot" },
    ]

    @Test func aCueIsShownForHalfAMinuteWithABell() throws {
        var app = AppFixture.app(pot)
        _ = app.type("?")
        #expect(app.handle(cued(pot), at: start) == [.bell])
        #expect(!app.isHelpShown)
        #expect(app.lines().last?.contains("Now: 2 soft eggs in") == true)
        #expect(app.handle(.time, at: start + .seconds(29)).isEmpty)
        #expect(app.notice(at: start + .seconds(29)) == "Now: 2 soft eggs in")
        #expect(app.notice(at: start + .seconds(30)) == nil)
        // Another notice covers it for a while only.
        _ = app.handle(.refused("no"), at: start)
        #expect(app.notice(at: start) == "no")
        #expect(app.notice(at: start + .seconds(10)) == "Now: 2 soft eggs in")
    }

    @Test func aWarningIsShownLikeACue() {
        var app = AppFixture.app([.example(.cooking)])
        _ = app.type("?")
        #expect(app.handle(AppFixture.event([.example(.cooking)], .warned, "egg"), at: start) == [.bell])
        #expect(!app.isHelpShown && app.notice(at: start) == "soft egg is almost done")
        _ = app.handle(AppFixture.event([.example(.ringing)], .rang, "egg"), at: start + .seconds(10))
        #expect(app.notice(at: start + .seconds(10)) == nil)
    }

    @Test func aCueIsOverWhenNothingOfItsPotCooks() throws {
        func reply(_ timers: [Timers.Timer]) -> Timers.Watch.Reply {
            .init(
                event: .init(kind: .cued, timer: "2 soft eggs", sequence: 1, cue: "2 soft eggs in"), timers: timers,
                soundOut: nil)
        }
        let cue = try #require(Announcement(reply(pot), at: start))
        #expect(cue.text == "Now: 2 soft eggs in" && cue.applies(to: pot, at: start + .seconds(29)))
        #expect(cue.applies(to: [pot[1]], at: start))
        #expect(!cue.applies(to: pot, at: start + .seconds(30)))
        #expect(!cue.applies(to: [], at: start))
        #expect(!cue.applies(to: pot.map { $0.advanced(by: .seconds(200)) }, at: start))
        #expect(!cue.applies(to: pot.map { $0.with { $0.state = .ringing } }, at: start))
        #expect(!cue.applies(to: [.example(.cooking, name: "tea")], at: start))
        #expect(Announcement(reply([]), at: start) == nil)
    }

    // MARK: Notices

    @Test func aNoticeHidesNeitherTheKeysOfAnAlarmNorWhatIsTyped() {
        var ringing = AppFixture.app([.example(.ringing)])
        _ = ringing.handle(.refused("it can't"), at: start)
        #expect(ringing.lines().last?.contains("z: snooze") == true)
        #expect(ringing.lines().contains { $0.contains("it can't") })
        var typing = AppFixture.app([.example(.cooking)])
        _ = typing.type("t7")
        _ = typing.handle(.refused("it can't"), at: start)
        #expect(typing.lines().last?.contains("How long: 7") == true)
        #expect(typing.lines().contains { $0.contains("it can't") })
    }

    @Test func anEggThatIsReplacedIsNamed() throws {
        var app = AppFixture.app([.example(.cooking, egg: "hard")])
        #expect(app.type("s") == [.call(.start(egg: "soft"))])
        let soft = Timers.Timer.example(.cooking).with { $0.remainingMs = 300_000 }
        _ = app.handle(.started(.init(timer: soft, replaced: .example(.cooking, egg: "hard"))), at: start)
        let notice = try #require(app.notice(at: start))
        #expect(notice.hasPrefix("soft egg: 5:00, done "))
        #expect(notice.hasSuffix(" (replaces hard egg with 3:20 left; bring it back: u)"))
        var other = AppFixture.app()
        _ = other.handle(.started(.init(timer: soft, replaced: nil)), at: start)
        #expect(other.notice(at: start) == nil)
    }
}
