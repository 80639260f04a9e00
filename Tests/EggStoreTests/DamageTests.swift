import EggTestSupport
import EggTimers
import Foundation
import Instants
import Testing

@testable import EggStore

/// What of a damaged database is lost.
@Suite struct DamageTests: StoreSuite {
    let folder = TemporaryFolder()

    /// A timer in each state, a pot, and a copy of another kitchen's timer.
    private func boardOfEverything() throws -> TimerBoard {
        var board = fullBoard()
        let order = try #require(try EggMenu.presets.order([("soft", 2), ("hard", 4)])?.get())
        _ = board.cook(order, group: try #require(TimerName("pot")), at: at(501))
        let kitchen = Origin.Kitchen(
            id: "1", name: .standard, rings: true, silenceAfter: .minutes(2), snooze: .seconds(30), warning: .zero)
        let name = try #require(TimerName("copy"))
        let copy = Copy(
            run: "a", alarm: 1, name: name, egg: "soft", duration: .minutes(5), phase: .cooking(deadline: at(510)))
        _ = board.setCopies([try #require(copy)], of: kitchen, at: at(501))
        #expect(board.timers.count == 8)
        return board
    }

    /// What no timer can be, by the rows that are changed.
    private static let impossible: [String] =
        ["", "58 4", "58 4 0 0", "58  4", "58  4 0", "58 4 egg", "5800 4 0", "nan 4 0"].map { "raw_egg = '\($0)'" }
        + ["is_warned = 2", "deadline_ns = \(Int64.max)", "id = \(Int64.max)"]

    private static let impossibleInAPot = [
        "egg_count = 0", "egg_count = 100", "egg_count = NULL", "group_name = NULL", "group_name = ''",
        "after_cue_ns = 0", "after_cue_ns = 356400000000001", "state = 'ringing', until_ns = deadline_ns",
    ]

    private static let impossibleOrigins = [
        "'x'", "replace(origin, '\n', ' ')", "replace(origin, '30000000000', '-1')",
    ]

    private static let changes =
        impossible.map { "\($0) WHERE name = 'cooking'" }
        + impossibleInAPot.map { "\($0) WHERE group_name = 'pot' AND egg = 'soft'" }
        + impossibleOrigins.map { "origin = \($0) WHERE origin IS NOT NULL" }

    @Test(arguments: changes) func anImpossibleTimerAloneIsLost(change: String) throws {
        let board = try boardOfEverything()
        try save(board, in: boot("first", 501))
        _ = try sqlite("UPDATE timer SET \(change)")
        let (saved, isDamaged) = try open().load()
        #expect(isDamaged && saved.count == board.timers.count - 1)
        #expect(saved.allSatisfy { board.timers.contains($0.timer) })
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
    func impossibleTimersAreDamage(sql: String) throws {
        try save(fullBoard())
        _ = try sqlite(sql)
        let (saved, isDamaged) = try open().load()
        #expect(isDamaged)
        // The valid timers are not lost with the others.
        #expect(saved.allSatisfy { fullBoard().timers.contains($0.timer) || $0.timer.name.text == "same" })
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

    @Test(arguments: [-3, 7]) func anImpossibleLayoutIsDamage(number: Int) throws {
        try save(fullBoard())
        _ = try sqlite("PRAGMA user_version = \(number)")
        let reason = "its layout has the number \(number)"
        #expect(throws: Store.Problem.corrupt(path: path, reason: reason)) { _ = try open() }
    }
}
