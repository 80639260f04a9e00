import EggTestSupport
import EggTimers
import EggWire
import Glibc
import Testing
import Varlink

/// Databases of other versions of eggd.
@Suite struct LayoutTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("state/eggtimer.db") }

    private func sqlite(_ sql: String) throws -> String {
        let result = try Program.run("/usr/bin/sqlite3", [path, sql])
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    private func list(_ daemon: RunningDaemon) throws -> [Timers.Timer] {
        try daemon.client().call(Timers.List.self, Nothing()).timers
    }

    /// An upgrade while an egg cooks: it rings at its deadline, by the wall clock, because the file is of another boot.
    @Test(arguments: 1...6) func anEggThatAnEarlierEggdHasStartedRings(layout: Int) throws {
        #expect(mkdir(folder.path("state"), 0o700) == 0)
        // The egg has about five minutes left; here, three seconds.
        let wall = "\(Int64(time(nil)) - 297)000000000"
        try EarlierLayout.make(layout, at: path, sql: "UPDATE boot SET wall_ns = \(wall), is_synchronised = 1")
        let name = layout < 5 ? "left" : "egg"
        let text = try sqlite(
            """
            SELECT (wall_ns + deadline_ns - reading_ns) / 1000000 FROM timer JOIN boot ON boot = key
            WHERE name = '\(name)'
            """)
        let end = try #require(Int64(text.dropLast()))
        let daemon = try RunningDaemon(folder: folder)
        let timers = try list(daemon)
        let others = ["timer", "pan"] + (layout < 4 ? [] : ["2 soft eggs", "1 hard egg"])
        #expect(timers.map(\.name) == ["rung", "snoozed", name] + others)
        #expect(timers.map(\.state).suffix(others.count).prefix(2) == [.cooking, .paused])
        let egg = try #require(timers.first { $0.name == name })
        #expect(egg.egg == "soft" && egg.durationMs == 300_000)
        #expect(abs(try #require(egg.endsAtUnixMs) - end) < 1_000)
        #expect(try daemon.eggctl("undo").errors.contains("nothing to undo"))
        #expect(try daemon.eggctl("status").errors.isEmpty)
        let watch = try daemon.startEggctl("watch", name, "--json")
        while !(try #require(try watch.line())).contains(#""state":"ringing""#) {}
        watch.signal(SIGINT)
        _ = try watch.finish()
        #expect(try daemon.eggctl("dismiss", name).status == 0)
        daemon.process.signal(SIGKILL)
        _ = try daemon.process.finish()
        let again = try RunningDaemon(folder: folder)
        #expect(try list(again).map(\.id) == timers.filter { $0.name != name }.map(\.id))
        let runs = try again.client().call(Timers.History.self, .init()).runs
        #expect(runs.map(\.name) == [name, "toast", "timer", "mistake"] && runs.first?.id == egg.id)
        again.process.signal(SIGTERM)
        #expect(try again.process.finish().status == 0)
    }
}
