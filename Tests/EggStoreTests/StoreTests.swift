import EggTestSupport
import EggTimers
import Foundation
import Instants
import SQLite
import Testing

@testable import EggStore

@Suite struct StoreTests: StoreSuite {
    let folder = TemporaryFolder()

    private static let pot = EggMenu.presets.order([("soft", 2), ("medium", 1), ("hard", 4)])

    /// What a timer can have, each in a board of its own.
    private static let changes: [@Sendable (inout TimerBoard) throws -> Void] = [
        { $0 = fullBoard() },
        // To the nanosecond.
        { _ = $0.start(soft, at: Instant(sinceBoot: .nanoseconds(1_234_567_890_457))) },
        {
            $0 = TimerBoard(settings: .init(warning: .seconds(30)))
            _ = $0.start(soft, at: at(0))
            _ = $0.deadlinesPass(at: at(270))
        },
        {
            let rawEgg = try RawEgg(grams: 61.7, celsius: 100.0 / 9, altitude: -3)
            _ = $0.start(Order(egg: "soft", duration: .minutes(5), rawEgg: rawEgg), at: at(0))
        },
        {
            _ = $0.cook(try #require(try pot?.get()), group: try #require(TimerName("left pot")), at: at(0))
            _ = $0.deadlinesPass(at: at(300))
        },
    ]

    @Test(arguments: changes.indices) func aTimerIsRestoredAsItWas(number: Int) throws {
        var board = TimerBoard()
        try Self.changes[number](&board)
        try save(board, in: boot("first", 501))
        let saved = try open().load().timers
        #expect(!saved.isEmpty && saved.map(\.timer) == board.timers)
        #expect(saved.allSatisfy { $0.boot == boot("first", 501) })
    }

    @Test func theBoardsHaveWhatATimerCanHave() throws {
        let timers = try Self.changes.flatMap { change in
            var board = TimerBoard()
            try change(&board)
            return board.timers
        }
        #expect(Set(timers.map(\.state)) == Set(State.allCases))
        #expect(timers.contains(where: \.isWarned) && timers.contains(where: \.isCue))
    }

    /// Its two rows have the same run, and each is replaced and deleted by itself.
    @Test func aTimerIsSavedAsItIsAndAsItWasBeforeTheLastChange() throws {
        var board = TimerBoard.with(.minutes(5))
        func save() throws {
            let store = try open()
            #expect(try !store.load().isDamaged)
            try store.commit(board.everything, ended: [], in: boot())
            store.close()
        }
        let changes: [(inout TimerBoard) -> Void] = [
            { _ = $0.pause(nil, at: at(1)) }, { _ = $0.resume(nil, at: at(2)) }, { _ = $0.undo(at: at(3)) },
            { _ = $0.cancel(nil, at: at(4)) }, { _ = $0.undo(at: at(5)) },
        ]
        for (number, change) in changes.enumerated() {
            change(&board)
            try save()
            let count = try sqlite("SELECT count(*), count(undo) FROM timer")
            #expect(count == ["2|1\n", "2|1\n", "1|0\n", "1|1\n", "1|0\n"][number])
        }
        _ = board.extend(nil, by: .minutes(1), at: at(6))
        try save()
        let timers = try open().load().timers.map(\.timer)
        #expect(timers.filter(\.isBefore) == board.before && timers.filter { !$0.isBefore } == board.timers)
    }

    @Test func aTimersSoundIsSavedWithItAndItsRun() throws {
        var board = TimerBoard()
        var order = soft
        order.sound = "chime"
        _ = board.start(order, at: at(0))
        try save(board)
        #expect(try open().load().timers.map(\.timer.sound) == ["chime"])
        let run = try #require(board.cancel(nil, at: at(1)).effects.recorded)
        try save(board, ended: [SavedRun(run, in: boot())])
        #expect(try open().history(limit: 9).map(\.sound) == ["chime"])
    }

    @Test func namesAreSavedByteByByte() throws {
        var board = TimerBoard()
        for text in ["\u{e9}gg", "e\u{301}gg", "it's \"egg\"; DROP TABLE timer", "鍋🥚"] {
            _ = board.start(soft, name: TimerName(text), at: at(0))
        }
        try save(board)
        #expect(
            try open().load().timers.map { Array($0.timer.name.text.utf8) }
                == board.timers.map { Array($0.name.text.utf8) })
    }

    @Test func timersRemovedFromTheBoardAreRemovedFromTheDisk() throws {
        var board = fullBoard()
        var store = try committed(board.timers)
        _ = board.cancel(TimerName("cooking"), at: at(502))
        _ = board.dismiss(nil, at: at(502))
        try store.commit(board.timers, ended: [], in: boot())
        store.close()
        store = try open()
        #expect(try store.load().timers.map(\.timer) == board.timers)
        #expect(board.timers.map(\.name.text) == ["paused"])
    }

    @Test func onlyChangesAreWritten() throws {
        var board = fullBoard()
        let (store, other) = try openShared()
        defer { other.close() }
        _ = try store.load()
        try store.commit(board.timers, ended: [], in: boot())
        let before = try sqlite("SELECT id, state FROM timer ORDER BY id")
        // The store does not write a row that it believes to be on disk, so a change from outside remains visible.
        _ = try sqlite("UPDATE timer SET egg = 'outside' WHERE name = 'missed'")
        _ = board.pause(TimerName("cooking"), at: at(502))
        try store.commit(board.timers, ended: [], in: boot())
        #expect(try sqlite("SELECT egg FROM timer WHERE name = 'missed'") == "outside\n")
        #expect(try sqlite("SELECT id, state FROM timer ORDER BY id") != before)
    }

    @Test func aLaterReadingOfTheSameBootReachesEveryTimer() throws {
        let store = try open()
        _ = try store.load()
        var board = TimerBoard()
        _ = board.start(soft, at: at(0))
        try store.commit(board.timers, ended: [], in: boot("first", 0))
        try store.commit(board.timers, ended: [], in: boot("first", 77))
        store.close()
        #expect(try open().load().timers.first?.boot == boot("first", 77))
        #expect(try sqlite("SELECT count(*) FROM boot") == "1\n")
    }

    @Test func bootsWithoutReferencesAreDeleted() throws {
        let store = try open()
        _ = try store.load()
        for number in 0..<5 { try store.commit([], ended: [], in: boot("boot \(number)")) }
        store.close()
        #expect(try sqlite("SELECT group_concat(id) FROM boot") == "boot 4\n")
    }

    @Test func aCommitIsOnDiskWhenItReturns() throws {
        let (store, other) = try openShared()
        defer { other.close() }
        var mode: String?
        try other.statement("PRAGMA journal_mode").run { mode = $0.text(0) }
        #expect(mode == "wal")
        try store.commit(fullBoard().timers, ended: [], in: boot())
        var count: Int64?
        try other.statement("SELECT count(*) FROM timer").run { count = $0.integer(0) }
        #expect(count == 5)
    }

    // MARK: The kitchen's egg

    @Test func theKitchensEggIsSavedWithTheTimers() throws {
        let (board, egg) = (fullBoard(), try RawEgg(grams: 62.5, celsius: 12.22, altitude: -10))
        let store = try open()
        #expect(try store.load().timers.isEmpty && store.kitchenEgg == nil)
        store.kitchenEgg = egg
        try store.commit(board.timers, ended: [], in: boot())
        store.close()
        let second = try open()
        #expect(try second.load().timers.count == board.timers.count && second.kitchenEgg == egg)
        // A commit of other things leaves it.
        try second.commit([], ended: [], in: boot())
        second.close()
        let third = try open()
        #expect(try third.load().timers.isEmpty && third.kitchenEgg == egg)
        third.kitchenEgg = nil
        try third.commit([], ended: [], in: boot())
        third.close()
        let fourth = try open()
        #expect(try !fourth.load().isDamaged && fourth.kitchenEgg == nil)
    }

    /// A wall clock that is wrong by centuries, more than once, moves a start as far into the past.
    @Test func anInstantOfLongAgoIsSaved() throws {
        let ago = Instant(sinceBoot: .seconds(-20_000_000_000))
        let timer = EggTimer(
            id: .init(1), runID: RunID(1), name: .standard, egg: "soft", duration: .minutes(5),
            phase: .missed(deadline: ago),
            startedAt: ago, pauses: [Pause(began: ago, length: .seconds(1))])
        let store = try open()
        _ = try store.load()
        try store.prepareForWriting()
        try store.commit([timer], ended: [], in: boot())
        store.close()
        let (saved, isDamaged) = try open().load()
        #expect(!isDamaged && saved.map(\.timer.state) == [.missed])
    }

    /// A new state or ending needs a new layout: an older eggd then leaves the file alone instead of setting it aside.
    @Test func aNewStateOrEndingNeedsANewLayout() {
        let words = State.allCases.map(\.rawValue) + Ending.allCases.map(\.rawValue)
        #expect(
            [Schema.version: words] == [
                11: [
                    "cooking", "paused", "ringing", "snoozed", "missed", "dismissed", "missed", "cancelled", "replaced",
                ]
            ])
    }

    /// Those of the last content are there, in their order.
    @Test func answersAreSavedWithTheTimers() throws {
        func answers(_ numbers: Int...) -> [KeptAnswer] {
            numbers.map { KeptAnswer(call: "Start \($0)", reply: #"{"é":\#($0)}"#) }
        }
        let store = try open()
        #expect(try store.load().timers.isEmpty && store.answers.isEmpty)
        for next in [answers(1, 2), answers(2, 3, 1), answers(2, 3, 1)] {
            store.answers = next
            try store.commit(fullBoard().timers, ended: [], in: boot())
        }
        store.close()
        let again = try open()
        #expect(try !again.load().isDamaged && again.answers == answers(2, 3, 1))
        again.answers = []
        try again.commit([], ended: [], in: boot())
        #expect(try again.load().timers.isEmpty && again.answers.isEmpty)
    }

    /// A copy's name and its group's can be longer than those of other timers.
    @Test func copiesAndTheAnswersToTheirAlarmsAreSaved() throws {
        let name = try #require(TimerName(String(repeating: "é", count: 32)))
        var board = TimerBoard.with(.minutes(5))
        for (id, rings, since) in [("1", true, nil), ("2", false, at(20))] {
            let kitchen = Origin.Kitchen(
                id: id, name: name, rings: rings, silenceAfter: .minutes(2), snooze: .seconds(30), warning: .zero,
                unreachableSince: since)
            let copies = [EggTimer.Phase.ringing(deadline: at(-1), silentAt: at(-1)), .cooking(deadline: at(9))].map {
                Copy(
                    run: "a\($0.state)", alarm: 2, name: name, egg: "soft", duration: .minutes(5), phase: $0,
                    portion: Portion(group: name, count: 2, afterCue: nil), sound: "gong", isEstimated: !rings)
            }
            #expect(board.setCopies(copies.compactMap { $0 }, of: kitchen, at: at(0)).result == .success(0))
        }
        for timer in board.timers where timer.state == .ringing { _ = board.snooze(timer.name, at: at(1)) }
        let answers = board.copyAnswers
        #expect(board.timers.count == 5 && answers.count == 2)
        let store = try open()
        _ = try store.load()
        store.copyAnswers = answers
        try store.commit(board.timers, ended: [], in: boot())
        _ = board.delivered(answers[1].id, at: at(2))
        store.copyAnswers = board.copyAnswers
        try store.commit(board.timers, ended: [], in: boot())
        store.close()
        let again = try open()
        let (saved, isDamaged) = try again.load()
        #expect(!isDamaged && saved.map(\.timer) == board.timers && again.copyAnswers == board.copyAnswers)
    }

    @Test func anEstimateIsSavedWithItsBasis() throws {
        var board = TimerBoard()
        _ = board.start(soft, at: at(0))
        let away = Boot(id: "second", reading: at(9_000), wall: .zero, isSynchronised: false)
        var restored = TimerBoard()
        _ = restored.restore(board.timers.map { $0.saved(in: boot()) }, in: away)
        #expect(restored.isEstimated)
        try save(restored, in: away)
        let saved = try #require(try open().load().timers.first)
        #expect(saved.timer == restored.timers.first && saved.boot == away)
        #expect(saved.timer.estimate?.boot == boot())
    }
}
