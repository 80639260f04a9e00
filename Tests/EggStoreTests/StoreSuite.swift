import EggTestSupport
import EggTimers
import Foundation
import Instants
import SQLite
import Testing

@testable import EggStore

/// Seconds after boot.
func at(_ seconds: Double) -> Instant {
    Instant(sinceBoot: .seconds(1000) + .seconds(seconds))
}

func boot(_ id: String = "first", _ seconds: Double = 0) -> Boot {
    Boot(id: id, reading: at(seconds), wall: .seconds(1_800_000_000) + .seconds(seconds), isSynchronised: true)
}

let soft = Order(egg: "soft", duration: .minutes(5))

/// A board with a timer in each state.
func fullBoard() -> TimerBoard {
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
    var recorded: Run? { lazy.compactMap { if case .record(let run) = $0 { run } else { nil } }.first }
}

extension TimerBoard {
    /// A board with one timer, started at `at(0)`.
    static func with(_ duration: Duration) -> TimerBoard {
        var board = TimerBoard()
        _ = board.start(Order(egg: "custom", duration: duration), at: at(0))
        return board
    }
}

/// A suite whose tests have a folder with a database.
protocol StoreSuite {
    var folder: TemporaryFolder { get }
}

extension StoreSuite {
    var path: String { folder.path(StoreFiles.database) }

    func open() throws -> Store {
        let store = try Store(folder: folder.path)
        try store.prepareForWriting()
        return store
    }

    /// A store that shares its database with another connection, which has it open already.
    func openShared() throws -> (Store, SQLiteConnection) {
        try save(TimerBoard())
        let other = try SQLiteConnection(path)
        try other.execute("SELECT count(*) FROM timer")
        return (try open(), other)
    }

    /// Commits and closes the database.
    func save(_ board: TimerBoard, ended runs: [SavedRun] = [], in boot: Boot = boot()) throws {
        let store = try open()
        _ = try store.load()
        try store.commit(board.timers, ended: runs, in: boot)
        store.close()
    }

    /// A store that has committed these timers, and is open.
    func committed(_ timers: [EggTimer]) throws -> Store {
        let store = try open()
        _ = try store.load()
        try store.commit(timers, ended: [], in: boot())
        return store
    }

    func sqlite(_ sql: String) throws -> String { try EggTestSupport.sqlite(path, sql) }

    func run(_ number: Int) throws -> SavedRun {
        var board = TimerBoard()
        _ = board.start(Order(egg: "egg \(number)", duration: .minutes(5)), at: at(0))
        _ = board.pause(nil, at: at(10))
        _ = board.resume(nil, at: at(25))
        _ = board.deadlinesPass(at: at(315))
        let run = board.dismiss(nil, at: at(327)).effects.recorded
        return SavedRun(try #require(run), in: boot("first", 400))
    }

    func setAside(_ date: String = "2026-11-20T08.35.00") -> String? {
        StoreFiles.setAside(folder: folder.path, date: date)
    }
}
