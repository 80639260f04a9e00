import EggWire
import POSIX
import SQLite
import Varlink

/// The timers that an eggd of an earlier version has left, which the first start of a year must restore.
struct EarlierVersion {
    private static let layouts = 1...7
    private let sql: String

    /// The file of a layout that can't be read, which is the case outside of the project's folder; nil if all can be.
    static var missingFile: String? { layouts.map(file).first { SmallFile.text($0) == nil } }

    private static func file(_ layout: Int) -> String { "Tests/Layouts/layout-\(layout).sql" }

    /// The database of a layout that the seed chooses, read before the simulation begins; nil for a year that begins
    /// without one.
    init?(seed: UInt64) {
        var chance = Chance(seed: seed, part: "earlier version")
        guard chance.happens(500), let text = SmallFile.text(Self.file(chance.number(Self.layouts))) else { return nil }
        sql = text
    }

    /// Puts the database in place.
    ///
    /// - Returns: the number of its timers.
    func leave(in folder: String) throws -> Int {
        try Folder.make(folder)
        let connection = try SQLiteConnection("\(folder)/eggtimer.db")
        defer { connection.close() }
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute(sql)
        return try connection.integer("SELECT count(*) FROM timer")
    }

    /// Checks that all timers were restored, and cancels them.
    static func check(_ count: Int, _ machine: Machine, _ ledger: Ledger, _ judge: Judge) {
        Tasks.wait { machine.isAudited }
        guard let client = try? machine.connect(), let found = try? client.call(Timers.List.self, .init()).timers
        else { return judge.find("eggd does not answer after an upgrade") }
        if found.count != count { judge.find("of \(count) timers of an earlier version \(found.count) are left") }
        for timer in found { _ = try? client.call(Timers.Cancel.self, .init(timer.name)) }
        ledger.hasUntracked = false
    }
}
