import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// Calls that are repeated with their key, as a broker repeats a message whose receipt it doesn't know.
@Suite struct KeyTests {
    /// A call that is repeated after a kill is carried out once.
    @Test func aCallThatIsRepeatedAfterAKillIsCarriedOutOnce() throws {
        let folder = TemporaryFolder()
        var daemon = try RunningDaemon(folder: folder)
        let start = Timers.Start.Parameters(durationMs: 1_000_000, key: "start")
        let started = try daemon.client().call(Timers.Start.self, start)
        for round in 0..<4 {
            let extend = Timers.Extend.Parameters(byMs: 1000, key: "extend \(round)")
            let client = try daemon.client()
            try client.send(Timers.Extend.self, extend)
            // Some rounds are killed before anything was saved, and some afterwards.
            if round == 1 { _ = try daemon.timers() }
            if round == 2 { _ = try client.receive(Timers.Extend.self) }
            try daemon.kill()
            daemon = try RunningDaemon(folder: folder)
            let next = try daemon.client()
            let answers = [try next.call(Timers.Extend.self, extend), try next.call(Timers.Extend.self, extend)]
            #expect(answers[0] == answers[1])
            #expect(answers[0].timer.durationMs == 1_000_000 + Int64(round + 1) * 1000)
        }
        #expect(try daemon.client().call(Timers.Start.self, start) == started)
        let timers = try daemon.timers()
        #expect(timers.map(\.id) == [started.timer.id] && timers.map(\.durationMs) == [1_004_000])
    }
}
