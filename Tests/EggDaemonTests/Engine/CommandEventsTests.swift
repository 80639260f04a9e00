import EggTimers
import Instants
import Testing

@testable import EggDaemon

/// The events at which commands run.
@Suite struct CommandEventsTests {
    /// A board, and the events of its timers.
    private final class Kitchen {
        private var board = TimerBoard()
        private var events = CommandEvents()

        /// The events of a step at this second, as "event name egg".
        func at<Answer>(_ second: Int64, _ step: (inout TimerBoard, Instant) -> Step<Answer>) -> [String] {
            step(&board, Instant(sinceBoot: .seconds(second))).effects.flatMap { effect -> [String] in
                guard case .publish(let timerEvent, let timer) = effect else { return [] }
                return events.handle(timerEvent, timer).map { "\($0.event) \($0.timer.name) \($0.timer.egg)" }
            }
        }

        /// Starts a countdown of ten seconds.
        func start(_ egg: String, at second: Int64) -> [String] {
            at(second) { $0.start(Order(egg: egg, duration: .seconds(10)), at: $1) }
        }

        func pass(to second: Int64) -> [String] {
            at(second) { $0.deadlinesPass(at: $1) }
        }

        /// As after a restart, when the board has the same timers again.
        func forget() {
            events = CommandEvents()
            for timer in board.timers { _ = events.handle(.restored, timer) }
        }
    }

    private let kitchen = Kitchen()

    @Test func aCommandIsForEachOfSixEvents() {
        let cooking = EggTimer(
            id: .init(1), runID: RunID(1), name: .standard, egg: "soft", duration: .minutes(5),
            phase: .cooking(deadline: Instant(sinceBoot: .zero)), startedAt: Instant(sinceBoot: .zero))
        let found = TimerEvent.allCases.flatMap { timerEvent -> [String] in
            var events = CommandEvents()
            return events.handle(timerEvent, cooking).map { "\(timerEvent) \($0.event)" }
        }
        #expect(
            found.sorted() == [
                "cancelled cancelled", "dismissed dismissed", "missed missed", "rang ring", "replaced start",
                "returned start", "started start", "warned warning", "withdrawn cancelled",
            ])
    }

    @Test func anAlarmIsDismissedOnce() {
        #expect(kitchen.start("soft", at: 0) == ["start egg soft"])
        #expect(kitchen.pass(to: 10) == ["ring egg soft"])
        #expect(kitchen.at(11) { $0.dismiss(nil, at: $1) } == ["dismissed egg soft"])
        #expect(kitchen.start("soft", at: 12) == ["start egg soft"])
    }

    @Test func anEggThatIsStartedOverAnAlarmAnswersItFirst() {
        _ = kitchen.start("soft", at: 0)
        #expect(kitchen.start("hard", at: 1) == ["start egg hard"])
        // The alarm starts in the same step.
        #expect(kitchen.start("medium", at: 11) == ["ring egg hard", "dismissed egg hard", "start egg medium"])
        #expect(kitchen.start("soft", at: 12) == ["start egg soft"])
    }

    @Test func extendingAnAlarmAnswersIt() {
        _ = kitchen.start("soft", at: 0)
        #expect(kitchen.at(1) { $0.extend(nil, by: .seconds(1), at: $1) }.isEmpty)
        #expect(kitchen.pass(to: 11) == ["ring egg soft"])
        #expect(kitchen.at(12) { $0.extend(nil, by: .seconds(5), at: $1) } == ["dismissed egg soft"])
        #expect(kitchen.pass(to: 17) == ["ring egg soft"])
    }

    @Test func snoozingAnAlarmAnswersItAndSnoozingItAgainDoesNot() {
        _ = kitchen.start("soft", at: 0)
        _ = kitchen.pass(to: 10)
        #expect(kitchen.at(11) { $0.snooze(nil, at: $1) } == ["dismissed egg soft"])
        #expect(kitchen.at(12) { $0.snooze(.standard, at: $1) }.isEmpty)
        #expect(kitchen.pass(to: 72) == ["ring egg soft"])
        _ = kitchen.at(73) { $0.snooze(nil, at: $1) }
        // Nothing rings, but it ends what was snoozed.
        #expect(kitchen.at(74) { $0.dismiss(nil, at: $1) } == ["dismissed egg soft"])
    }

    @Test func aMissedAlarmIsAnsweredLater() {
        _ = kitchen.start("soft", at: 0)
        _ = kitchen.pass(to: 10)
        #expect(kitchen.pass(to: 610) == ["missed egg soft"])
        #expect(kitchen.start("hard", at: 700) == ["dismissed egg soft", "start egg hard"])
    }

    @Test func cancellingAnAlarmAnswersItAndCancellingACountdownDoesNot() {
        _ = kitchen.start("soft", at: 0)
        #expect(kitchen.at(1) { $0.cancel(nil, at: $1) } == ["cancelled egg soft"])
        _ = kitchen.start("soft", at: 2)
        _ = kitchen.pass(to: 12)
        #expect(kitchen.at(13) { $0.cancel(nil, at: $1) } == ["dismissed egg soft"])
    }

    // MARK: Undo

    /// A light that `on-start` turned on is turned off, and on again.
    @Test func anUndoneStartIsACancellationAndAnUndoneCancellationIsAStart() {
        _ = kitchen.start("soft", at: 0)
        #expect(kitchen.at(1) { $0.undo(at: $1) } == ["cancelled egg soft"])
        _ = kitchen.start("soft", at: 2)
        _ = kitchen.at(3) { $0.cancel(nil, at: $1) }
        #expect(kitchen.at(4) { $0.undo(at: $1) } == ["start egg soft"])
        #expect(kitchen.start("hard", at: 5) == ["start egg hard"])
        #expect(kitchen.at(6) { $0.undo(at: $1) } == ["start egg soft"])
        // Its alarm starts in the same step.
        _ = kitchen.at(11) { $0.cancel(nil, at: $1) }
        #expect(kitchen.at(13) { $0.undo(at: $1) } == ["start egg soft", "ring egg soft"])
    }

    @Test func anAnswerThatIsUndoneIsAnAlarmAgain() {
        _ = kitchen.start("soft", at: 0)
        _ = kitchen.pass(to: 10)
        _ = kitchen.at(11) { $0.snooze(nil, at: $1) }
        #expect(kitchen.at(12) { $0.undo(at: $1) } == ["ring egg soft"])
        _ = kitchen.at(13) { $0.dismiss(nil, at: $1) }
        #expect(kitchen.at(14) { $0.undo(at: $1) } == ["ring egg soft"])
        _ = kitchen.at(15) { $0.rename(nil, to: .standardTime, at: $1) }
        #expect(kitchen.at(16) { $0.undo(at: $1) }.isEmpty, "it rings all the time")
        #expect(kitchen.at(17) { $0.dismiss(nil, at: $1) } == ["dismissed egg soft"])
    }

    @Test func anAlarmThatAnUndoStopsIsAnswered() {
        _ = kitchen.start("soft", at: 0)
        _ = kitchen.at(1) { $0.extend(nil, by: .seconds(-8), at: $1) }
        #expect(kitchen.pass(to: 2) == ["ring egg soft"])
        #expect(kitchen.at(3) { $0.undo(at: $1) } == ["dismissed egg soft"])
        #expect(kitchen.at(4) { $0.pause(nil, at: $1) }.isEmpty && kitchen.at(5) { $0.undo(at: $1) }.isEmpty)
    }

    @Test func anAlarmIsKnownByItsNewNameAndAfterARestart() throws {
        let pan = try #require(TimerName("pan"))
        _ = kitchen.start("soft", at: 0)
        _ = kitchen.pass(to: 10)
        #expect(kitchen.at(11) { $0.rename(nil, to: pan, at: $1) }.isEmpty)
        kitchen.forget()
        #expect(kitchen.start("hard", at: 12) == ["start egg hard"])
        #expect(kitchen.at(13) { $0.extend(pan, by: .seconds(5), at: $1) } == ["dismissed pan soft"])
    }

    /// Its timers are new ones of the same names.
    @Test func aGroupThatIsStartedAgainAnswersItsAlarms() throws {
        let group = try #require(try EggMenu.presets.order([(egg: "soft", count: 2), (egg: "hard", count: 1)])?.get())
        #expect(
            kitchen.at(0) { $0.cook(group, at: $1) } == ["start 2 soft eggs soft", "start 1 hard egg hard"])
        #expect(kitchen.pass(to: 420).isEmpty)
        #expect(Set(kitchen.pass(to: 720)) == ["ring 2 soft eggs soft", "ring 1 hard egg hard"])
        #expect(
            kitchen.at(721) { $0.cook(group, at: $1) } == [
                "dismissed 2 soft eggs soft", "start 2 soft eggs soft", "dismissed 1 hard egg hard",
                "start 1 hard egg hard",
            ])
    }
}
