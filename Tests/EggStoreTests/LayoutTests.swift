import EggTestSupport
import EggTimers
import Instants
import SQLite
import Testing

@testable import EggStore

/// Databases of every earlier layout, each as an eggd of that time has left it.
///
/// In each, an egg and a time without one cook, and other timers are paused, ring and are snoozed. Two runs were
/// cancelled and one dismissed; the second was a time without an egg. From the fourth layout on, there is a group.
@Suite struct LayoutTests {
    private static let earlier = 1..<Schema.version

    private let folder = TemporaryFolder()
    private var path: String { folder.path(StoreFiles.database) }

    private func sqlite(_ sql: String) throws -> String {
        let result = try Program.run("/usr/bin/sqlite3", [path, sql])
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    /// The timers of the file, as lines of their columns but name and ID.
    private func rows(_ layout: Int) throws -> String {
        let later = layout < 4 ? "NULL, NULL, NULL, NULL" : "raw_egg, group_name, egg_count, after_cue_ns"
        return try sqlite(
            """
            SELECT id, timer.egg, duration_ns, state, deadline_ns, until_ns, remaining_ns, started_ns, pauses, \(later)
            FROM timer ORDER BY id
            """)
    }

    /// The same of timers that were read.
    private func rows(_ timers: [EggTimer]) -> String {
        func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "" }
        return timers.map { timer -> String in
            let (deadline, until, remaining) = timer.phase.parts
            let instants = [deadline, until].map { text($0?.sinceBoot.nanoseconds) }
            let pauses = timer.pauses.map { "\($0.began.sinceBoot.nanoseconds)+\(text($0.length?.nanoseconds))" }
            var columns: [String] = [text(timer.id.number), timer.egg, text(timer.duration.nanoseconds)]
            columns.append(timer.state.rawValue)
            columns += instants
            columns += [text(remaining?.nanoseconds), text(timer.startedAt.sinceBoot.nanoseconds)]
            columns += [pauses.joined(separator: " "), text(timer.rawEgg.map(RawEggColumn.write))]
            columns += [text(timer.portion?.group.text), text(timer.portion?.count)]
            columns.append(text(timer.portion?.afterCue?.nanoseconds))
            return columns.joined(separator: "|") + "\n"
        }.joined()
    }

    /// Without a name, an egg was called `egg` like a time before the fifth layout, so the egg was given one.
    private func names(_ layout: Int) -> [String] {
        ["rung", "snoozed", layout < 5 ? "left" : "egg", "timer", "pan"]
            + (layout < 4 ? [] : ["2 soft eggs", "1 hard egg"])
    }

    private func boot(_ saved: [SavedTimer]) throws -> Boot { try #require(saved.first?.boot) }

    /// As from a disk that is full.
    @Test(arguments: earlier) func itIsReadWithoutBeingWritten(layout: Int) throws {
        try OtherLayout.make(layout, at: path)
        let (before, rows) = (contents(of: path), try rows(layout))
        let store = try Store(folder: folder.path)
        let (saved, isDamaged) = try store.load()
        #expect(!isDamaged && self.rows(saved.map(\.timer)) == rows)
        #expect(saved.map(\.timer.name.text) == names(layout))
        #expect(Set(saved.map(\.timer.runID)).count == saved.count)
        // The pot was started by the last command.
        #expect(saved.allSatisfy { ($0.timer.undo != nil) == (layout == 7 && $0.timer.portion != nil) })
        #expect(saved.allSatisfy { $0.timer.sound == nil && !$0.timer.isWarned && $0.timer.estimate == nil })
        #expect(saved.allSatisfy { $0.boot.id == "00000000-1111-4222-8333-444444444444" })
        let history = try store.history(limit: 10)
        #expect(history.map(\.name) == ["toast", "timer", "mistake"])
        #expect(history.map(\.egg) == ["custom", "custom", "hard"])
        #expect(history.map(\.ending) == [.dismissed, .cancelled, .cancelled])
        #expect(history.map(\.duration) == [.seconds(1), .minutes(3), .minutes(12)])
        #expect(Set(history.map(\.id)).union(saved.map(\.timer.runID)).count == history.count + saved.count)
        let egg = layout < 6 ? nil : try RawEgg(grams: 68, celsius: 20, altitude: 0)
        #expect(store.kitchenEgg == egg)
        store.close()
        #expect(contents(of: path) == before)
    }

    @Test(arguments: earlier) func nothingChangesByTheMigrationAndByRestarts(layout: Int) throws {
        try OtherLayout.make(layout, at: path)
        var store = try Store(folder: folder.path)
        let (saved, history) = (try store.load().timers, try store.history(limit: 10))
        let egg = store.kitchenEgg
        func expectTheSame() throws {
            let (again, isDamaged) = try store.load()
            #expect(!isDamaged && again.map(\.timer) == saved.map(\.timer) && again.map(\.boot) == saved.map(\.boot))
            #expect(try store.history(limit: 10) == history && store.kitchenEgg == egg)
        }
        try store.prepareForWriting()
        try expectTheSame()
        for _ in 1...2 {
            store.close()
            #expect(try sqlite("PRAGMA user_version; PRAGMA foreign_key_check") == "\(Schema.version)\n")
            store = try Store(folder: folder.path)
            try expectTheSame()
            try store.prepareForWriting()
            try store.commit(saved.map(\.timer), ended: [], in: boot(saved))
        }
        // The rows of the timers are those that later commits replace, and those of the runs that an undo deletes.
        try store.commit(
            saved.dropFirst().map(\.timer), ended: [], withdrawn: [#require(history.first).id], in: boot(saved))
        #expect(try store.load().timers.map(\.timer) == saved.dropFirst().map(\.timer))
        #expect(try store.history(limit: 10) == Array(history.dropFirst()))
    }

    /// The tables are those of a new database, but for the words of their definitions.
    @Test(arguments: earlier) func itsTablesAreThoseOfANewDatabase(layout: Int) throws {
        let query = """
            SELECT master.name, info.name, info.type, info."notnull", info.pk FROM sqlite_master AS master
            JOIN pragma_table_info(master.name) AS info ORDER BY master.name, info.name
            """
        var tables: [String] = []
        for isNew in [true, false] {
            if !isNew { try OtherLayout.make(layout, at: path) }
            let store = try Store(folder: folder.path)
            try store.prepareForWriting()
            store.close()
            tables.append(try sqlite(query))
            _ = DatabaseFiles(path).rename(to: folder.path("new"))
        }
        #expect(tables[0] == tables[1])
    }

    @Test(arguments: [true, false])
    func aTimeThatWasCalledEggStaysSoIfTheNameIsTaken(byGroup: Bool) throws {
        let other = byGroup ? "group_name = 'timer' WHERE group_name = 'pot'" : "name = 'timer' WHERE name = 'left'"
        try OtherLayout.make(4, at: path, sql: "UPDATE timer SET \(other)")
        let names = names(4).map { $0 == "timer" ? "egg" : $0 == "left" && !byGroup ? "timer" : $0 }
        let store = try Store(folder: folder.path)
        #expect(try store.load().timers.map(\.timer.name.text) == names)
        try store.prepareForWriting()
        #expect(try store.load().timers.map(\.timer.name.text) == names)
    }

    /// Since the fifth layout, only a person gives a time this name.
    @Test func aTimeThatIsNamedEggKeepsItsName() throws {
        try OtherLayout.make(5, at: path, sql: "DELETE FROM timer WHERE name = 'egg'")
        _ = try sqlite("UPDATE timer SET name = 'egg' WHERE name = 'timer'")
        let store = try Store(folder: folder.path)
        try store.prepareForWriting()
        #expect(
            try store.load().timers.map(\.timer.name.text)
                == names(5).filter { $0 != "egg" }.map {
                    $0 == "timer" ? "egg" : $0
                })
    }

    // MARK: Later layouts

    /// The files of the database; without one, nil.
    private var files: [[UInt8]?] { ["", "-wal", "-shm", "-journal"].map { contents(of: path + $0) } }

    @Test(arguments: [true, false]) func aLaterLayoutIsRefusedAndNotTouched(hasLog: Bool) throws {
        try OtherLayout.makeLater(at: path, hasLog: hasLog)
        let before = files
        #expect(before.map { $0 != nil } == [true, hasLog, false, false])
        for _ in 1...2 {
            #expect(throws: Store.Problem.newerSchema(path: path, found: 99)) { try Store(folder: folder.path) }
            #expect(files == before)
        }
        // The one that knows it finds all of it.
        #expect(
            try sqlite("PRAGMA user_version; SELECT count(*) FROM timer; SELECT count(yolk) FROM timer") == "99\n7\n0\n"
        )
    }
}
