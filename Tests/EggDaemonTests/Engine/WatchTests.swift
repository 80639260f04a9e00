import EggSound
import EggTestSupport
import EggTimers
import EggWire
import Instants
import Testing
import Varlink

@testable import EggDaemon

@Suite final class WatchTests: KitchenSuite {
    @Test func everyEventIsSentOnceAndInOrder() throws {
        let (watcher, snapshot) = try kitchen.watcher()
        #expect(snapshot.event.sequence == 0)
        _ = try client.start("soft")
        _ = try client.start("hard")
        _ = try client.call(Timers.Pause.self, .init())
        _ = try client.call(Timers.Resume.self, .init())
        _ = try client.call(Timers.Extend.self, .init(byMs: 1_000))
        kitchen.pass(.seconds(721))
        _ = try client.call(Timers.Snooze.self, .init())
        kitchen.pass(.minutes(1))
        kitchen.pass(.minutes(10))
        _ = try client.call(Timers.Dismiss.self, .init())
        _ = try client.start("soft", name: "left")
        _ = try client.call(Timers.Rename.self, .init(to: "left"))
        _ = try client.call(Timers.Rename.self, .init(to: "right"))
        _ = try client.call(Timers.Cancel.self, .init("right"))
        let expected: [(Timers.EventKind, String)] = [
            (.started, "egg"), (.replaced, "egg"), (.paused, "egg"), (.resumed, "egg"), (.extended, "egg"),
            (.rang, "egg"), (.snoozed, "egg"), (.rang, "egg"), (.missed, "egg"), (.dismissed, "egg"),
            (.started, "left"), (.renamed, "right"), (.cancelled, "right"),
        ]
        for (number, (kind, name)) in expected.enumerated() {
            let event = try watcher.nextEvent().event
            #expect((event.kind, event.timer, event.sequence) == (kind, name, Int64(number + 1)))
        }
    }

    @Test func aTickHasTheTemperaturesInsideTheEgg() throws {
        _ = try client.start("soft")
        _ = try client.start(ms: 300_000, name: "tea")
        // Later ticks have the same time, whoever causes them.
        kitchen.clock.advance(by: .seconds(299))
        let (watcher, snapshot) = try kitchen.watcher()
        kitchen.engine.enter { $0.tick() }
        let tick = try watcher.nextEvent()
        #expect(tick.event.kind == .tick && tick.timers == snapshot.timers)
        let timers = tick.timers
        let (yolk, centre) = (try #require(timers.first?.yolkCelsius), try #require(timers.first?.centreCelsius))
        #expect(abs(yolk - 65.1) < 0.15 && abs(centre - 17.9) < 0.3, "\(yolk) \(centre)")
        #expect(timers.last?.yolkCelsius == nil && timers.last?.centreCelsius == nil)
    }

    @Test func thereAreNoTicksWithoutARunningCountdown() throws {
        _ = try client.start("soft")
        _ = try client.call(Timers.Pause.self, .init())
        let (watcher, _) = try kitchen.watcher()
        kitchen.engine.enter { $0.tick() }
        _ = try client.call(Timers.Cancel.self, .init())
        #expect(try watcher.nextEvent().event.kind == .cancelled)
    }

    @Test func subscribersAreToldThatTheAlarmCannotBeHeard() throws {
        let (watcher, _) = try kitchen.watcher()
        let fault = DeviceFault("snd_pcm_open", device: "default", code: .busy)
        kitchen.engine.report(.failing(fault))
        let event = try watcher.nextEvent()
        #expect(event.event.kind == .sound && event.soundOut == fault.description)
        #expect(try kitchen.watcher().snapshot.soundOut == fault.description)
        kitchen.engine.report(.sounding(device: "default"))
        #expect(try watcher.nextEvent().soundOut == nil)
    }

    /// Trap 11: a subscriber that has stopped reading. Ticks replace each other, so only other events pile up; because
    /// of those it is disconnected, and other clients are not affected.
    @Test func aStalledSubscriberIsDisconnectedAndOthersAreNot() throws {
        let stalled = try kitchen.watchingPeer()
        let (watcher, _) = try kitchen.watcher()
        for number in 0..<40 { _ = try client.start("soft", name: "pot \(number)") }
        for _ in 0..<40 { #expect(try watcher.nextEvent().event.kind == .started) }
        // Each event holds 40 timers, about 7 kB; a socket's buffers and 256 KiB are soon full, and then seconds pass.
        for round in 0..<300 {
            kitchen.clock.advance(by: .milliseconds(20))
            _ = try client.call(Timers.Pause.self, .init("pot \(round % 40)"))
            _ = try watcher.nextEvent()
            _ = try client.call(Timers.Resume.self, .init("pot \(round % 40)"))
            _ = try watcher.nextEvent()
        }
        #expect(kitchen.engine.enter { $0.connections.subscribers.receivers(of: .started).count } == 1)
        #expect(stalled.waitForClose())
    }

    @Test func aSlowSubscriberGetsTheNewestTickAndEveryOtherEvent() throws {
        for number in 0..<64 { _ = try client.start("soft", name: "pot \(number)") }
        let slow = try kitchen.watchingPeer()
        for _ in 0..<200 {
            kitchen.clock.advance(by: .milliseconds(1_000))
            kitchen.engine.enter { $0.tick() }
        }
        _ = try client.call(Timers.Pause.self, .init("pot 7"))
        kitchen.clock.advance(by: .milliseconds(1_000))
        kitchen.engine.enter { $0.tick() }
        var ticks = 0
        var isPaused = false
        try waitUntil("the pause and a tick after it") {
            let message = try #require(slow.receive())
            if message.contains(#""kind":"paused""#) { isPaused = true }
            guard message.contains(#""kind":"tick""#) else { return false }
            ticks += 1
            return isPaused
        }
        // The socket's buffers hold a few ticks; those that waited in our own queue were replaced by the newest.
        #expect(ticks < 100)
    }
}
