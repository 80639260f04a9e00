import Instants
import Testing

@testable import EggTimers

/// Reversing the last pause, resume, extension, snooze or new name.
@Suite struct UndoOfChangesTests {
    /// An alarm of five minutes that rings since then.
    private static func ringing() -> TimerBoard {
        var board = TimerBoard.with(soft)
        _ = board.deadlinesPass(at: at(300))
        return board
    }

    private func phases(_ board: TimerBoard) -> [EggTimer.Phase] { board.timers.map(\.phase) }

    @Test func anEggThatWasPausedCooksOnAsIfItHadNotBeen() throws {
        var board = TimerBoard.with(soft)
        let before = board.timers
        _ = board.pause(nil, at: at(10))
        let step = board.undo(at: at(40))
        #expect(board.timers.map(\.phase) == [.cooking(deadline: at(300))] && board.timers.map(\.pauses) == [[]])
        #expect(board.timers.map(\.runID) == before.map(\.runID) && step.answer?.removed == [])
        #expect(step.effects.ofNow == [.wake(at: at(300)), .publish(.undone, board.timers[0])])
        #expect(step.answer?.timers == board.timers && board.undoEnd == nil)
        #expect(board.undo(at: at(41)).refusal == .nothingToUndo, "the start before it can't be undone any more")
        #expect(board.timers.count == 1)
    }

    @Test func anEggWhosePauseIsUndoneTooLateRingsAtOnce() throws {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(290))
        let step = board.undo(at: at(330))
        let timer = try #require(board.timers.first)
        #expect(timer.phase == .ringing(deadline: at(300), silentAt: at(930)))
        #expect(step.effects.contains(.startAlarm(timer)) && step.effects.contains(.publish(.rang, timer)))
    }

    @Test func anEggThatWasResumedIsPausedAgain() {
        var board = TimerBoard.with(soft)
        _ = board.pause(nil, at: at(10))
        let before = board.timers
        _ = board.resume(nil, at: at(20))
        #expect(board.undo(at: at(30)).answer?.timers == before && board.timers == before)
    }

    @Test(arguments: [60, -60]) func anExtensionIsTakenBack(seconds: Int64) {
        var board = TimerBoard.with(soft)
        _ = board.extend(nil, by: .seconds(seconds), at: at(10))
        _ = board.undo(at: at(30))
        #expect(phases(board) == [.cooking(deadline: at(300))] && board.timers[0].duration == .seconds(300))
    }

    /// It rang too early, by a slip.
    @Test func anAlarmOfACountdownThatWasShortenedStops() throws {
        var board = TimerBoard.with(soft)
        _ = board.extend(nil, by: .seconds(-289), at: at(10))
        _ = board.deadlinesPass(at: at(11))
        let step = board.undo(at: at(20))
        #expect(phases(board) == [.cooking(deadline: at(300))])
        #expect(step.effects.contains(.stopAlarm(board.timers[0].id)))
    }

    @Test func anAlarmThatWasSnoozedOrExtendedRingsAgainForItsFullTime() {
        let changes: [(inout TimerBoard) -> Void] = [
            { _ = $0.snooze(nil, at: at(310)) }, { _ = $0.extend(nil, by: .minutes(1), at: at(310)) },
        ]
        for change in changes {
            var board = Self.ringing()
            change(&board)
            let step = board.undo(at: at(320))
            #expect(phases(board) == [.ringing(deadline: at(300), silentAt: at(920))])
            #expect(step.effects.contains(.startAlarm(board.timers[0])))
        }
    }

    @Test func anAlarmThatRingsAgainSinceItsSnoozeGoesOn() {
        var board = Self.ringing()
        _ = board.snooze(nil, for: .seconds(5), at: at(310))
        _ = board.deadlinesPass(at: at(315))
        let step = board.undo(at: at(320))
        #expect(phases(board) == [.ringing(deadline: at(300), silentAt: at(920))])
        #expect(!step.effects.contains(.startAlarm(board.timers[0])))
    }

    /// Its run is in the history; the run that the extension began is not.
    @Test func aMissedTimerThatWasExtendedIsMissedAgain() throws {
        var board = Self.ringing()
        _ = board.deadlinesPass(at: at(900))
        let missed = board.timers
        _ = board.extend(nil, by: .seconds(5), at: at(901))
        _ = board.extend(nil, by: .seconds(5), at: at(902))
        var twice = board
        #expect(twice.undo(at: at(903)).answer?.timers.map(\.phase) == [.cooking(deadline: at(906))])
        board = TimerBoard.with(soft)
        board.timers = missed
        _ = board.extend(nil, by: .seconds(5), at: at(901))
        _ = board.deadlinesPass(at: at(906))
        let step = board.undo(at: at(907))
        #expect(board.timers.map(\.runID) == missed.map(\.runID) && board.timers.map(\.state) == [.missed])
        #expect(step.effects.contains(.stopAlarm(missed[0].id)) && step.effects.withdrawn.isEmpty)
    }

    /// Nothing else of it is taken back: it began to ring since, and rings.
    @Test func aNameIsTakenBackAlone() throws {
        var board = TimerBoard.with(soft)
        _ = board.rename(nil, to: name("left"), at: at(295))
        _ = board.deadlinesPass(at: at(300))
        let before = phases(board)
        let step = board.undo(at: at(310))
        #expect(board.timers.map(\.name) == [.standard] && phases(board) == before)
        #expect(step.effects.ofNow == [.publish(.undone, board.timers[0])])
    }

    /// The eggs of a cue that were put into the water meanwhile stay in it.
    @Test func theNameOfACueIsTakenBackAlone() throws {
        var board = TimerBoard()
        _ = board.cook(try #require(try EggMenu.presets.order([("soft", 2), ("hard", 4)])?.get()), at: at(0))
        _ = board.rename(name("2 soft eggs"), to: name("mine"), at: at(415))
        _ = board.deadlinesPass(at: at(420))
        _ = board.undo(at: at(450))
        #expect(board.timers.map(\.name.text) == ["2 soft eggs", "4 hard eggs"])
        #expect(phases(board) == [.cooking(deadline: at(720)), .cooking(deadline: at(720))])
    }

    // MARK: What would be undone

    private func last(_ board: TimerBoard) -> String {
        guard let last = board.lastChange else { return "nothing" }
        return "\(last.change) " + last.timers.map { "\($0.name) \($0.egg)" }.joined(separator: ", ")
    }

    @Test func theLastChangeIsThatOfTheLastCommand() {
        var board = TimerBoard()
        #expect(last(board) == "nothing")
        let steps: [(String, (inout TimerBoard) -> Void)] = [
            ("started egg hard", { _ = $0.start(hard, at: at(0)) }),
            ("started egg soft", { _ = $0.start(soft, at: at(1)) }),
            ("paused egg soft", { _ = $0.pause(nil, at: at(2)) }),
            ("resumed egg soft", { _ = $0.resume(nil, at: at(3)) }),
            ("resumed egg soft", { _ = $0.resume(nil, at: at(3)) }),
            ("extended egg soft", { _ = $0.extend(nil, by: .seconds(30), at: at(4)) }),
            ("renamed egg soft", { _ = $0.rename(nil, to: name("tea"), at: at(5)) }),
            ("snoozed tea soft", { _ = ($0.deadlinesPass(at: at(400)), $0.snooze(nil, at: at(401))) }),
            ("removed tea soft", { _ = $0.cancel(nil, at: at(402)) }),
            ("nothing", { _ = $0.undo(at: at(403)) }),
        ]
        for (expected, step) in steps {
            step(&board)
            #expect(last(board) == expected)
        }
    }

    /// The timer that it started again counts as the one that was extended.
    @Test func aMissedTimerThatWasExtendedIsTheLastChange() {
        var board = Self.ringing()
        _ = board.deadlinesPass(at: at(900))
        _ = board.extend(nil, by: .seconds(5), at: at(901))
        #expect(last(board) == "extended egg soft")
    }

    @Test func severalTimersAreOneLastChange() throws {
        var board = try Self.pot()
        #expect(last(board) == "started 1 soft egg soft, 2 medium eggs medium, 4 hard eggs hard")
        _ = board.cancel(name("4 hard eggs"), at: at(10))
        _ = board.cancel(name("1 soft egg"), at: at(11))
        #expect(last(board) == "removed 1 soft egg soft, 4 hard eggs hard")
        #expect(board.undo(at: at(12)).answer?.change.change == .removed)
    }

    // MARK: Several timers

    /// `pause --all` makes a call for each.
    @Test func theSameChangeOfSeveralTimersIsUndoneAsOne() {
        var board = TimerBoard.with(soft, name: name("left"))
        for other in ["middle", "right"] { _ = board.start(hard, name: name(other), at: at(0)) }
        let before = phases(board)
        for each in board.timers { _ = board.pause(each.name, at: at(10)) }
        _ = board.undo(at: at(11))
        #expect(phases(board) == before)
    }

    @Test func anotherChangeOrOneOfTheSameTimerIsUndoneAlone() {
        var board = TimerBoard.with(soft, name: name("left"))
        _ = board.start(hard, name: name("right"), at: at(0))
        _ = board.pause(name("left"), at: at(1))
        _ = board.extend(name("right"), by: .minutes(1), at: at(1))
        _ = board.extend(name("right"), by: .minutes(1), at: at(2))
        _ = board.undo(at: at(2))
        #expect(phases(board) == [.paused(remaining: .seconds(299)), .cooking(deadline: at(780))])
    }

    // MARK: Pots

    /// The moments at which the eggs of a pot are done.
    private func ends(_ board: TimerBoard) -> [Instant?] {
        board.timers.map { timer in timer.due?.advanced(by: timer.portion?.afterCue ?? .zero) }
    }

    private static func pot() throws -> TimerBoard {
        var board = TimerBoard()
        let order = try #require(try EggMenu.presets.order([("soft", 1), ("medium", 2), ("hard", 4)])?.get())
        _ = board.cook(order, at: at(0))
        return board
    }

    /// A part that was cancelled before that doesn't return with the end that the pot had then.
    @Test func aPotThatHasMovedHasOneEnd() throws {
        let changes: [(inout TimerBoard) -> Void] = [
            { _ = $0.extend(.standardGroup, by: .minutes(1), at: at(20)) },
            { _ = $0.pause(.standardGroup, at: at(20)) },
        ]
        for change in changes {
            var board = try Self.pot()
            _ = board.cancel(name("1 soft egg"), at: at(18))
            change(&board)
            _ = board.undo(at: at(25))
            #expect(board.timers.map(\.name.text) == ["2 medium eggs", "4 hard eggs"])
            #expect(ends(board) == [at(720), at(720)])
            #expect(board.undo(at: at(26)).refusal == .nothingToUndo)
        }
    }

    /// As if the pot had gone on: with 15 s at most, as after a late wake, its eggs would be done after the others.
    @Test func aCueThatPassedBeforeTheUndoIsDoneWithItsPot() throws {
        let changes: [(inout TimerBoard) -> Void] = [
            { _ = $0.pause(.standardGroup, at: at(415)) },
            { _ = $0.extend(.standardGroup, by: .minutes(1), at: at(415)) },
            { _ = $0.cancel(.standardGroup, at: at(415)) },
            { _ = $0.cancel(name("1 soft egg"), at: at(415)) },
        ]
        for change in changes {
            var board = try Self.pot()
            _ = board.deadlinesPass(at: at(300))
            change(&board)
            let step = board.undo(at: at(470))
            #expect(ends(board) == Array(repeating: at(720), count: 3))
            #expect(board.timers.allSatisfy { !$0.isCue } && board.timers[0].startedAt == at(420))
            #expect(step.effects.contains(.publish(.cued, board.timers[0])), "they are still to be put in")
        }
    }

    /// The egg takes less time than has passed since its cue.
    @Test func aCueWhosePotIsDoneRingsWithIt() throws {
        var board = TimerBoard()
        let menu = EggMenu(eggs: [
            Egg(name: "quick", duration: .seconds(10), description: ""),
            Egg(name: "slow", duration: .seconds(720), description: ""),
        ])
        _ = board.cook(try #require(try menu.order([("quick", 1), ("slow", 1)])?.get()), at: at(0))
        _ = board.cancel(name("1 quick egg"), at: at(705))
        _ = board.undo(at: at(735))
        #expect(board.timers.map(\.state) == [.ringing, .ringing])
        #expect(board.timers.map { $0.overdue(at: at(735)) } == Array(repeating: .seconds(15), count: 2))
    }

    @Test func aPartThatReturnsIsDoneWithTheOthers() throws {
        var board = try Self.pot()
        _ = board.start(hard, name: name("1 soft egg"), at: at(10))
        _ = board.undo(at: at(30))
        #expect(board.timers.map(\.portion?.group) == Array(repeating: .standardGroup, count: 3))
        #expect(ends(board) == Array(repeating: at(720), count: 3))
        for second in [300.0, 420] { _ = board.deadlinesPass(at: at(second)) }
        // The others have begun to ring.
        _ = board.cancel(name("1 soft egg"), at: at(700))
        _ = board.undo(at: at(730))
        #expect(board.timers.map(\.state) == [.ringing, .ringing, .ringing])
        #expect(board.timers.map { $0.overdue(at: at(730)) } == Array(repeating: .seconds(10), count: 3))
    }
}
