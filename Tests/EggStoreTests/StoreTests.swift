import EggTestSupport
import EggTimers
import Foundation
import Instants
import SQLite
import Testing

@testable import EggStore

/// Seconds after boot.
private func at(_ seconds: Double) -> Instant {
    Instant(sinceBoot: .seconds(1000) + .seconds(seconds))
}

private func boot(_ id: String = "first", _ seconds: Double = 0) -> Boot {
    Boot(id: id, reading: at(seconds), wall: .seconds(1_800_000_000) + .seconds(seconds), isSynchronised: true)
}

private let soft = Order(egg: "soft", duration: .minutes(5))

/// A board with a timer in each state.
private func fullBoard() -> TimerBoard {
    var board = TimerBoard()
    for name in ["paused", "snoozed", "missed"].compactMap(TimerName.init) {
        _ = board.start(soft, name: name, at: at(-400))
    }
    _ = board.pause(TimerName("paused"), at: at(-300))
    _ = board.deadlinesPass(at: at(-100))
    _ = board.snooze(TimerName("snoozed"), for: .hours(1), at: at(-50))
    for name in ["ringing", "cooking"].compactMap(TimerName.init) { _ = board.start(soft, name: name, at: at(0)) }
    _ = board.extend(TimerName("cooking"), by: .minutes(30), at: at(0))
    _ = board.deadlinesPass(at: at(501))
    return board
}

extension [Effect] {
    /// The first run that is recorded.
    fileprivate var recorded: Run? {
        lazy.compactMap { if case .record(let run) = $0 { run } else { nil } }.first
    }
}

extension TimerBoard {
    /// A board with one timer, started at `at(0)`.
    fileprivate static func with(_ duration: Duration) -> TimerBoard {
        var board = TimerBoard()
        _ = board.start(Order(egg: "custom", duration: duration), at: at(0))
        return board
    }
}

@Suite struct StoreTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path(StoreFiles.database) }

    private func open() throws -> Store {
        let store = try Store(folder: folder.path)
        try store.prepareForWriting()
        return store
    }

    /// A store that shares its database with another connection, which has it open already.
    private func openShared() throws -> (Store, SQLiteConnection) {
        try save(TimerBoard())
        let other = try SQLiteConnection(path)
        try other.execute("SELECT count(*) FROM timer")
        return (try open(), other)
    }

    /// Commits and closes the database.
    private func save(_ board: TimerBoard, ended runs: [SavedRun] = [], in boot: Boot = boot()) throws {
        let store = try open()
        _ = try store.load()
        try store.commit(board.timers, ended: runs, in: boot)
        store.close()
    }

    /// A store that has committed these timers, and is open.
    private func committed(_ timers: [EggTimer]) throws -> Store {
        let store = try open()
        _ = try store.load()
        try store.commit(timers, ended: [], in: boot())
        return store
    }

    private func sqlite(_ sql: String) throws -> String {
        let result = try Program.run("/usr/bin/sqlite3", [path, sql])
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    // MARK: Saving and restoring

    @Test func everyStateIsRestoredAsItWas() throws {
        let board = fullBoard()
        #expect(Set(board.timers.map(\.state)) == Set(State.allCases))
        try save(board, in: boot("first", 501))
        let saved = try open().load().timers
        #expect(saved.map(\.timer) == board.timers)
        #expect(saved.allSatisfy { $0.boot == boot("first", 501) })
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

    @Test func timesAreSavedToTheNanosecond() throws {
        var board = TimerBoard()
        let now = Instant(sinceBoot: .nanoseconds(1_234_567_890_123_457))
        _ = board.start(soft, at: now)
        try save(board, in: Boot(id: "first", reading: now, wall: .seconds(1_800_000_000), isSynchronised: true))
        #expect(try open().load().timers.first?.timer.phase == .cooking(deadline: now.advanced(by: .minutes(5))))
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

    // MARK: History

    private func run(_ number: Int) throws -> SavedRun {
        var board = TimerBoard()
        _ = board.start(Order(egg: "egg \(number)", duration: .minutes(5)), at: at(0))
        _ = board.pause(nil, at: at(10))
        _ = board.resume(nil, at: at(25))
        _ = board.deadlinesPass(at: at(315))
        let run = board.dismiss(nil, at: at(327)).effects.recorded
        return SavedRun(try #require(run), in: boot("first", 400))
    }

    @Test func runsAreSavedByTheWallClock() throws {
        try save(TimerBoard(), ended: [try run(1)])
        let saved = try #require(try open().history(limit: 10).first)
        #expect(try saved == run(1))
        #expect(saved.started == .seconds(1_800_000_000) && saved.ended == .seconds(1_800_000_327))
        #expect(saved.ending == .dismissed && saved.overdue == .seconds(12) && saved.duration == .minutes(5))
        #expect(saved.pauses == [.init(began: .seconds(1_800_000_010), length: .seconds(15))])
    }

    @Test(
        arguments: [
            ("2 soft eggs", "soft", 2), ("left: 12 soft eggs", "soft", 12), ("1 hard egg", "hard", 1),
            ("3 onsen eggs", "onsen egg", 3), ("1: 2 a: b eggs", "a: b", 2), ("2 soft eggs", "hard", nil),
            ("2 soft egg", "soft", nil), ("02 soft eggs", "soft", nil), ("100 soft eggs", "soft", nil),
            ("egg", "soft", nil),
        ] as [(String, String, Int?)])
    func aRunOfAPartOfAPotHasItsCount(_ name: String, _ egg: String, _ count: Int?) throws {
        let run = try run(1)
        let part = SavedRun(
            id: run.id, name: name, egg: egg, started: run.started, duration: run.duration, ending: run.ending,
            ended: run.ended, overdue: run.overdue, pauses: [])
        try save(TimerBoard(), ended: [part])
        #expect(try open().history(limit: 1).map(\.count) == [count])
    }

    @Test func theNewestRunsComeFirstAndTheOldestAreDeleted() throws {
        let one = try run(0)
        let runs = (1...Store.maxRuns + 5).map { number in
            SavedRun(
                id: RunID(UInt64(number)), name: one.name, egg: "egg \(number)", started: one.started,
                duration: one.duration,
                ending: one.ending, ended: one.ended, overdue: one.overdue, pauses: [])
        }
        try save(TimerBoard(), ended: runs)
        let store = try open()
        #expect(try store.history(limit: 2).map(\.egg) == ["egg 10005", "egg 10004"])
        #expect(try store.history(limit: 20_000).count == Store.maxRuns)
        #expect(try store.history(limit: 20_000).last?.egg == "egg 6")
    }

    // MARK: A history under a wrong clock

    /// The second boot, whose clock is a minute behind: this is at 400 by a right clock, and at 100 by this boot's.
    private let wrong = Boot(
        id: "second", reading: Instant(sinceBoot: .seconds(100)), wall: .seconds(1_800_000_340), isSynchronised: false)

    /// A run of a timer that was restored in that boot.
    private func estimatedRun() throws -> SavedRun {
        var board = TimerBoard()
        _ = board.start(Order(egg: "soft", duration: .minutes(5)), at: at(0))
        let saved = board.timers.map { $0.saved(in: boot("first", 10)) }
        var restored = TimerBoard()
        _ = restored.restore(saved, in: wrong)
        let run = restored.dismiss(nil, at: Instant(sinceBoot: .seconds(104))).effects.recorded
        return SavedRun(try #require(run), in: wrong)
    }

    /// The second boot, with a right clock.
    private let right = Boot(
        id: "second", reading: Instant(sinceBoot: .seconds(150)), wall: .seconds(1_800_000_450), isSynchronised: true)

    @Test func aRunIsCorrectedWhenItsBootsClockIsKnown() throws {
        let run = try estimatedRun()
        #expect(run.isEstimated && run.overdue == .seconds(4) && run.ended == .seconds(1_800_000_344))
        let corrected = run.corrected(in: right)
        #expect(corrected.started == .seconds(1_800_000_000) && corrected.ended == .seconds(1_800_000_404))
        #expect(corrected.overdue == .seconds(104) && !corrected.isEstimated && corrected.basis == nil)
        #expect(run.corrected(in: boot("third", 1000)) == run, "another boot does not know")
    }

    @Test func aRunThatWasCancelledBeforeItWasDoneStaysSo() throws {
        let saved = TimerBoard.with(.hours(1)).timers.map { $0.saved(in: boot("first", 10)) }
        var restored = TimerBoard()
        _ = restored.restore(saved, in: wrong)
        let run = try #require(restored.cancel(nil, at: wrong.reading).effects.recorded)
        let corrected = SavedRun(run, in: wrong).corrected(in: right)
        #expect(corrected.overdue == .zero && corrected.ending == .cancelled && !corrected.isEstimated)
        #expect(corrected.started == .seconds(1_800_000_000) && corrected.ended == .seconds(1_800_000_400))
    }

    @Test func theHistoryIsCorrectedByTheFirstCommitUnderARightClock() throws {
        let run = try estimatedRun()
        let wrong = Boot(
            id: "second", reading: Instant(sinceBoot: .seconds(104)), wall: .seconds(1_800_000_344),
            isSynchronised: false)
        try save(TimerBoard(), ended: [run], in: wrong)
        #expect(try open().history(limit: 1) == [run])
        try save(TimerBoard(), in: right)
        #expect(try open().history(limit: 1) == [run.corrected(in: right)])
        let columns = "is_estimated, boot IS NULL, offset_ns IS NULL, past_shift_ns IS NULL"
        #expect(try sqlite("SELECT \(columns) FROM run") == "0|1|1|1\n")
    }

    @Test func aRunThatCannotBeCorrectedStaysAsItWas() throws {
        let run = try estimatedRun()
        try save(TimerBoard(), ended: [run], in: boot("third", 900))
        try save(TimerBoard(), in: boot("third", 901))
        #expect(try open().history(limit: 1).first?.isEstimated == true)
    }

    @Test func aWarningThatWasGivenIsKnownAfterARestart() throws {
        var board = TimerBoard(settings: .init(warning: .seconds(30)))
        _ = board.start(soft, at: at(0))
        _ = board.deadlinesPass(at: at(270))
        #expect(board.timers.first?.isWarned == true)
        try save(board)
        #expect(try open().load().timers.map(\.timer) == board.timers)
        _ = try sqlite("UPDATE timer SET is_warned = 2")
        #expect(try open().load().isDamaged)
    }

    @Test func theEggInTheWaterIsKnownAfterARestart() throws {
        var board = TimerBoard()
        let rawEgg = try RawEgg(grams: 61.7, celsius: 100.0 / 9, altitude: -3)
        _ = board.start(Order(egg: "soft", duration: .minutes(5), rawEgg: rawEgg), at: at(0))
        try save(board)
        #expect(try open().load().timers.map(\.timer) == board.timers)
    }

    @Test func aGroupIsRestored() throws {
        var board = TimerBoard()
        let order = try #require(try EggMenu.presets.order([("soft", 2), ("medium", 1), ("hard", 4)])?.get())
        _ = board.cook(order, group: try #require(TimerName("left pot")), at: at(0))
        _ = board.deadlinesPass(at: at(300))
        #expect(board.timers.map(\.isCue) == [true, false, false])
        try save(board)
        #expect(try open().load().timers.map(\.timer) == board.timers)
    }

    @Test(arguments: ["", "58 4", "58 4 0 0", "58  4", "58  4 0", "58 4 egg", "5800 4 0", "nan 4 0"])
    func anEggThatIsNoneIsDamage(text: String) throws {
        try save(fullBoard())
        _ = try sqlite("UPDATE timer SET raw_egg = '\(text)' WHERE name = 'cooking'")
        #expect(try open().load().isDamaged)
    }

    @Test(arguments: [
        "egg_count = 0", "egg_count = 100", "egg_count = NULL", "group_name = NULL", "group_name = ''",
        "after_cue_ns = 0", "after_cue_ns = 356400000000001", "state = 'ringing', until_ns = deadline_ns",
    ])
    func anImpossibleGroupIsDamage(change: String) throws {
        var board = TimerBoard()
        let order = try #require(try EggMenu.presets.order([("soft", 2), ("hard", 4)])?.get())
        _ = board.cook(order, at: at(0))
        try save(board)
        _ = try sqlite("UPDATE timer SET \(change) WHERE egg = 'soft'")
        let (saved, isDamaged) = try open().load()
        #expect(isDamaged && saved.map(\.timer.egg) == ["hard"])
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

    @Test func aKitchensEggThatIsNoneIsDamage() throws {
        let store = try open()
        _ = try store.load()
        store.kitchenEgg = .reference
        try store.commit(fullBoard().timers, ended: [], in: boot())
        store.close()
        _ = try sqlite("UPDATE kitchen SET raw_egg = '5800 4 0'")
        let damaged = try open()
        let (saved, isDamaged) = try damaged.load()
        #expect(isDamaged && saved.count == 5 && damaged.kitchenEgg == nil)
    }

    // MARK: Damaged databases

    @Test(arguments: ["deadline_ns", "id"])
    func anImpossibleTimerAloneIsLost(column: String) throws {
        let board = fullBoard()
        try save(board, in: boot("first", 501))
        _ = try sqlite("UPDATE timer SET \(column) = \(Int64.max) WHERE name = 'cooking'")
        let (saved, isDamaged) = try open().load()
        #expect(isDamaged && saved.count == board.timers.count - 1)
    }

    @Test(arguments: [
        Array("This is no database, it is a recipe for pancakes. ".utf8), [0, 1, 2], Array(repeating: 7, count: 9000),
    ])
    func aFileThatIsNotADatabaseIsDamage(bytes: [UInt8]) throws {
        folder.write(bytes, to: StoreFiles.database)
        do {
            _ = try open()
            Issue.record("it was opened")
        } catch Store.Problem.corrupt {}
    }

    @Test func anEmptyFileIsANewDatabase() throws {
        folder.write([], to: StoreFiles.database)
        #expect(try open().load().timers.isEmpty)
    }

    /// Random bytes over random pages: the store returns what was saved or reports damage, and never anything else.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func damageIsFoundOrHarmless(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let board = fullBoard()
        try save(board, ended: try (0..<200).map { try run($0) })
        _ = try sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try #require(contents(of: path))
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let page = Int.random(in: 0..<(bytes.count / 4096), using: &random)
            for offset in 0..<4096 where Bool.random(using: &random) {
                bytes[page * 4096 + offset] = UInt8.random(in: 0...255, using: &random)
            }
        }
        if seed % 4 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
        folder.write(bytes, to: StoreFiles.database)
        do {
            // The timers that are returned were saved; any others are reported as damage.
            let (saved, isDamaged) = try open().load()
            #expect(saved.allSatisfy { board.timers.contains($0.timer) }, "seed \(seed)")
            #expect(saved.count == board.timers.count || isDamaged || saved.isEmpty, "seed \(seed)")
        } catch {
            guard case Store.Problem.corrupt = error else {
                Issue.record("seed \(seed): \(error)")
                return
            }
            let aside = try #require(setAside("today"))
            #expect(contents(of: aside) == bytes)
            #expect(try open().load().timers.isEmpty)
        }
    }

    @Test(arguments: [
        "UPDATE timer SET duration_ns = -1", "UPDATE timer SET state = 'poached'", "UPDATE timer SET name = ' x'",
        "UPDATE timer SET deadline_ns = NULL", "UPDATE timer SET boot = 42", "UPDATE timer SET pauses = '1+2+3'",
        "UPDATE timer SET remaining_ns = duration_ns + 1", "UPDATE timer SET name = 'same'",
        "UPDATE timer SET deadline_ns = 9223372036854775807 WHERE deadline_ns IS NOT NULL",
        "UPDATE timer SET until_ns = 9223372036854775807 WHERE until_ns IS NOT NULL",
        "UPDATE timer SET started_ns = 9223372036854775807", "UPDATE boot SET reading_ns = 9223372036854775807",
        "UPDATE timer SET pauses = '9223372036854775807+1'",
        "UPDATE timer SET started_ns = -9223372036854775808", "UPDATE timer SET pauses = '-9223372036854775808+1'",
        "UPDATE timer SET deadline_ns = -9223372036854775808 WHERE deadline_ns IS NOT NULL",
        "UPDATE timer SET until_ns = -9223372036854775808 WHERE state IN ('ringing', 'snoozed', 'missed')",
    ])
    func anImpossibleTimerIsDamage(sql: String) throws {
        try save(fullBoard())
        _ = try sqlite(sql)
        let (saved, isDamaged) = try open().load()
        #expect(isDamaged)
        // The valid timers are not lost with the others.
        #expect(saved.allSatisfy { fullBoard().timers.contains($0.timer) || $0.timer.name.text == "same" })
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
        _ = board.snooze(nil, at: at(1))
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

    @Test(arguments: ["'x'", "replace(origin, '\n', ' ')", "replace(origin, '30000000000', '-1')"])
    func anImpossibleOriginIsDamage(origin: String) throws {
        var board = TimerBoard()
        let kitchen = Origin.Kitchen(
            id: "1", name: .standard, rings: true, silenceAfter: .minutes(2), snooze: .seconds(30), warning: .zero)
        let copy = Copy(
            run: "a", alarm: 1, name: .standard, egg: "soft", duration: .minutes(5), phase: .cooking(deadline: at(9)))
        _ = board.setCopies([try #require(copy)], of: kitchen, at: at(0))
        try save(board)
        _ = try sqlite("UPDATE timer SET origin = \(origin)")
        #expect(try open().load().isDamaged)
    }

    @Test func anImpossibleLayoutIsDamage() throws {
        try save(fullBoard())
        _ = try sqlite("PRAGMA user_version = -3")
        #expect(throws: Store.Problem.corrupt(path: path, reason: "its layout has the number -3")) { _ = try open() }
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

    @Test func aRemovedFileIsNoticed() throws {
        let store = try open()
        _ = try store.load()
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        #expect(throws: Store.Problem.removed(path: path)) { try store.commit([], ended: [], in: boot()) }
    }

    @Test func aRemovedLogIsNoticedAndClosingSavesItsContent() throws {
        let board = fullBoard()
        let store = try committed(board.timers)
        #expect(unlink(path + "-wal") == 0)
        #expect(throws: Store.Problem.removed(path: path + "-wal")) { try store.commit([], ended: [], in: boot()) }
        store.close()
        #expect(try open().load().timers.map(\.timer) == board.timers)
    }

    /// A backup that replaces the database is read as it is, with its own log or without one.
    @Test(arguments: [false, true])
    func aReplacedDatabaseIsNoticedAndTheNewFileIsNotTouched(hasLog: Bool) throws {
        let board = fullBoard()
        let store = try committed(board.timers)
        let files = hasLog ? ["", "-wal"] : [""]
        let backup = TemporaryFolder()
        let other = try Store(folder: backup.path)
        try other.prepareForWriting()
        try other.commit(board.timers.suffix(2), ended: [], in: boot())
        if !hasLog { other.close() }
        for suffix in files {
            let bytes = try #require(contents(of: backup.path(StoreFiles.database + suffix)))
            let new = folder.write(bytes, to: "new")
            #expect(rename(new, path + suffix) == 0)
        }
        #expect(throws: Store.Problem.removed(path: path)) { try store.commit([], ended: [], in: boot()) }
        store.close()
        #expect(try open().load().timers.map(\.timer) == Array(board.timers.suffix(2)))
    }

    @Test func itNeedsNoSharedMemoryAndLocksOthersOut() throws {
        let store = try committed(fullBoard().timers)
        #expect(access(path + "-shm", F_OK) != 0)
        let other = try SQLiteConnection(path)
        #expect {
            try other.execute("SELECT count(*) FROM timer")
        } throws: {
            ($0 as? SQLiteError)?.code.primary == .busy
        }
        store.close()
        try other.execute("SELECT count(*) FROM timer")
    }

    /// Another program that reads without end makes the log grow; afterwards it shrinks.
    @Test func theLogShrinksWhenNoOtherProgramReadsIt() throws {
        let (store, other) = try openShared()
        _ = try store.load()
        let run = try run(1)
        try other.execute("BEGIN")
        try other.execute("SELECT count(*) FROM run")
        func logBytes() -> Int { contents(of: "\(store.path)-wal")?.count ?? 0 }
        while logBytes() < 4 * Store.logSizeLimit {
            try store.commit([], ended: Array(repeating: run, count: 5_000), in: boot())
        }
        try other.execute("COMMIT")
        for _ in 0..<3 { try store.commit([], ended: [run], in: boot()) }
        #expect(logBytes() <= Store.logSizeLimit)
    }

    /// SQLite can count a commit after it has failed, so the next one can't rely on what was on disk before.
    @Test func afterAFailureACommitDoesNotRelyOnTheOneBefore() throws {
        let (store, other) = try openShared()
        defer { other.close() }
        _ = try store.load()
        let (wanted, run) = (fullBoard().timers, try run(1))
        try store.commit(wanted, ended: [], in: boot())
        try other.execute("CREATE TRIGGER refuse BEFORE INSERT ON run BEGIN SELECT RAISE(FAIL, 'refused'); END")
        #expect(throws: Store.Problem.self) { try store.commit(wanted, ended: [run], in: boot()) }
        try other.execute("DROP TRIGGER refuse")
        let counted = try open()
        _ = try counted.load()
        try counted.commit(TimerBoard.with(.minutes(1)).timers, ended: [run], in: boot())
        counted.close()
        try store.commit(wanted, ended: [run], in: boot())
        #expect(try store.load().timers.map(\.timer) == wanted)
        #expect(try store.history(limit: 9).count == 1)
    }

    /// At a power cut, a part of that log that was never synced would end it.
    @Test func theLogOfAKilledProcessIsMovedIntoTheDatabase() throws {
        let store = try committed(fullBoard().timers)
        defer { store.close() }
        let (killed, later) = (TemporaryFolder(), TemporaryFolder())
        #expect(try Program.run("/bin/cp", [path, "\(path)-wal", killed.path]).status == 0)
        let next = try Store(folder: killed.path)
        #expect(try next.load().timers.count == 5)
        try next.prepareForWriting()
        #expect(try Program.run("/bin/cp", [killed.path(StoreFiles.database), later.path]).status == 0)
        #expect(try Store(folder: later.path).load().timers.count == 5)
    }

    // MARK: Rights

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func onlyItsOwnerCanReadIt() throws {
        for mask: mode_t in [0o644, 0o600] {
            let store = try committed(fullBoard().timers)
            #expect(mode(path) == 0o600 && mode(path + "-wal") == 0o600)
            store.close()
            // The rights of others are removed at the next start.
            #expect(chmod(path, mask) == 0)
        }
    }

    @Test func aStateFolderIsMadePrivateAndASharedFolderIsLeftAlone() throws {
        try save(fullBoard())
        #expect(chmod(folder.path, 0o755) == 0)
        folder.write([], to: "shopping list")
        StoreFiles.tighten(folder: folder.path)
        #expect(mode(folder.path) == 0o755)
        unlink(folder.path("shopping list"))
        StoreFiles.tighten(folder: folder.path)
        #expect(mode(folder.path) == 0o700)
    }

    @Test func anotherProgramsLockDoesNotPreventOpening() throws {
        try save(fullBoard())
        let lock = try Program(
            "/usr/bin/python3",
            [
                "-c",
                "import sqlite3, sys, time; d = sqlite3.connect(sys.argv[1], isolation_level=None); "
                    + "d.execute('BEGIN IMMEDIATE'); print('locked', flush=True); time.sleep(60)", path,
            ])
        #expect(try lock.line() == "locked")
        let store = try open()
        #expect(try store.load().timers.count == 5 && store.readOnlyReason == nil)
        lock.signal(SIGKILL)
    }

    private func setAside(_ date: String = "2026-11-20T08.35.00") -> String? {
        StoreFiles.setAside(folder: folder.path, because: .damaged, date: date)
    }

    @Test func damageIsMovedAsideAndNothingIsOverwritten() throws {
        for number in 1...3 {
            folder.write(Array("damage \(number)".utf8), to: StoreFiles.database)
            let aside = try #require(setAside())
            #expect(contents(of: aside) == Array("damage \(number)".utf8))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }

    /// The log goes with its database or stays with it: alone, either would be an earlier state.
    @Test func aDatabaseIsMovedWithItsLogOrNotAtAll() throws {
        folder.write(Array("damage".utf8), to: StoreFiles.database)
        folder.write(Array("its log".utf8), to: StoreFiles.database + "-wal")
        // The log's new name is too long, and the database's is not.
        let date = String(repeating: "x", count: 253 - "\(StoreFiles.database).damaged-".count)
        #expect(setAside(date) == nil)
        #expect(contents(of: path) == Array("damage".utf8))
        #expect(contents(of: path + "-wal") == Array("its log".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a file"))
    func aDatabaseThatCannotBeMovedKeepsItsLog() throws {
        folder.write(Array("damage".utf8), to: StoreFiles.database)
        folder.write(Array("its log".utf8), to: StoreFiles.database + "-wal")
        // A file on which another is mounted can't be renamed.
        try #require(try Program.run("/bin/mount", ["--bind", path, path]).status == 0)
        defer { _ = try? Program.run("/bin/umount", ["-l", path]) }
        #expect(setAside() == nil)
        #expect(contents(of: path + "-wal") == Array("its log".utf8))
    }

    @Test func damageIsListedUntilItIsDismissed() throws {
        var paths: [String] = []
        for number in 1...2 {
            folder.write(Array("damage \(number)".utf8), to: StoreFiles.database)
            folder.write([], to: StoreFiles.database + "-wal")
            paths.append(try #require(setAside()))
        }
        #expect(StoreFiles.setAside(.damaged, in: folder.path) == paths)
        StoreFiles.dismissSetAside(in: folder.path)
        #expect(StoreFiles.setAside(.damaged, in: folder.path).isEmpty)
        #expect(contents(of: path + ".old-2026-11-20T08.35.00") == Array("damage 1".utf8))
        #expect(contents(of: path + ".old-2026-11-20T08.35.00-2") == Array("damage 2".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
    }

    @Test func aReadOnlyDatabaseIsRead() throws {
        let board = fullBoard()
        try save(board)
        // Root can write anyway, and reads what others can only read.
        #expect(chmod(path, 0o400) == 0 && chmod(folder.path, 0o500) == 0)
        defer { chmod(folder.path, 0o700) }
        let store = try Store(folder: folder.path)
        #expect(try store.load().timers.map(\.timer) == board.timers)
        if geteuid() != 0 { #expect(store.readOnlyReason != nil) }
    }
}
