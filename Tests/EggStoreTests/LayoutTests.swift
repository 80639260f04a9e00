import EggTestSupport
import EggTimers
import Instants
import SQLite
import Testing

@testable import EggStore

/// Databases of the first layout, as an eggd has left it, and of the one before today's, as an eggd has made it of that one;
/// of later ones.
///
/// In both, an egg, a time without one and a pot cook, and other timers are paused, ring and are snoozed. Two runs were
/// cancelled and one dismissed; the second was a time without an egg.
@Suite struct LayoutTests: StoreSuite {
    private static let names = ["rung", "snoozed", "egg", "timer", "pan", "2 soft eggs", "1 hard egg"]

    let folder = TemporaryFolder()

    /// The timers of the file, as lines of their columns but name and ID.
    private func rows() throws -> String {
        try sqlite(
            """
            SELECT id, timer.egg, duration_ns, state, deadline_ns, until_ns, remaining_ns, started_ns, pauses,
            raw_egg, group_name, egg_count, after_cue_ns FROM timer ORDER BY id
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

    /// As from a disk that is full.
    @Test(arguments: OtherLayout.earlier) func itIsReadWithoutBeingWritten(layout: Int) throws {
        try OtherLayout.make(layout, at: path)
        let (before, rows) = (contents(of: path), try rows())
        let store = try Store(folder: folder.path)
        let (saved, isDamaged) = try store.load()
        #expect(!isDamaged && self.rows(saved.map(\.timer)) == rows)
        #expect(saved.map(\.timer.name.text) == Self.names)
        #expect(Set(saved.map(\.timer.runID)).count == saved.count)
        // The pot was started by the last command.
        #expect(saved.allSatisfy { ($0.timer.undo != nil) == ($0.timer.portion != nil) })
        #expect(saved.allSatisfy { $0.timer.sound == nil && !$0.timer.isWarned && $0.timer.estimate == nil })
        #expect(saved.allSatisfy { $0.boot.id == "00000000-1111-4222-8333-444444444444" })
        #expect(store.answers.map(\.call) == (layout < 10 ? [] : ["io.eggtimer.Timers.Pause tap-1"]))
        let history = try store.history(limit: 10)
        #expect(history.map(\.name) == ["toast", "timer", "mistake"])
        #expect(history.map(\.egg) == ["custom", "custom", "hard"])
        #expect(history.map(\.ending) == [.dismissed, .cancelled, .cancelled])
        #expect(history.map(\.duration) == [.seconds(1), .minutes(3), .minutes(12)])
        #expect(Set(history.map(\.id)).union(saved.map(\.timer.runID)).count == history.count + saved.count)
        #expect(try store.kitchenEgg == RawEgg(grams: 68, celsius: 20, altitude: 0))
        store.close()
        #expect(contents(of: path) == before)
    }

    /// The tables are those of a new database, but for the words of their definitions.
    @Test(arguments: OtherLayout.earlier) func itsTablesAreThoseOfANewDatabase(layout: Int) throws {
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
            tables.append(try sqlite(query + "; PRAGMA user_version"))
            _ = DatabaseFiles(path).rename(to: folder.path("new"))
        }
        #expect(tables[0] == tables[1] && tables[0].hasSuffix("\n\(Schema.version)\n"))
    }

    @Test(arguments: OtherLayout.earlier) func itsTimersAreInANewDatabaseAsBefore(layout: Int) throws {
        try OtherLayout.make(layout, at: path)
        let rows = try rows()
        let store = try Store(folder: folder.path)
        let timers = try store.load().timers.map(\.timer)
        try store.prepareForWriting()
        #expect(try store.load().timers.map(\.timer) == timers)
        store.close()
        #expect(try self.rows() == rows && sqlite("PRAGMA user_version") == "\(Schema.version)\n")
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
