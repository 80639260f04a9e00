import EggTestSupport
import EggTimers
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// Databases of today's eggd and of other versions.
@Suite struct LayoutTests {
    private let folder = TemporaryFolder()
    private let path: String

    init() { path = folder.makeFolder("state") + "/eggtimer.db" }

    private func list(_ daemon: RunningDaemon) throws -> [Timers.Timer] {
        try daemon.timers()
    }

    /// An egg in an earlier layout rings at its deadline, by the wall clock, because the file is of another boot.
    @Test func anEggOfAnEarlierLayoutRings() throws {
        try OtherLayout.make(OtherLayout.earlier[0], at: path)
        // The egg has about five minutes left; here, six seconds, in which eggd has to be started.
        let text = try sqlite(
            path,
            """
            UPDATE boot SET wall_ns = \(time(nil) - 294)000000000, is_synchronised = 1;
            SELECT (wall_ns + deadline_ns - reading_ns) / 1000000 FROM timer JOIN boot ON boot = key
            WHERE name = 'egg'
            """)
        let end = try #require(Int64(text.dropLast()))
        let daemon = try RunningDaemon(folder: folder)
        let timers = try list(daemon)
        #expect(timers.map(\.name) == ["rung", "snoozed", "egg", "timer", "pan", "2 soft eggs", "1 hard egg"])
        #expect(timers.map(\.state)[3...4] == [.cooking, .paused])
        let egg = try #require(timers.first { $0.name == "egg" })
        #expect(egg.egg == "soft" && egg.durationMs == 300_000)
        #expect(isSameMoment(egg.endsAtUnixMs, end))
        #expect(try daemon.eggctl("undo").errors.contains("nothing to undo"))
        #expect(try daemon.eggctl("status").errors.isEmpty)
        let watch = try daemon.startEggctl("watch", "egg", "--json")
        try watch.line(with: #""state":"ringing""#)
        watch.signal(SIGINT)
        _ = try watch.finish()
        #expect(try daemon.eggctl("dismiss", "egg").status == 0)
        try daemon.kill()
        let again = try RunningDaemon(folder: folder)
        #expect(try list(again).map(\.id) == timers.filter { $0.name != "egg" }.map(\.id))
        let runs = try again.client().call(Timers.History.self, .init()).runs
        #expect(runs.map(\.name) == ["egg", "toast", "timer", "mistake"] && runs.first?.id == egg.id)
        #expect(try again.end() == 0)
    }

    // MARK: A downgrade

    /// The files of the database, and the names of all files in the state folder.
    private func files() throws -> (contents: [[UInt8]?], names: [String]) {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("state")).sorted()
        return (["", "-wal"].map { contents(of: path + $0) }, names.filter { $0 != "eggd.lock" })
    }

    private var reason: String {
        "\(path) was written by a newer eggd (its layout is 99, this one knows 11); "
            + "install the newer eggd again, or move the file away; "
            + "timers that are saved there are missing until it can be read"
    }

    @Test func withALaterLayoutEggdCountsAndRingsAndTouchesNothing() throws {
        try OtherLayout.makeLater(at: path, hasLog: true)
        let before = try files()
        let daemon = try RunningDaemon(folder: folder)
        let warning = "timers are not being saved; a restart would lose them: \(reason)"
        if !daemon.said.contains(where: { $0.contains(warning) }) {
            try daemon.process.errorLine(with: warning)
        }
        #expect(try daemon.eggctl("status").output.contains(warning))
        #expect(try daemon.client().call(Timers.Health.self, Nothing()).storeOut == reason)
        let started = try daemon.eggctl("start", "soft")
        #expect(started.status == 0 && started.output.contains(warning))
        #expect(try daemon.eggctl("doctor").output.contains(warning))
        // The database can't be read; changes are remembered until eggd ends.
        #expect(try daemon.eggctl("cancel").status == 0)
        let history = try daemon.client().call(Timers.History.self, .init())
        #expect(history.runs.map(\.egg) == ["soft"] && history.historyOut == reason)
        #expect(try daemon.eggctl("history").output.contains(reason))
        #expect(try daemon.eggctl("kitchen", "--size", "L").status == 0)
        #expect(try daemon.eggctl("kitchen").output.contains("L"))
        try expectAnEggRings(daemon)
        #expect(try daemon.end() == 0)
        let after = try files()
        #expect(after.contents == before.contents && after.names == before.names)
    }

    /// The advice of the warning helps, without a restart.
    @Test func whenTheFileIsMovedAwayTimersAreSaved() throws {
        try OtherLayout.makeLater(at: path, hasLog: false)
        let daemon = try RunningDaemon(folder: folder)
        #expect(try daemon.eggctl("start", "soft").status == 0)
        #expect(rename(path, folder.path("newer.db")) == 0)
        try waitUntil("timers are saved", within: .seconds(120)) {
            try daemon.client().call(Timers.Health.self, Nothing()).storeOut == nil
        }
        try daemon.kill()
        #expect(try list(RunningDaemon(folder: folder)).map(\.egg) == ["soft"])
    }
}
