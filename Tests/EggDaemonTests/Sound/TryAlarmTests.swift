import EggSound
import EggTestSupport
import EggWire
import Testing
import Varlink

@testable import EggDaemon

/// Test alarms: the answers to `TryAlarm`.
@Suite final class TryAlarmTests: KitchenSuite {
    @Test func aTestThatHasNotEndedIsNoAlarm() throws {
        try client.send(Timers.TryAlarm.self, Nothing())
        try kitchen.waitUntil { $0.connections.pending.isWaiting(for: .test) }
        kitchen.engine.enter { $0.alarms?.testTakesTooLong() }
        let first = try client.receive(Timers.TryAlarm.self).value
        #expect(first.device == nil && first.problem == "the sound device does not answer")
        // Its thread has not come back.
        kitchen.output.isFree.withLock { $0 = false }
        let second = try client.call(Timers.TryAlarm.self, Nothing())
        #expect(second.device == nil && second.problem == "the test before this one has not ended")
    }

    @Test func whileAnAlarmRingsNothingIsTested() throws {
        _ = try client.start(ms: 1_000)
        kitchen.pass(.seconds(1))
        kitchen.output.isFree.withLock { $0 = false }
        let reply = try client.call(Timers.TryAlarm.self, Nothing())
        #expect(reply.device == "null" && reply.problem == "an alarm is ringing, or about to")
    }
}
